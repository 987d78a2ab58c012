import { z } from "zod";

const whole = (least: number, most: number, unit: string) => {
  const message = `Enter a whole number of ${unit} from ${least} to ${most}.`;
  return z.coerce
    .number({ error: message })
    .int({ error: message })
    .min(least, { error: message })
    .max(most, { error: message });
};

/** How long things are kept, in the table settings beside those of the site. */
export const retentionSchema = z.object({
  /**
   * Months that a closed request keeps its name, contacts and words after the last thing that
   * happened to it.
   */
  retainClosedMonths: whole(6, 120, "months").default(24),
  /** The same for leads that nobody closed. */
  retainOpenMonths: whole(12, 120, "months").default(24),
  /** Days that a staff member's browser is known after its last sign-in. */
  retainDeviceDays: whole(7, 365, "days").default(90),
});
export type RetentionSettings = z.infer<typeof retentionSchema>;
export type RetentionField = keyof RetentionSettings;

/** Consent records are proof. The law asks for years; no job of this program deletes one. */
export const CONSENT_MONTHS = 60;
/** What is only needed for a moment. */
export const EXPIRED_SESSION_DAYS = 7;
export const USED_CODE_DAYS = 1;
export const OLD_LINK_DAYS = 30;
/** How long deleted quizzes and articles can be brought back. */
export const RESTORE_DAYS = 30;
export const DRAFT_DAYS = 90;
export const JOB_DAYS = 30;
