import { describe, expect, test } from "vitest";
import { listCombinations } from "#app/features/quizzes/engine/combinations.ts";
import { parseHash, splitAnswerPairs } from "#app/features/quizzes/engine/hash-answers.ts";
import type { Answer } from "#app/features/quizzes/schema.ts";
import { openTree } from "./open-tree.ts";

const SIZES = [5, 10];

/** A quiz whose answers are given by the text of their options. */
function openQuiz(slug: string, size: number) {
  const { tree, questions, diagnoseAnswers } = openTree(slug, size);
  const diagnose = (answers: Answer[]) => diagnoseAnswers(answers).data;
  const findAnswer = (text: string): Answer | null => {
    for (const { id, options } of questions)
      if (options.includes(text))
        return { questionId: id, selectedOptionIndex: options.indexOf(text) };
    return null;
  };
  return {
    questions,
    diagnose,
    findAnswer,
    /** Diagnoses answers; those to questions that this size of quiz does not ask are left out. */
    diagnoseTexts(texts: readonly string[]) {
      for (const text of texts)
        if (!tree.questions.some(({ options }) => options.some((option) => option.text === text)))
          throw new Error(`no option "${text}" in ${slug}`);
      const answers = texts.flatMap((text) => findAnswer(text) ?? []);
      expect(answers).toHaveLength(size);
      return diagnose(answers);
    },
  };
}

const NO_DANGER = "None of these";
const ICED_WITHOUT_AIR = [
  ...[
    NO_DANGER,
    "No air at all",
    "It runs as usual",
    "After it has run for some hours",
    "Ice or frost",
    "It asks for cooling and the room stays warm",
  ],
  ...["All at once", "In the last month", "5 to 12 years", "It runs nonstop"],
];
const SHINGLES_GONE = [
  ...[
    NO_DANGER,
    "One spot in the middle of a ceiling",
    "Shingles are missing, torn or lifted",
    "Only roof surface, or I do not know",
    "In nearly every rain",
  ],
  ...[
    "A wet trail that starts at one point of the roof",
    "Right after a storm",
    "An attic with nothing but insulation",
    "8 to 20 years, or I do not know",
    "Clear water",
  ],
];
const BRAKES_ARE_WEAK = [
  ...[
    NO_DANGER,
    "A deep, rough grind",
    "A wet, oily streak on a wheel or tire",
    "Only while I brake",
    "I must press farther or harder than I used to",
    "None of these, or I do not know",
  ],
  ...[
    "Within the last two years",
    "No shake",
    "Nothing, it came little by little",
    "From the front",
  ],
];

describe.each(SIZES)("with %i questions", (size) => {
  test("an iced AC that moves no air is thawed, and never asked to cool more", () => {
    const data = openQuiz("ac-not-cooling", size).diagnoseTexts(ICED_WITHOUT_AIR);
    expect(data.diagnosis).toMatch(/ice|blower|filter|refrigerant/i);
    expect(data.urgency).not.toBe("low");
    expect(data.nextSteps[0]).toBe("Turn cooling off at the thermostat");
    expect(data.nextSteps.slice(0, 2).join(" ")).toContain("Set the fan to On");
    expect(data.nextSteps.join(" ")).not.toMatch(/target|degrees lower/);
  });

  test("missing shingles and rain inside are urgent", () => {
    const data = openQuiz("roof-leak", size).diagnoseTexts(SHINGLES_GONE);
    expect(data).toMatchObject({
      urgency: "high",
      timeframe: "Today",
      diagnosis: "Missing or damaged shingles",
    });
    expect(data.nextSteps[0]).toMatch(/stay off the roof/i);
  });

  test("brakes that need a longer push, with a wet wheel, are a hydraulic failure", () => {
    const data = openQuiz("brake-noise", size).diagnoseTexts(BRAKES_ARE_WEAK);
    expect(data).toMatchObject({
      urgency: "high",
      diagnosis: expect.stringMatching(/do not drive/),
    });
    expect(data.causes.join(" ")).toMatch(/hydraulic failure/i);
    expect(data.nextSteps[0]).toMatch(/^Do not drive the car/);
  });

  test.each([
    "The pedal is soft, sinks toward the floor or is very hard to push",
    "The red brake light stays on with the parking brake off",
  ])("%s: the result says not to drive", (sign) => {
    const data = openQuiz("brake-noise", size).diagnoseTexts([sign, ...BRAKES_ARE_WEAK.slice(1)]);
    expect(data).toMatchObject({ urgency: "high", diagnosis: "Brake failure: do not drive" });
    expect(data.causes.join(" ")).toMatch(/hydraulic failure/i);
    expect(data.nextSteps.join(" ")).toMatch(/do not drive the car/i);
  });
});

test("whatever else is answered, ice on the AC is never a thermostat setting", () => {
  const { questions, diagnose, findAnswer } = openQuiz("ac-not-cooling", 5);
  const ice = findAnswer("Ice or frost");
  const none = findAnswer(NO_DANGER);
  const iced = listCombinations(questions).filter((hash) =>
    [ice, none].every((answer) =>
      splitAnswerPairs(hash).includes(`${answer?.questionId}:${answer?.selectedOptionIndex}`),
    ),
  );
  expect(iced.length).toBeGreaterThan(50);
  for (const hash of iced) {
    const { diagnosis, nextSteps, urgency } = diagnose(parseHash(hash) ?? []);
    expect(diagnosis, hash).not.toMatch(/thermostat/i);
    expect(nextSteps[0], hash).toBe("Turn cooling off at the thermostat");
    expect(urgency, hash).not.toBe("low");
  }
});

test("whatever else is answered, missing shingles and rain inside are urgent", () => {
  const { questions, diagnose, findAnswer } = openQuiz("roof-leak", 5);
  const [missing, none] = [
    findAnswer("Shingles are missing, torn or lifted"),
    findAnswer(NO_DANGER),
  ];
  const rainAnswers = [
    findAnswer("In nearly every rain"),
    findAnswer("Only in heavy or wind-driven rain"),
  ];
  const hasAnswer = (hash: string, answer: Answer | null) =>
    splitAnswerPairs(hash).includes(`${answer?.questionId}:${answer?.selectedOptionIndex}`);
  const leaking = listCombinations(questions).filter(
    (hash) =>
      hasAnswer(hash, missing) &&
      hasAnswer(hash, none) &&
      rainAnswers.some((rain) => hasAnswer(hash, rain)),
  );
  expect(leaking.length).toBeGreaterThan(20);
  const notUrgent = leaking.filter((hash) => diagnose(parseHash(hash) ?? []).urgency !== "high");
  expect(notUrgent.map((hash) => diagnose(parseHash(hash) ?? []).diagnosis)).toEqual([]);
});

test("an oily streak on a wheel gives a result of high urgency", () => {
  expect(openQuiz("brake-noise", 5).diagnose(parseHash("1:0,2:2,3:4,4:3,5:0") ?? [])).toMatchObject(
    {
      urgency: "high",
      diagnosis: "Possible brake fluid leak: do not drive",
    },
  );
});

test("an iced AC gets one instruction for the fan, and what to do if no air comes", () => {
  const { nextSteps } = openQuiz("ac-not-cooling", 5).diagnose(
    parseHash("1:0,2:3,3:0,4:3,5:0") ?? [],
  );
  expect(nextSteps.filter((step) => /fan to On|fan on/.test(step))).toHaveLength(1);
  expect(nextSteps.join(" ")).toMatch(/If no air comes.* switch the fan off/);
});
