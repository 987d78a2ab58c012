import type { QuizEvent } from "#app/features/analytics/constants.ts";
import { type Player, storage } from "./quiz-player.ts";

/** Session storage: the furthest question that was counted, by slug. */
const COUNTED_KEY = "quiz-counted";

function readCounted(): Record<string, number> {
  try {
    return JSON.parse(storage.read(COUNTED_KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
export const setCounted = (slug: string, furthest: number) =>
  storage.write(COUNTED_KEY, JSON.stringify({ ...readCounted(), [slug]: furthest }));

/**
 * How much further than its question a state counts: a danger may be followed by the next question,
 * once the answer is changed.
 */
const BEYOND = { question: 0, danger: 0.5, result: 1 };

/**
 * Counts the new progress of the session, up to a question and what its answer led to: going back,
 * and reloading, counts nothing.
 */
export function countProgress(
  { slug, isPreview, questions }: Player,
  question: number,
  shown: keyof typeof BEYOND,
): void {
  const furthest = question + BEYOND[shown];
  const before = readCounted()[slug] ?? 0;
  if (isPreview || furthest <= before) return;
  const sendEvent = (event: QuizEvent) =>
    document.dispatchEvent(new CustomEvent("funnel", { detail: event }));
  if (before === 0) sendEvent({ name: "quiz-view", quiz: slug });
  if (before <= 1 && furthest > 1) sendEvent({ name: "quiz-start", quiz: slug });
  for (const { id } of questions.slice(before, question))
    sendEvent({ name: "quiz-question", quiz: slug, question: id });
  if (shown === "danger")
    sendEvent({ name: "quiz-danger", quiz: slug, question: questions[question - 1]?.id ?? "" });
  if (shown === "result") sendEvent({ name: "quiz-finish", quiz: slug });
  setCounted(slug, furthest);
}
