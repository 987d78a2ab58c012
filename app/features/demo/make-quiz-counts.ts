import { listLastDays, toBusinessDay } from "#app/lib/business-days.ts";
import type { CountRow } from "./demo-counts.server.ts";
import { createDemoRandom, type Random } from "./make-random.ts";
import type { DemoRequest } from "./make-requests.ts";
import type { DemoQuiz } from "./read-quizzes.server.ts";

/** Figures of a quiz reach back three months. */
const DAYS_COUNTED = 100;
/**
 * For one who sends a request, so many others read the result and leave; some days bring only
 * readers.
 */
const READERS_PER_REQUEST = 2.2;
const READERS_A_DAY = 0.8;
/**
 * Shares of those who come to a question: who leaves at the first one, at a later one, and whom a
 * danger stops.
 */
const LEAVE_FIRST = 0.38;
const LEAVE_LATER = 0.09;
const STOPPED = 0.03;
/** Results of the rules; the others are general ones. */
const BY_MODEL = 0.86;

type Tallied = Pick<DemoRequest, "created_at" | "additional_details">;
export type QuizTally = ReturnType<typeof createQuizTally>;

/** Counts the requests that came from each quiz on each day of the business. */
export function createQuizTally(timeZone: string) {
  const counts = new Map<string, number>();
  const keyOf = (slug: string, day: string) => `${day} ${slug}`;
  return {
    add({ created_at: at, additional_details: { quiz_slug: slug } }: Tallied): void {
      if (typeof slug !== "string") return;
      const key = keyOf(slug, toBusinessDay(new Date(at), timeZone));
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    of: (slug: string, day: string) => counts.get(keyOf(slug, day)) ?? 0,
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
 * What visitors did with each quiz on each of the last days: everyone who sent a request from it
 * had come to its result.
 */
export function makeQuizCounts({ seed, now, timeZone, quizzes, tally }: Options): CountRow[] {
  const random = createDemoRandom(seed, "quiz counts");
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

/** A share of a number, rounded up or down so that the mean is right. */
const about = (random: Random, number: number) => Math.floor(number + random.next());

/**
 * The counts of one day, made from the result back to the first question; as the script of the page
 * counts.
 */
function countDay(
  random: Random,
  { questions, dangerQuestions }: DemoQuiz,
  requests: number,
): Map<string, number> {
  const finished =
    requests + about(random, requests * READERS_PER_REQUEST + 2 * READERS_A_DAY * random.next());
  const counts = new Map([["finish", finished]]);
  let [next, stops, start] = [finished, 0, finished];
  for (const [at, { id }] of [...questions.entries()].toReversed()) {
    const stopped = dangerQuestions.has(id) ? about(random, next * STOPPED) : 0;
    const left = at === 0 ? LEAVE_FIRST : LEAVE_LATER;
    // Whoever went past the first question, or was stopped at it, has begun.
    start = next + stopped;
    next = start + about(random, (start * left) / (1 - left));
    stops += stopped;
    counts.set(`question:${id}`, next);
    if (dangerQuestions.has(id)) counts.set(`danger:${id}`, stopped);
  }
  const byModel = Math.min(finished, about(random, finished * BY_MODEL));
  return new Map([
    ...counts,
    ["view", next],
    ["start", start],
    ["layer:model", byModel],
    ["layer:generic", finished - byModel],
    ["layer:danger", stops],
  ]);
}
