import type { DraftRule } from "./build-quiz.ts";
import { speaksOfDanger } from "./find-weak-spots.ts";
import { pairOf, pairsOf } from "./hash-answers.ts";
import type { Question } from "./schema.ts";

/** The first that fits tells what to do. */
const DANGERS: { name: string; test: RegExp; instruction: string }[] = [
  {
    name: "Gas or carbon monoxide",
    test: /gas|rotten|carbon monoxide|\bCO\b/i,
    instruction: "Leave the building now and touch no switch. Call the gas company or 911 from outside.",
  },
  {
    name: "Burning, smoke or sparks",
    test: /burn|smoke|spark|scorch/i,
    instruction: "Switch it off at its breaker if you can do so safely, and leave it off. If you see smoke or flames, get everybody out and call 911.",
  },
  {
    name: "Sewage",
    test: /sewage/i,
    instruction: "Keep people and pets away from the water, and use no more water in the house until a plumber has been there.",
  },
  { name: "Structure", test: /./, instruction: "Keep everybody out from under it, and have a professional look at it today." },
];
const MAX_NAME = 60;

/** Safety rules for answers that speak of danger and are in no other rule. */
export function draftDangerRules(questions: readonly Pick<Question, "id" | "options">[], rules: readonly Pick<DraftRule, "pattern">[]): DraftRule[] {
  const covered = new Set(rules.flatMap(({ pattern }) => pairsOf(pattern)));
  return questions.flatMap(({ id, options }) =>
    options.flatMap((text, at): DraftRule[] => {
      const pattern = pairOf(id, at);
      const danger = DANGERS.find(({ test }) => test.test(text));
      if (!danger || covered.has(pattern) || !speaksOfDanger(text)) return [];
      return [{ name: `${danger.name}: ${text}`.slice(0, MAX_NAME), pattern, urgency: "high", instruction: danger.instruction }];
    }),
  );
}
