import { z } from "zod";

const wholeNumber = (min: number, max: number, unit: string) => {
  const message = `Enter a whole number of ${unit} from ${min} to ${max}.`;
  return z.coerce
    .number({ error: message })
    .int({ error: message })
    .min(min, { error: message })
    .max(max, { error: message });
};

/** How long data is retained, in the same table as the site's settings. */
export const retentionSchema = z.object({
  /** Months after the last activity until a closed request loses its personal data. */
  retainClosedMonths: wholeNumber(6, 120, "months").default(24),
  /** The same for requests that are not closed. */
  retainOpenMonths: wholeNumber(12, 120, "months").default(24),
  /** Days that a staff member's browser is remembered after its last sign-in. */
  retainDeviceDays: wholeNumber(7, 365, "days").default(90),
});
export type RetentionSettings = z.infer<typeof retentionSchema>;
export type RetentionField = keyof RetentionSettings;

/** The law requires proof of consent for years; no job deletes a consent record. */
export const CONSENT_MONTHS = 60;
export const EXPIRED_SESSION_DAYS = 7;
export const USED_CODE_DAYS = 1;
export const OLD_LINK_DAYS = 30;
/** How long deleted quizzes and articles can be restored. */
export const RESTORE_DAYS = 30;
export const DRAFT_DAYS = 90;
export const JOB_DAYS = 30;
/** Papers of providers: after staff refused one, and after an accepted one ended. */
export const REFUSED_PAPER_DAYS = 90;
export const ENDED_PAPER_DAYS = 365;
/** Changes of a provider's profile, after staff decided about them. */
export const DECIDED_CHANGE_DAYS = 730;
/** Calls of the API, which contain no personal data. */
export const API_CALL_DAYS = 180;
