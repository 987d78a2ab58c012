import { listLastDays, toBusinessDay } from "#app/lib/business-days.ts";
import type { CountRow } from "./demo-counts.server.ts";
import type { DemoRequest } from "./generate-requests.ts";
import type { DemoQuiz } from "./read-quizzes.server.ts";
import { createSeededRandom, type Random } from "./seeded-random.ts";

/** The metrics of a quiz cover three months. */
const DAYS_COUNTED = 100;
/** Visitors who finish the quiz without a request, for each request and on each day. */
const READERS_PER_REQUEST = 2.2;
const READERS_PER_DAY = 0.8;
/** Shares of the visitors at a question: who leaves at the first, at a later one, or is stopped by a danger. */
const LEAVE_FIRST_SHARE = 0.38;
const LEAVE_LATER_SHARE = 0.09;
const DANGER_SHARE = 0.03;
/** Share of results that come from rules; the others are generic. */
const MODEL_SHARE = 0.86;

type TalliedRequest = Pick<DemoRequest, "created_at" | "additional_details">;
export type QuizTally = ReturnType<typeof createQuizTally>;

/** Counts the requests that came from each quiz on each day of the business. */
export function createQuizTally(timeZone: string) {
  const counts = new Map<string, number>();
  const buildKey = (slug: string, day: string) => `${day} ${slug}`;
  return {
    add({ created_at: at, additional_details: { quiz_slug: slug } }: TalliedRequest): void {
      if (typeof slug !== "string") return;
      const key = buildKey(slug, toBusinessDay(new Date(at), timeZone));
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    of: (slug: string, day: string) => counts.get(buildKey(slug, day)) ?? 0,
  };
}

type Options = {
  seed: number;
  now: Date;
  timeZone: string;
  quizzes: readonly DemoQuiz[];
  tally: QuizTally;
};

/**
 * Counts of visitors' steps in each quiz on each of the last days. Everyone who sent a request from a
 * quiz has finished it.
 */
export function generateQuizCounts({ seed, now, timeZone, quizzes, tally }: Options): CountRow[] {
  const random = createSeededRandom(seed, "quiz counts");
  const { names: days } = listLastDays(now, { count: DAYS_COUNTED, timeZone });
  return quizzes.flatMap((quiz) =>
    days.flatMap((day) =>
      [...countDay(random, quiz, tally.of(quiz.slug, day))].map(([name, count]) => ({
        day,
        name: quiz.id + name,
        count,
      })),
    ),
  );
}

/** Rounds up or down at random, so that the mean stays right. */
const roundRandomly = (random: Random, number: number) => Math.floor(number + random.next());

/** The counts of one day, from the result back to the first question, as the quiz's script counts them. */
function countDay(
  random: Random,
  { questions, dangerQuestions }: DemoQuiz,
  requests: number,
): Map<string, number> {
  const finished =
    requests +
    roundRandomly(random, requests * READERS_PER_REQUEST + 2 * READERS_PER_DAY * random.next());
  const counts = new Map([["finish", finished]]);
  let [next, stops, start] = [finished, 0, finished];
  for (const [at, { id }] of [...questions.entries()].toReversed()) {
    const stopped = dangerQuestions.has(id) ? roundRandomly(random, next * DANGER_SHARE) : 0;
    const left = at === 0 ? LEAVE_FIRST_SHARE : LEAVE_LATER_SHARE;
    // A visitor who passed the first question, or was stopped at it, has started.
    start = next + stopped;
    next = start + roundRandomly(random, (start * left) / (1 - left));
    stops += stopped;
    counts.set(`question:${id}`, next);
    if (dangerQuestions.has(id)) counts.set(`danger:${id}`, stopped);
  }
  const byModel = Math.min(finished, roundRandomly(random, finished * MODEL_SHARE));
  return new Map([
    ...counts,
    ["view", next],
    ["start", start],
    ["layer:model", byModel],
    ["layer:generic", finished - byModel],
    ["layer:danger", stops],
  ]);
}
