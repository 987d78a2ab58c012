import { getSafetyPath } from "#app/features/quizzes/generation/emergency-topics.ts";
import { findSearchedEmergency } from "#app/features/quizzes/generation/fault-trees.server.ts";
import { type SafetyRule, toLines } from "#app/features/quizzes/schema.ts";
import { MAX_CHECKED } from "./constants.ts";
import type { Danger } from "./schema.ts";

/** What the site's search says to do about these words, before any result; null without a danger. */
export function findDangerInWords(words: string, origin: string): Danger | null {
  const emergency = findSearchedEmergency(words.slice(0, MAX_CHECKED));
  return (
    emergency && {
      headline: emergency.headline,
      call911: emergency.call911,
      alsoCall: emergency.alsoCall ?? null,
      steps: emergency.steps,
      page: origin + getSafetyPath(emergency),
    }
  );
}

/**
 * The danger screen of a quiz.
 * @param page absolute URL of that screen
 */
export const describeRule = (rule: SafetyRule, page: string): Danger => ({
  headline: rule.headline || rule.name,
  call911: rule.call911,
  alsoCall: rule.alsoCall || null,
  steps: toLines(rule.instruction),
  page,
});
