import type { Confidence } from "../engine/diagnose.ts";

/** From these posteriors on, a result is called a strong or a good match; below, a best guess. */
const STRONG_MATCH = 0.85;
const GOOD_MATCH = 0.65;

/** How sure a result is, in words, such as "Good match: fits 4 of your 5 answers." */
export function describeConfidence({ posterior, fitting, answers }: Confidence): string {
  const words =
    posterior >= STRONG_MATCH
      ? "Strong match"
      : posterior >= GOOD_MATCH
        ? "Good match"
        : "Best guess";
  const share =
    fitting === answers
      ? `all ${answers} of your answers`
      : `${fitting} of your ${answers} answers`;
  return `${words}: fits ${share}.`;
}
