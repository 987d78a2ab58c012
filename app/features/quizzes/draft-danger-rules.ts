import type { DraftRule } from "./build-quiz.ts";
import type { QuizServiceType } from "./constants.ts";
import { speaksOfDanger } from "./find-weak-spots.ts";
import { pairOf, pairsOf } from "./hash-answers.ts";
import type { Question } from "./schema.ts";

type Danger = { name: string; test: RegExp; instruction: string };

/** The first that fits tells what to do. */
const AT_HOME: Danger[] = [
  {
    name: "Gas or carbon monoxide",
    test: /\b(gas|gasoline|propane|fuel|rotten|carbon monoxide|CO)\b/i,
    instruction: "Leave the building now and touch no switch. Call the gas company or 911 from outside.",
  },
  {
    name: "Burning, smoke or sparks",
    test: /burn|smok|spark|scorch|flame|fire|melt/i,
    instruction: "Switch it off at its breaker if you can do so safely, and leave it off. If you see smoke or flames, get everybody out and call 911.",
  },
  {
    name: "Electric shock",
    test: /shock|tingl|electrocut/i,
    instruction: "Do not touch it again. Switch off its breaker with dry hands if you can reach it safely, and call an electrician. If somebody was hurt, call 911.",
  },
  {
    name: "Sewage",
    test: /sewage/i,
    instruction: "Keep people and pets away from the water, and use no more water in the house until a plumber has been there.",
  },
  { name: "Structure", test: /./, instruction: "Keep everybody out from under it, and have a professional look at it today." },
];
/** A car has no breaker to switch off, and stands where it can be left. */
const IN_A_CAR: Danger[] = [
  {
    name: "Carbon monoxide",
    test: /\b(carbon monoxide|CO)\b/i,
    instruction: "Stop where it is safe, switch the engine off and get everybody into fresh air. Call 911 if anyone feels dizzy or sick.",
  },
  {
    name: "Smell of fuel or rotten eggs",
    test: /\b(gas|gasoline|propane|fuel|rotten)\b/i,
    instruction: "Park outside, switch the engine off and keep flames away. If you see fuel drip or the smell stays, step well back and call 911. Do not drive.",
  },
  {
    name: "Burning, smoke or sparks",
    test: /burn|smok|spark|scorch|flame|fire|melt/i,
    instruction: "Pull over, shut the engine off and get everybody out. If you see smoke or flames, keep the hood shut, stand far away and call 911.",
  },
  { name: "Danger", test: /./, instruction: "Stop where it is safe, switch the engine off and do not drive on before a professional has looked at it." },
];
const AUTO_REPAIR: QuizServiceType = "Auto Repair";
const MAX_NAME = 60;

type DangerousQuiz = { serviceType: string; questions: readonly Pick<Question, "id" | "options">[] };

/** Safety rules for answers that speak of danger and are in no other rule. */
export function draftDangerRules({ serviceType, questions }: DangerousQuiz, rules: readonly Pick<DraftRule, "pattern">[]): DraftRule[] {
  const dangers = serviceType === AUTO_REPAIR ? IN_A_CAR : AT_HOME;
  const covered = new Set(rules.flatMap(({ pattern }) => pairsOf(pattern)));
  return questions.flatMap(({ id, options }) =>
    options.flatMap((text, at): DraftRule[] => {
      const pattern = pairOf(id, at);
      const danger = dangers.find(({ test }) => test.test(text));
      if (!danger || covered.has(pattern) || !speaksOfDanger(text)) return [];
      return [{ name: `${danger.name}: ${text}`.slice(0, MAX_NAME), pattern, urgency: "high", instruction: danger.instruction }];
    }),
  );
}
