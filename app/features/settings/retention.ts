import { z } from "zod";

const whole = (least: number, most: number, unit: string) => {
  const message = `Enter a whole number of ${unit} from ${least} to ${most}.`;
  return z.coerce.number({ error: message }).int({ error: message }).min(least, { error: message }).max(most, { error: message });
};

/** How long things are kept, in the table settings beside those of the site. */
export const retentionSchema = z.object({
  /** Months that a closed request keeps its name, contacts and words after the last thing that happened to it. */
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

/** Local hours in which the nightly run starts, and when it is late enough to run at any hour. */
const NIGHT = { from: 2, until: 5 };
const HOUR_MS = 60 * 60_000;
const AT_LEAST_HOURS = 20;
const LATE_AFTER_HOURS = 26;

/** Whether the nightly run is due: once a night, or as soon as possible where a night was missed. */
export function isRetentionDue({ now, lastRunAt, timeZone }: { now: Date; lastRunAt: Date | null; timeZone: string }): boolean {
  if (!lastRunAt) return true;
  const hours = (now.getTime() - lastRunAt.getTime()) / HOUR_MS;
  if (hours >= LATE_AFTER_HOURS) return true;
  const hour = Number(new Intl.DateTimeFormat("en-US", { hour: "numeric", hourCycle: "h23", timeZone }).format(now));
  return hours >= AT_LEAST_HOURS && hour >= NIGHT.from && hour < NIGHT.until;
}
