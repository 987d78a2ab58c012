import { describe, expect, test } from "vitest";
import { URGENCY_RANK, type Urgency } from "#app/features/quizzes/constants.ts";
import { listCombinations } from "#app/features/quizzes/engine/combinations.ts";
import { parseHash, splitAnswerPairs } from "#app/features/quizzes/engine/hash-answers.ts";
import type { Answer, DiagnosisData } from "#app/features/quizzes/schema.ts";
import { createRandom } from "#app/lib/seeded-random.ts";
import { openTree } from "./open-tree.ts";

const SIZES = [5, 10];

/** The quiz that a tree makes, with its answers given as people read them. */
function open(slug: string, size: number) {
  const { tree, questions, ask: diagnoseAnswers } = openTree(slug, size);
  const ask = (answers: Answer[]) => diagnoseAnswers(answers).data;
  const find = (text: string): Answer | null => {
    for (const { id, options } of questions)
      if (options.includes(text))
        return { questionId: id, selectedOptionIndex: options.indexOf(text) };
    return null;
  };
  return {
    tree,
    questions,
    ask,
    find,
    /**
     * Of the answers, those that a quiz of this size asks for; each text must stand in the tree.
     */
    replay(texts: readonly string[]) {
      for (const text of texts)
        if (!tree.questions.some(({ options }) => options.some((option) => option.text === text)))
          throw new Error(`no option "${text}" in ${slug}`);
      const answers = texts.flatMap((text) => find(text) ?? []);
      expect(answers).toHaveLength(size);
      return ask(answers);
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
    const data = open("ac-not-cooling", size).replay(ICED_WITHOUT_AIR);
    expect(data.diagnosis).toMatch(/ice|blower|filter|refrigerant/i);
    expect(data.urgency).not.toBe("low");
    expect(data.nextSteps[0]).toBe("Turn cooling off at the thermostat");
    expect(data.nextSteps.slice(0, 2).join(" ")).toContain("Set the fan to On");
    expect(data.nextSteps.join(" ")).not.toMatch(/target|degrees lower/);
  });

  test("missing shingles and rain inside are urgent", () => {
    const data = open("roof-leak", size).replay(SHINGLES_GONE);
    expect(data).toMatchObject({
      urgency: "high",
      timeframe: "Today",
      diagnosis: "Missing or damaged shingles",
    });
    expect(data.nextSteps[0]).toMatch(/stay off the roof/i);
  });

  test("brakes that need a longer push, with a wet wheel, are a hydraulic failure", () => {
    const data = open("brake-noise", size).replay(BRAKES_ARE_WEAK);
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
  ])("%s: do not drive", (sign) => {
    const data = open("brake-noise", size).replay([sign, ...BRAKES_ARE_WEAK.slice(1)]);
    expect(data).toMatchObject({ urgency: "high", diagnosis: "Brake failure: do not drive" });
    expect(data.causes.join(" ")).toMatch(/hydraulic failure/i);
    expect(data.nextSteps.join(" ")).toMatch(/do not drive the car/i);
  });
});

test("whatever else is answered, ice on the AC is never a thermostat setting", () => {
  const { questions, ask, find } = open("ac-not-cooling", 5);
  const ice = find("Ice or frost");
  const none = find(NO_DANGER);
  const iced = listCombinations(questions).filter((hash) =>
    [ice, none].every((answer) =>
      splitAnswerPairs(hash).includes(`${answer?.questionId}:${answer?.selectedOptionIndex}`),
    ),
  );
  expect(iced.length).toBeGreaterThan(50);
  for (const hash of iced) {
    const { diagnosis, nextSteps, urgency } = ask(parseHash(hash) ?? []);
    expect(diagnosis, hash).not.toMatch(/thermostat/i);
    expect(nextSteps[0], hash).toBe("Turn cooling off at the thermostat");
    expect(urgency, hash).not.toBe("low");
  }
});

test("whatever else is answered, missing shingles and rain inside are urgent", () => {
  const { questions, ask, find } = open("roof-leak", 5);
  const [missing, none] = [find("Shingles are missing, torn or lifted"), find(NO_DANGER)];
  const rains = [find("In nearly every rain"), find("Only in heavy or wind-driven rain")];
  const holds = (hash: string, answer: Answer | null) =>
    splitAnswerPairs(hash).includes(`${answer?.questionId}:${answer?.selectedOptionIndex}`);
  const leaking = listCombinations(questions).filter(
    (hash) => holds(hash, missing) && holds(hash, none) && rains.some((rain) => holds(hash, rain)),
  );
  expect(leaking.length).toBeGreaterThan(20);
  const calm = leaking.filter((hash) => ask(parseHash(hash) ?? []).urgency !== "high");
  expect(calm.map((hash) => ask(parseHash(hash) ?? []).diagnosis)).toEqual([]);
});

type Walk = { chosen: string[]; data: DiagnosisData };
/**
 * Walks of a quiz in no danger of its first question, with the options by `question/option`: all of
 * a short quiz, of a long one these many.
 */
const DRAWN = 4_000;
const kept = new Map<string, Walk[]>();

function walksOf(slug: string, size: number): Walk[] {
  const name = `${slug} ${size}`;
  const found = kept.get(name);
  if (found) return found;
  const { tree, questions, ask } = open(slug, size);
  const random = createRandom(1);
  const draw = () =>
    questions.map(({ options }, at) => (at === 0 ? 0 : Math.floor(random() * options.length)));
  const all = questions
    .slice(1)
    .reduce<number[][]>(
      (ways, { options }) => ways.flatMap((way) => options.map((_, option) => [...way, option])),
      size === 5 ? [[0]] : [],
    );
  const walks = (size === 5 ? all : Array.from({ length: DRAWN }, draw)).map((way) => ({
    chosen: way.map(
      (option, at) => `${tree.questions[at]?.key}/${tree.questions[at]?.options[option]?.key}`,
    ),
    data: ask(
      way.map((selectedOptionIndex, at) => ({
        questionId: questions[at]?.id ?? "",
        selectedOptionIndex,
      })),
    ),
  }));
  kept.set(name, walks);
  return walks;
}

/**
 * Answers after which nobody may be told that it can wait: tree, answers that come together, the
 * least urgency.
 */
const LEAST: [string, string[], Urgency][] = [
  ["brake-noise", ["wheel-look/wet"], "high"],
  ["brake-noise", ["pedal/low"], "high"],
  ["brake-noise", ["wheel-look/grooves"], "medium"],
  ["brake-noise", ["wheel-look/dust"], "medium"],
  ["brake-noise", ["pedal/drift"], "medium"],
  ["brake-noise", ["pedal/pulse"], "medium"],
  ["brake-noise", ["sound/clunk"], "medium"],
  ["brake-noise", ["sound/hum"], "medium"],
  ["brake-noise", ["sound/grind", "when/braking"], "medium"],
  ["water-heater-problem", ["leak/bottom", "type/gas"], "high"],
  ["water-heater-problem", ["leak/bottom", "type/electric"], "high"],
  ["water-heater-problem", ["leak/bottom", "type/unknown"], "high"],
  ["water-heater-problem", ["leak/top", "taps/hot"], "high"],
  ["water-heater-problem", ["leak/bottom"], "medium"],
  ["water-heater-problem", ["leak/top"], "medium"],
  ["water-heater-problem", ["leak/unsure"], "medium"],
  ["water-heater-problem", ["trouble/leak"], "medium"],
  ["water-heater-problem", ["taps/hot"], "medium"],
  ["clogged-drain", ["backup/others"], "medium"],
  ["clogged-drain", ["which/many"], "medium"],
  ["clogged-drain", ["start/rain"], "medium"],
  ["clogged-drain", ["which/toilet", "backup/gurgle"], "medium"],
  ["clogged-drain", ["tried/cleaner"], "medium"],
  ["clogged-drain", ["yard/wet"], "medium"],
  ["clogged-drain", ["yard/sunken"], "medium"],
  ["ac-not-cooling", ["ice/yes"], "medium"],
  ["ac-not-cooling", ["ice/water"], "medium"],
  ["ac-not-cooling", ["outdoor/hums"], "medium"],
  ["ac-not-cooling", ["outdoor/loud"], "medium"],
  ["ac-not-cooling", ["air/none", "outdoor/runs"], "medium"],
  ["furnace-not-heating", ["look/water"], "medium"],
  ["furnace-not-heating", ["fuel/no"], "medium"],
  ["furnace-not-heating", ["sound/no-flame"], "medium"],
  ["furnace-not-heating", ["sound/short-flame"], "medium"],
  ["furnace-not-heating", ["sound/burns", "air/none"], "medium"],
  ["breaker-keeps-tripping", ["timing/at-once"], "medium"],
  ["breaker-keeps-tripping", ["unplug/still-trips"], "medium"],
  ["breaker-keeps-tripping", ["which/main"], "medium"],
  ["breaker-keeps-tripping", ["running/nothing"], "medium"],
  ["breaker-keeps-tripping", ["change/work"], "medium"],
  ["breaker-keeps-tripping", ["change/water"], "medium"],
  ["breaker-keeps-tripping", ["weather/rain"], "medium"],
  ["breaker-keeps-tripping", ["handle/snaps"], "medium"],
  ["breaker-keeps-tripping", ["lights/flicker"], "medium"],
  ["breaker-keeps-tripping", ["lights/loose-plugs"], "medium"],
  ["car-wont-start", ["sound/bang"], "medium"],
  ["car-wont-start", ["sound/fast"], "medium"],
  ["car-wont-start", ["dash/engine"], "medium"],
  ["car-wont-start", ["dash/battery"], "medium"],
  ["roof-leak", ["ground/missing"], "medium"],
  ["roof-leak", ["ground/missing", "when/any-rain"], "high"],
  ["roof-leak", ["ground/missing", "when/hard-rain"], "high"],
  ["roof-leak", ["ground/ice"], "medium"],
  ["roof-leak", ["when/snow"], "medium"],
  ["roof-leak", ["attic/machine"], "medium"],
];

test.each(LEAST)(
  "%s: whoever answers %s is told of at least %s urgency",
  (slug, options, least) => {
    const having = (size: number) =>
      walksOf(slug, size).filter(({ chosen }) =>
        options.every((option) => chosen.includes(option)),
      );
    expect(having(10).length).toBeGreaterThan(0);
    const calm = [...having(5), ...having(10)].filter(
      ({ data }) => URGENCY_RANK[data.urgency] < URGENCY_RANK[least],
    );
    expect(calm.map(({ chosen, data }) => `${chosen.join(" ")}: ${data.diagnosis}`)).toEqual([]);
  },
);

/** Words that a result after an answer never has: tree, answer, title and steps. */
const NEVER: [string, string, RegExp][] = [
  ["brake-noise", "wheel-look/wet", /thin rust|gentle stops|drive gently/i],
  ["brake-noise", "wheel-look/grooves", /thin rust|glazed|gentle stops/i],
  ["brake-noise", "pedal/low", /thin rust|gentle stops|drive gently/i],
  ["brake-noise", "pedal/drift", /thin rust|gentle stops/i],
  ["clogged-drain", "backup/others", /in the toilet itself|(?<!not )plunge|flange/i],
  ["clogged-drain", "which/neighbors", /in the toilet itself/i],
  ["roof-leak", "when/dry", /blocked gutters/i],
  ["roof-leak", "when/any-rain", /attic moisture/i],
  ["roof-leak", "when/hard-rain", /attic moisture/i],
  ["breaker-keeps-tripping", "which/double", /too few circuits|too much plugged in/i],
  ["clogged-drain", "which/many", /in the toilet itself|(?<!not )plunge|flange/i],
  ["ac-not-cooling", "ice/yes", /leave the fan on|until all the ice/i],
  ["car-wont-start", "crank/dark", /flooded|fresh gas/i],
];

test.each(NEVER)("%s: whoever answers %s never reads %s", (slug, option, words) => {
  const wrong = walksOf(slug, 5).filter(
    ({ chosen, data }) =>
      chosen.includes(option) && words.test([data.diagnosis, ...data.nextSteps].join(". ")),
  );
  expect(wrong.map(({ chosen, data }) => `${chosen.join(" ")}: ${data.diagnosis}`)).toEqual([]);
});

/** The first thing to do after an answer. */
const FIRST: [string, string[], RegExp][] = [
  ["brake-noise", ["wheel-look/wet"], /^Do not drive/],
  ["brake-noise", ["pedal/low"], /^Do not drive/],
  ["brake-noise", ["wheel-look/grooves", "pedal/normal"], /^Do not drive/],
  ["water-heater-problem", ["leak/bottom", "type/gas"], /^Close the cold water valve/],
  ["water-heater-problem", ["leak/bottom", "type/electric"], /^Close the cold water valve/],
  ["water-heater-problem", ["leak/bottom", "type/unknown"], /^Close the cold water valve/],
  ["clogged-drain", ["backup/others"], /^Stop using all water/],
  ["furnace-not-heating", ["look/water"], /^Turn the heat off/],
  ["breaker-keeps-tripping", ["change/work", "which/plain"], /^Leave the breaker off/],
];

test.each(FIRST)("%s: whoever answers %s reads %s first", (slug, options, first) => {
  const walks = walksOf(slug, 5).filter(({ chosen }) =>
    options.every((option) => chosen.includes(option)),
  );
  expect(walks.length).toBeGreaterThan(10);
  expect(
    walks
      .filter(({ data }) => !first.test(data.nextSteps[0] ?? ""))
      .map(({ chosen, data }) => `${chosen.join(" ")}: ${data.nextSteps[0]}`),
  ).toEqual([]);
});

test("with an oily streak, the calm result that once came is a danger", () => {
  expect(open("brake-noise", 5).ask(parseHash("1:0,2:2,3:4,4:3,5:0") ?? [])).toMatchObject({
    urgency: "high",
    diagnosis: "Possible brake fluid leak: do not drive",
  });
});

test("an iced AC is told once what to do with the fan, and what if no air comes", () => {
  const { nextSteps } = open("ac-not-cooling", 5).ask(parseHash("1:0,2:3,3:0,4:3,5:0") ?? []);
  expect(nextSteps.filter((step) => /fan to On|fan on/.test(step))).toHaveLength(1);
  expect(nextSteps.join(" ")).toMatch(/If no air comes.* switch the fan off/);
});
