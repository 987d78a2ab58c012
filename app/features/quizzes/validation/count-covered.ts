import { createRandom } from "#app/lib/seeded-random.ts";
import { countCombinations } from "../engine/combinations.ts";
import { formatAnswerPair } from "../engine/hash-answers.ts";
import type { DraftOutcome } from "../generation/build-quiz.ts";
import type { Question } from "../schema.ts";

/** Sample size for quizzes with more combinations. */
const SAMPLES = 4_000;

/**
 * Counts the combinations of answers that are covered once each outcome is added: one growing
 * number per outcome, the last one being all combinations. For large quizzes this is a
 * deterministic estimate.
 */
export function countCovered(
  questions: readonly Pick<Question, "id" | "options">[],
  outcomes: readonly DraftOutcome[],
): number[] {
  const total = countCombinations(questions);
  const sizes = questions.map(({ options }) => options.length);
  const bases = sizes.map((_, at) => sizes.slice(0, at).reduce((sum, size) => sum + size, 0));
  const places = new Map(
    questions.flatMap(({ id, options }, at) =>
      options.map(
        (_, option) => [formatAnswerPair(id, option), (bases[at] ?? 0) + option] as const,
      ),
    ),
  );
  const weights = outcomes.map((outcome) => {
    const list = new Float64Array(places.size);
    for (const [pair, weight] of Object.entries(outcome.weights))
      list[places.get(pair) ?? 0] = weight;
    return list;
  });
  const answeredBy = new Array<number>(outcomes.length).fill(0);
  const samples = outcomes.length === 0 ? 0 : Math.min(total, SAMPLES);
  const random = createRandom(questions.length);
  for (let sample = 0; sample < samples; sample++) {
    const item = findLikeliest(
      decodeCombination(total <= SAMPLES ? sample : Math.floor(random() * total)),
    );
    answeredBy[item] = (answeredBy[item] ?? 0) + 1;
  }
  let covered = 0;
  return answeredBy.map((count, item) => {
    covered += count;
    return item === answeredBy.length - 1
      ? total
      : Math.round((covered / Math.max(1, samples)) * total);
  });

  function decodeCombination(index: number): number[] {
    let rest = index;
    return sizes.map((size, at) => {
      const option = rest % size;
      rest = Math.floor(rest / size);
      return (bases[at] ?? 0) + option;
    });
  }
  function findLikeliest(answers: readonly number[]): number {
    const scores = outcomes.map(({ bias }, at) =>
      answers.reduce((sum, place) => sum + (weights[at]?.[place] ?? 0), bias),
    );
    return scores.indexOf(Math.max(...scores));
  }
}
