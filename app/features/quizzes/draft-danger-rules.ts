import type { DraftRule } from "./build-quiz.ts";
import type { QuizServiceType } from "./constants.ts";
import { speaksOfDanger } from "./find-weak-spots.ts";
import { pairOf, pairsOf } from "./hash-answers.ts";
import type { Question } from "./schema.ts";

type Danger = Pick<DraftRule, "name" | "headline" | "instruction" | "call911" | "causes"> & { test: RegExp; alsoCall?: string };

/** The first that fits tells what to do. */
const AT_HOME: Danger[] = [
  {
    name: "Gas or carbon monoxide",
    headline: "Possible gas or carbon monoxide",
    test: /\b(gas|gasoline|propane|fuel|rotten|carbon monoxide|CO)\b/i,
    instruction:
      "Leave the building now with everybody in it. Touch no switch, flame or phone inside.\nCall 911 from outside, well away.\nStay out until responders say that it is safe.",
    call911: true,
    alsoCall: "your gas utility's emergency line",
    causes: ["Fuel gas that leaks", "Exhaust that gets into the rooms"],
  },
  {
    name: "Burning, smoke or sparks",
    headline: "Possible fire",
    test: /burn|smok|spark|scorch|flame|fire|melt/i,
    instruction:
      "If you see smoke or flames, get everybody out now.\nIf you see neither and can do so safely, switch it off at its breaker and leave it off.\nTouch nothing that is hot, wet or sparking.",
    call911: true,
    causes: ["Wiring, a motor or a part that overheats", "Something near it that has begun to burn"],
  },
  {
    name: "Electric shock",
    headline: "Danger of electric shock",
    test: /shock|tingl|electrocut/i,
    instruction:
      "Do not touch it again, nor anybody who is still in contact with it.\nSwitch off its breaker if you can reach it with dry hands and on dry ground.\nKeep everybody away until an electrician has looked at it.",
    call911: true,
    causes: ["Current on a part that should carry none"],
  },
  {
    name: "Sewage",
    headline: "Sewage where people live",
    test: /sewage/i,
    instruction: "Keep people and pets away from the water.\nUse no more water in the house until a plumber has been there.",
    call911: false,
    causes: ["A main drain that is blocked"],
  },
  {
    name: "Structure",
    headline: "Something may give way",
    test: /./,
    instruction: "Keep everybody out from under it and away from it.\nStay out until a professional has looked at it.",
    call911: true,
    causes: ["A part that carries weight and may fail"],
  },
];
/** A car has no breaker to switch off, and stands where it can be left. */
const IN_A_CAR: Danger[] = [
  {
    name: "Carbon monoxide",
    headline: "Possible carbon monoxide",
    test: /\b(carbon monoxide|CO)\b/i,
    instruction: "Stop where it is safe and switch the engine off.\nGet everybody out into fresh air.\nTell responders if anyone feels dizzy or sick.",
    call911: true,
    causes: ["Exhaust that gets into the cabin"],
  },
  {
    name: "Smell of fuel or rotten eggs",
    headline: "Possible fuel leak",
    test: /\b(gas|gasoline|propane|fuel|rotten)\b/i,
    instruction: "Stop outdoors where it is safe and switch the engine off.\nGet everybody out and well away, and keep flames away.\nDo not drive.",
    call911: true,
    causes: ["Fuel that leaks", "Exhaust or a battery that gives off gas"],
  },
  {
    name: "Burning, smoke or sparks",
    headline: "Possible vehicle fire",
    test: /burn|smok|spark|scorch|flame|fire|melt/i,
    instruction: "Pull over and shut the engine off.\nGet everybody out and stand far away, off the road.\nKeep the hood shut.",
    call911: true,
    causes: ["Oil, wiring or brakes that overheat"],
  },
  {
    name: "Danger",
    headline: "Not safe to drive",
    test: /./,
    instruction: "Stop where it is safe and switch the engine off.\nDo not drive on before a professional has looked at it.",
    call911: false,
    causes: ["A part that you need to drive safely may fail"],
  },
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
      const { test: _test, name, alsoCall = "", ...rest } = danger;
      return [{ ...rest, name: `${name}: ${text}`.slice(0, MAX_NAME), alsoCall, pattern, urgency: "high" }];
    }),
  );
}
