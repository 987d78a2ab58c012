import { z } from "zod";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";

const MAX_MINUTES = DAY_MS / MINUTE_MS;
const DEFAULT_MINUTES = 30;
const DEFAULT_EMERGENCY_MINUTES = 10;

const minutesSchema = (minutes: number) =>
  z
    .preprocess(
      // An empty field is no number, and a stored number stays one.
      (value) => (typeof value === "string" && value.trim() ? Number(value) : value),
      z
        .number({ error: "Enter a number of minutes." })
        .int({ error: "Enter whole minutes." })
        .min(1, { error: "At least 1 minute." })
        .max(MAX_MINUTES, { error: `At most ${MAX_MINUTES} minutes, which is a day.` }),
    )
    .default(minutes);

/** How long an assigned request waits for a first attempt; each field is a row of `settings`. */
export const returnSettingsSchema = z.object({
  /** Minutes of the office's hours. */
  returnMinutes: minutesSchema(DEFAULT_MINUTES),
  /** Minutes of the emergency hours. */
  emergencyReturnMinutes: minutesSchema(DEFAULT_EMERGENCY_MINUTES),
});
export type ReturnSettings = z.infer<typeof returnSettingsSchema>;
export type ReturnField = keyof ReturnSettings;
