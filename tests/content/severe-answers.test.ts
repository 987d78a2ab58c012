import { describe, expect, test } from "vitest";
import { URGENCY_RANK, type Urgency } from "#app/features/quizzes/constants.ts";
import { formatAnswerPair } from "#app/features/quizzes/engine/hash-answers.ts";
import { TREE_QUESTIONS } from "#app/features/quizzes/generation/fault-tree-schema.ts";
import type { Answer } from "#app/features/quizzes/schema.ts";
import { createRandom } from "#app/lib/seeded-random.ts";
import { drawIndex, openTree } from "./open-tree.ts";

const SAMPLE_SIZE = 2_000;
/** With more combinations than these, a sample is checked. */
const MAX_COMBINATIONS = 3_000;
const SIZES = [5, TREE_QUESTIONS];

/**
 * Answers whose urgency no other answers may lower: by tree, minimum urgency → question/option;
 * answers given together are joined with "+". Dangers of the first question have their own test.
 */
const SEVERE_ANSWERS: Record<string, Partial<Record<Urgency, string[]>>> = {
  "car-shakes": {
    high: ["when/slow+before/wheel-work", "sound/bump-clunk+before/wheel-work", "tires/nut"],
    medium: [
      "before/wheel-work",
      "tires/dent",
      "tires/uneven",
      "light/flashed",
      "sound/bump-clunk",
    ],
  },
  "dead-outlet": {
    high: ["lights/bright-dim"],
    medium: [
      "breaker/trips-again",
      "extent/half-house",
      "test/wiggle",
      "test/comes-goes",
      "grip/moves",
      "grip/loose",
      "lights/flicker",
      "button/refuses",
    ],
  },
  "engine-overheating": {
    high: ["level/milky", "engine/knock", "look/belt"],
    medium: [
      "gauge/red",
      "level/low",
      "engine/squeal",
      "heater/cold",
      "puddle/colored",
      "puddle/carpet",
      "look/crust",
    ],
  },
  "transmission-slipping": { high: ["light/hot"], medium: ["feel/no-drive", "feel/revs"] },
  "garage-door-wont-open": {
    high: ["weight/heavy", "spring-look/gap"],
    medium: ["weight/jams", "before/bump"],
  },
  "drafty-windows": { medium: ["glass/cracked", "close/drops"] },
  "ac-leaking-water": { medium: ["ice/ice-weak", "ice/ice-strong", "where/ceiling"] },
  "car-ac-not-cold": { medium: ["start/noise", "fan/no"] },
  "check-engine-light": {
    medium: [
      "light/flashed",
      "sound/knock",
      "lights/oil-low",
      "lights/gauge",
      "lights/battery",
      "feel/idle",
      "feel/shakes",
    ],
  },
  "flickering-lights": {
    medium: [
      "where/house",
      "where/rooms",
      "other/outlets",
      "other/trips",
      "other/stain",
      "when/weather",
    ],
  },
  "foundation-cracks": {
    medium: [
      "shape/level",
      "width/wide",
      "season/grows",
      "house/slope",
      "water/dry-wet",
      "leak/sound",
    ],
  },
  "garbage-disposal-trouble": {
    medium: ["power/trips", "reset/pops", "smell/hot", "leak/bottom", "leak/top", "leak/side"],
  },
  "heat-pump-not-heating": { medium: ["outdoor/loud", "outdoor/hums", "ice/thick"] },
  "low-water-pressure": { medium: ["signs/wet", "signs/noise"] },
  "musty-smell": { medium: ["see/stain", "see/floor", "leak-signs/sound", "drains/toilet"] },
  "noisy-heating-cooling": {
    high: ["sound/bang+where/indoor+mode/heat"],
    medium: [
      "sound/bang+where/indoor",
      "sound/bang+where/unknown",
      "sound/bang+mode/heat",
      "sound/squeal",
      "sound/buzz+works/no-start",
    ],
  },
  "running-toilet": { medium: ["outside/puddle", "outside/base"] },
  "sticking-door": {
    medium: ["gap/bowed", "changed/wall", "changed/sag", "rub/head+when/sudden", "which/side"],
  },
  "storm-damaged-roof": {
    medium: [
      "storm/tree",
      "look/hole",
      "look/bare",
      "look/lifted",
      "found/shingles",
      "found/plastic",
      "water/fast",
    ],
  },
  "sump-pump-trouble": { medium: ["pit/full", "does/hums"] },
  "water-leak": { medium: ["speed/stream", "sound/hiss", "meter/moves", "began/freeze"] },
  "overflowing-gutters": { medium: ["look/gap", "rain/winter", "standing/wall"] },
};

function build(slug: string, size: number) {
  const { tree, questions, outcomes, diagnoseAnswers } = openTree(slug, size);
  /** Question index → option index of an answer; null where a quiz of this size does not ask it. */
  const find = (answer: string): Map<number, number> | null => {
    const positions = new Map<number, number>();
    for (const part of answer.split("+")) {
      const [question, option] = part.split("/");
      const at = tree.questions.findIndex(({ key }) => key === question);
      const index = tree.questions[at]?.options.findIndex(({ key }) => key === option) ?? -1;
      if (index < 0) throw new Error(`${slug} has no ${part}`);
      if (at >= size) return null;
      positions.set(at, index);
    }
    return positions;
  };
  return { questions, outcomes, diagnoseAnswers, find };
}
type Quiz = ReturnType<typeof build>;

/** Sets of answers that contain the given ones and no danger: all, or a sample of too many. */
function* generateAnswerSets(
  { questions, outcomes }: Quiz,
  fixed: ReadonlyMap<number, number>,
): Generator<Answer[]> {
  const choices = questions.map(({ options }, at) => {
    if (at === 0) return [0];
    const option = fixed.get(at);
    return option === undefined ? [...options.keys()] : [option];
  });
  const toAnswers = (picks: readonly number[]) =>
    questions.map(({ id }, at) => ({ questionId: id, selectedOptionIndex: picks[at] ?? 0 }));
  if (choices.reduce((product, { length }) => product * length, 1) <= MAX_COMBINATIONS) {
    const all = choices.reduce<number[][]>(
      (picks, options) => picks.flatMap((before) => options.map((option) => [...before, option])),
      [[]],
    );
    for (const picks of all) yield toAnswers(picks);
    return;
  }
  const random = createRandom(1);
  for (let sample = 0; sample < SAMPLE_SIZE; sample++) {
    // Half of the sets are random; the others point to one cause, in turn to each.
    const cause = sample % 2 === 0 ? null : outcomes[(sample >> 1) % outcomes.length];
    yield toAnswers(
      choices.map(
        (options, at) =>
          options[
            drawIndex(
              options.map((option) =>
                Math.exp(cause?.weights[formatAnswerPair(questions[at]?.id ?? "", option)] ?? 0),
              ),
              random,
            )
          ] ?? 0,
      ),
    );
  }
}

const ROWS = Object.entries(SEVERE_ANSWERS).flatMap(([slug, byUrgency]) =>
  Object.entries(byUrgency).flatMap(([urgency, answers]) =>
    answers.map((answer) => ({ slug, answer, minimum: urgency as Urgency })),
  ),
);

describe.each(SIZES)("with %i questions", (size) => {
  test.each(ROWS)(
    "$slug: with any other answers, $answer leads to at least $minimum urgency",
    ({ slug, answer, minimum }) => {
      const quiz = build(slug, size);
      const fixed = quiz.find(answer);
      if (!fixed) {
        expect(size).toBeLessThan(TREE_QUESTIONS);
        return;
      }
      for (const answers of generateAnswerSets(quiz, fixed)) {
        const { data } = quiz.diagnoseAnswers(answers);
        if (URGENCY_RANK[data.urgency] < URGENCY_RANK[minimum])
          expect.fail(
            `${answers.map(({ selectedOptionIndex }) => selectedOptionIndex).join(",")}: ${data.urgency}, ${data.diagnosis}`,
          );
      }
    },
  );
});

test("no result tells people to lift a door with a broken spring, or to drive with a loose wheel", () => {
  for (const [slug, answer, forbidden] of [
    ["garage-door-wont-open", "weight/heavy", /^(?!.*\bnot\b).*(pull the red handle|press the)/i],
    ["transmission-slipping", "feel/no-drive", /drive gently|drive slowly|drive as little/i],
    ["dead-outlet", "breaker/trips-again", /^press reset|then press reset/i],
    ["car-shakes", "before/wheel-work", /drive gently|low speeds|short and slow/i],
    ["car-shakes", "tires/nut", /drive gently|low speeds|short and slow/i],
    ["transmission-slipping", "light/hot", /drive gently|drive slowly|drive as little/i],
    ["engine-overheating", "gauge/red", /drive slowly/i],
  ] as const) {
    const quiz = build(slug, TREE_QUESTIONS);
    const fixed = quiz.find(answer) ?? new Map<number, number>();
    for (const answers of generateAnswerSets(quiz, fixed))
      for (const step of quiz.diagnoseAnswers(answers).data.nextSteps)
        expect(step, `${slug} ${answer}`).not.toMatch(forbidden);
  }
});
