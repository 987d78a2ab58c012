import type { QuizServiceType } from "../constants.ts";
import { formatAnswerPair, splitAnswerPairs } from "../engine/hash-answers.ts";
import type { Question } from "../schema.ts";
import { isDangerous } from "../validation/find-weak-spots.ts";
import type { DraftRule } from "./build-quiz.ts";

type Danger = Pick<DraftRule, "name" | "headline" | "instruction" | "call911" | "causes"> & {
  test: RegExp;
  alsoCall?: string;
};

/** The first match applies. */
const AT_HOME: Danger[] = [
  {
    name: "Gas or carbon monoxide",
    headline: "Possible gas or carbon monoxide",
    test: /\b(gas|gasoline|propane|fuel|rotten|carbon monoxide|CO)\b/i,
    instruction:
      "Get everyone outside now, then call 911 from well away.\nTake your phone if it is in reach, but do not call indoors unless you cannot get out.\nOn the way, touch no switch or flame.\nDo not go back in until responders say it is safe.",
    call911: true,
    alsoCall: "your gas utility's emergency line",
    causes: ["A gas leak", "Exhaust getting into the rooms"],
  },
  {
    name: "Burning, smoke or sparks",
    headline: "Possible fire",
    test: /burn|smok|spark|scorch|flame|fire|melt/i,
    instruction:
      "Get everyone outside now, then call 911 from there.\nDo not touch anything that is hot, wet or sparking.\nDo not go back in until responders say it is safe.",
    call911: true,
    causes: [
      "Overheated wiring, or an overheated motor or part",
      "Something nearby that has started to burn",
    ],
  },
  {
    name: "Electric shock",
    headline: "Danger of electric shock",
    test: /shock|tingl|electrocut/i,
    instruction:
      "If someone is hurt or still being shocked, call 911 now. Do not touch anyone who is still being shocked.\nSwitch off its breaker only if the panel and the floor there are dry.\nKeep everyone away until an electrician has checked it.",
    call911: true,
    causes: ["A live part that should carry no current"],
  },
  {
    name: "Sewage",
    headline: "Sewage in the living space",
    test: /sewage/i,
    instruction:
      "Keep people and pets away from the water.\nDo not run any more water in the house until a plumber has been there.",
    call911: false,
    causes: ["A blocked main drain"],
  },
  {
    name: "Structure",
    headline: "Something may give way",
    test: /./,
    instruction:
      "Get everyone out from under it and away from it, then call 911.\nStay out until a professional has checked it.",
    call911: true,
    causes: ["A part that carries weight may be failing"],
  },
];
/** A car has no breaker to switch off, and can be left. */
const IN_A_CAR: Danger[] = [
  {
    name: "Carbon monoxide",
    headline: "Possible carbon monoxide",
    test: /\b(carbon monoxide|CO)\b/i,
    instruction:
      "Stop where it is safe, shut the engine off and get everyone out into fresh air. Then call 911.\nTell responders if anyone feels dizzy or sick.\nDo not drive the car again until a mechanic has checked it.",
    call911: true,
    causes: ["Exhaust getting into the cabin"],
  },
  {
    name: "Smell of fuel or rotten eggs",
    headline: "Possible fuel leak",
    test: /\b(gas|gasoline|propane|fuel|rotten)\b/i,
    instruction:
      "Stop outdoors where it is safe and shut the engine off.\nGet everyone out and well away, then call 911. Keep flames away.\nDo not drive the car.",
    call911: true,
    causes: ["A fuel leak", "Exhaust, or a battery giving off gas"],
  },
  {
    name: "Burning, smoke or sparks",
    headline: "Possible vehicle fire",
    test: /burn|smok|spark|scorch|flame|fire|melt/i,
    instruction:
      "Pull over and shut the engine off.\nGet everyone out and 100 feet away, off the road, then call 911.\nKeep the hood shut.",
    call911: true,
    causes: ["Overheated oil, wiring or brakes"],
  },
  {
    name: "Danger",
    headline: "Not safe to drive",
    test: /./,
    instruction:
      "Stop where it is safe and shut the engine off.\nDo not drive on until a professional has checked it.",
    call911: false,
    causes: ["A part you need to drive safely may be failing"],
  },
];
const AUTO_REPAIR: QuizServiceType = "Auto Repair";
const MAX_NAME = 60;

type DangerousQuiz = {
  serviceType: string;
  questions: readonly Pick<Question, "id" | "options">[];
};

/** Drafts safety rules for dangerous answers that are in no other rule. */
export function draftDangerRules(
  { serviceType, questions }: DangerousQuiz,
  rules: readonly Pick<DraftRule, "pattern">[],
): DraftRule[] {
  const dangers = serviceType === AUTO_REPAIR ? IN_A_CAR : AT_HOME;
  const covered = new Set(rules.flatMap(({ pattern }) => splitAnswerPairs(pattern)));
  return questions.flatMap(({ id, options }) =>
    options.flatMap((text, at): DraftRule[] => {
      const pattern = formatAnswerPair(id, at);
      const danger = dangers.find(({ test }) => test.test(text));
      if (!danger || covered.has(pattern) || !isDangerous(text)) return [];
      const { test: _test, name, alsoCall = "", ...rest } = danger;
      return [
        {
          ...rest,
          name: `${name}: ${text}`.slice(0, MAX_NAME),
          alsoCall,
          pattern,
          urgency: "high",
        },
      ];
    }),
  );
}
