import { expect, test } from "vitest";
import { URGENCY_RANK, type Urgency } from "#app/features/quizzes/constants.ts";
import type { DiagnosisData } from "#app/features/quizzes/schema.ts";
import { createRandom } from "#app/lib/seeded-random.ts";
import { openTree } from "./open-tree.ts";

type AnswerSet = { options: string[]; data: DiagnosisData };
/** How many sets of answers are drawn for a long quiz; of a short one all are checked. */
const DRAWN_SETS = 4_000;
const cache = new Map<string, AnswerSet[]>();

/** Sets of answers without a danger in the first question; options as `question/option`. */
function listAnswerSets(slug: string, size: 5 | 10): AnswerSet[] {
  const name = `${slug} ${size}`;
  const cached = cache.get(name);
  if (cached) return cached;
  const { tree, questions, diagnoseAnswers } = openTree(slug, size);
  const random = createRandom(1);
  const draw = () =>
    questions.map(({ options }, at) => (at === 0 ? 0 : Math.floor(random() * options.length)));
  const listAll = () =>
    questions
      .slice(1)
      .reduce<number[][]>(
        (sets, { options }) => sets.flatMap((set) => options.map((_, option) => [...set, option])),
        [[0]],
      );
  const sets = (size === 5 ? listAll() : Array.from({ length: DRAWN_SETS }, draw)).map((set) => ({
    options: set.map(
      (option, at) => `${tree.questions[at]?.key}/${tree.questions[at]?.options[option]?.key}`,
    ),
    data: diagnoseAnswers(
      set.map((selectedOptionIndex, at) => ({
        questionId: questions[at]?.id ?? "",
        selectedOptionIndex,
      })),
    ).data,
  }));
  cache.set(name, sets);
  return sets;
}

const formatSet = ({ options, data }: AnswerSet) => `${options.join(" ")}: ${data.diagnosis}`;

/** Answers that need attention soon: tree, answers given together, minimum urgency of the result. */
const MIN_URGENCY: [string, string[], Urgency][] = [
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

test.each(MIN_URGENCY)(
  "%s: the answers %s lead to at least %s urgency",
  (slug, answers, minimum) => {
    const listMatching = (size: 5 | 10) =>
      listAnswerSets(slug, size).filter(({ options }) =>
        answers.every((answer) => options.includes(answer)),
      );
    expect(listMatching(10).length).toBeGreaterThan(0);
    const tooLow = [...listMatching(5), ...listMatching(10)].filter(
      ({ data }) => URGENCY_RANK[data.urgency] < URGENCY_RANK[minimum],
    );
    expect(tooLow.map(formatSet)).toEqual([]);
  },
);

/** Words that results must not contain: tree, answer, words of title or steps. */
const FORBIDDEN_WORDS: [string, string, RegExp][] = [
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

test.each(FORBIDDEN_WORDS)(
  "%s: results of the answer %s never contain %s",
  (slug, answer, words) => {
    const wrong = listAnswerSets(slug, 5).filter(
      ({ options, data }) =>
        options.includes(answer) && words.test([data.diagnosis, ...data.nextSteps].join(". ")),
    );
    expect(wrong.map(formatSet)).toEqual([]);
  },
);

/** The first step of results: tree, answers given together, start of the step. */
const FIRST_STEPS: [string, string[], RegExp][] = [
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

test.each(FIRST_STEPS)("%s: the first step after the answers %s is %s", (slug, answers, first) => {
  const matching = listAnswerSets(slug, 5).filter(({ options }) =>
    answers.every((answer) => options.includes(answer)),
  );
  expect(matching.length).toBeGreaterThan(10);
  const wrong = matching.filter(({ data }) => !first.test(data.nextSteps[0] ?? ""));
  expect(wrong.map(({ options, data }) => `${options.join(" ")}: ${data.nextSteps[0]}`)).toEqual(
    [],
  );
});
