import { describe, expect, test } from "vitest";
import { draftKnowledge, draftQuiz } from "#app/features/quizzes/build-quiz.ts";
import { DEFAULT_MARGIN, DEFAULT_POSTERIOR } from "#app/features/quizzes/constants.ts";
import { diagnose, matchRules } from "#app/features/quizzes/diagnose.ts";
import { listCombinations } from "#app/features/quizzes/draft-exact-rows.ts";
import { faultTreeSchema } from "#app/features/quizzes/fault-tree-schema.ts";
import { pairsOf, readHash } from "#app/features/quizzes/hash-answers.ts";
import type { Answer } from "#app/features/quizzes/schema.ts";
import { readYaml } from "#app/lib/content.server.ts";

const SIZES = [5, 10];

/** The quiz that a tree makes, with its answers given as people read them. */
function open(slug: string, size: number) {
  const tree = readYaml(`fault-trees/${slug}.yaml`, faultTreeSchema);
  const { questions } = draftQuiz(tree, { questions: size });
  const knowledge = draftKnowledge(tree, { questions: size });
  const outcomes = knowledge.outcomes.map((outcome) => ({ ...outcome, id: outcome.key }));
  const rules = knowledge.rules.map((rule) => ({ ...rule, id: rule.name }));
  const thresholds = { posterior: DEFAULT_POSTERIOR, margin: DEFAULT_MARGIN };
  const ask = (answers: Answer[]) => diagnose(answers, { row: null, outcomes, rules, thresholds, serviceType: tree.serviceType }).data;
  const find = (text: string): Answer | null => {
    for (const { id, options } of questions) if (options.includes(text)) return { questionId: id, selectedOptionIndex: options.indexOf(text) };
    return null;
  };
  return {
    questions,
    rules,
    ask,
    find,
    /** Of the answers, those that a quiz of this size asks for; each text must stand in the tree. */
    replay(texts: readonly string[]) {
      for (const text of texts) if (!tree.questions.some(({ options }) => options.some((option) => option.text === text))) throw new Error(`no option "${text}" in ${slug}`);
      const answers = texts.flatMap((text) => find(text) ?? []);
      expect(answers).toHaveLength(size);
      return {
        data: ask(answers),
        dangers: matchRules(rules, new Set(answers.map((answer) => `${answer.questionId}:${answer.selectedOptionIndex}`))).filter(({ urgency }) => urgency === "high"),
      };
    },
  };
}

const NO_DANGER = "None of these";
const ICED_WITHOUT_AIR = [
  ...[NO_DANGER, "No air at all", "It runs as usual", "After it has run for some hours", "Ice or frost", "It asks for cooling and the room stays warm"],
  ...["All at once", "In the last month", "5 to 12 years", "It runs nonstop"],
];
const SHINGLES_GONE = [
  ...[NO_DANGER, "One spot in the middle of a ceiling", "Shingles are missing, torn or lifted", "Only roof surface, or I do not know", "In nearly every rain"],
  ...["A wet trail that starts at one point of the roof", "Right after a storm", "An attic with nothing but insulation", "8 to 20 years, or I do not know", "Clear water"],
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
  ...["Within the last two years", "No shake", "Nothing, it came little by little", "From the front"],
];

describe.each(SIZES)("with %i questions", (size) => {
  test("an iced AC that moves no air is thawed, and never asked to cool more", () => {
    const { data } = open("ac-not-cooling", size).replay(ICED_WITHOUT_AIR);
    expect(data.diagnosis).toMatch(/ice|blower|filter|refrigerant/i);
    expect(data.urgency).not.toBe("low");
    expect(data.nextSteps[0]).toBe("Turn cooling off at the thermostat");
    expect(data.nextSteps.slice(0, 2).join(" ")).toContain("Set the fan to On");
    expect(data.nextSteps.join(" ")).not.toMatch(/target|degrees lower/);
  });

  test("missing shingles and rain inside are urgent", () => {
    const { data } = open("roof-leak", size).replay(SHINGLES_GONE);
    expect(data).toMatchObject({ urgency: "high", timeframe: "Today", diagnosis: "Missing or damaged shingles" });
    expect(data.nextSteps[0]).toMatch(/stay off the roof/i);
  });

  test("brakes that need a longer push, with a wet wheel, are a hydraulic failure", () => {
    const { data } = open("brake-noise", size).replay(BRAKES_ARE_WEAK);
    expect(data.urgency).toBe("high");
    expect(data.diagnosis).toMatch(/hydraulic failure/i);
    expect(data.nextSteps[0]).toMatch(/^Do not drive the car/);
  });

  test.each(["The pedal is soft, sinks toward the floor or is very hard to push", "The red brake light stays on with the parking brake off"])("%s: do not drive", (sign) => {
    const { data, dangers } = open("brake-noise", size).replay([sign, ...BRAKES_ARE_WEAK.slice(1)]);
    expect(dangers.map(({ headline }) => headline)).toEqual(["Brake failure: do not drive"]);
    expect(dangers[0]?.causes.join(" ")).toMatch(/hydraulic failure/i);
    expect(data.urgency).toBe("high");
    expect(data.nextSteps.join(" ")).toMatch(/do not drive the car/i);
  });
});

test("whatever else is answered, ice on the AC is never a thermostat setting", () => {
  const { questions, ask, find } = open("ac-not-cooling", 5);
  const ice = find("Ice or frost");
  const none = find(NO_DANGER);
  const iced = listCombinations(questions).filter((hash) => [ice, none].every((answer) => pairsOf(hash).includes(`${answer?.questionId}:${answer?.selectedOptionIndex}`)));
  expect(iced.length).toBeGreaterThan(50);
  for (const hash of iced) {
    const { diagnosis, nextSteps, urgency } = ask(readHash(hash) ?? []);
    expect(diagnosis, hash).not.toMatch(/thermostat/i);
    expect(nextSteps[0], hash).toBe("Turn cooling off at the thermostat");
    expect(urgency, hash).not.toBe("low");
  }
});

test("whatever else is answered, missing shingles and rain inside are urgent", () => {
  const { questions, ask, find } = open("roof-leak", 5);
  const [missing, none] = [find("Shingles are missing, torn or lifted"), find(NO_DANGER)];
  const rains = [find("In nearly every rain"), find("Only in heavy or wind-driven rain")];
  const holds = (hash: string, answer: Answer | null) => pairsOf(hash).includes(`${answer?.questionId}:${answer?.selectedOptionIndex}`);
  const leaking = listCombinations(questions).filter((hash) => holds(hash, missing) && holds(hash, none) && rains.some((rain) => holds(hash, rain)));
  expect(leaking.length).toBeGreaterThan(20);
  const calm = leaking.filter((hash) => ask(readHash(hash) ?? []).urgency !== "high");
  expect(calm.map((hash) => ask(readHash(hash) ?? []).diagnosis)).toEqual([]);
});
