import type { JobContext } from "#app/app-context.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { type Job, NIGHTLY_EVERY_MS } from "#app/lib/job.ts";
import { pruneRateLimits } from "#app/lib/rate-limit.server.ts";
import { runRetention } from "./run-retention.server.ts";

/** Deletes data after the retention times of the settings, and expired rate limits. */
export const privacyJobs = ({ db, now, settings }: JobContext): Job[] => [
  {
    id: "retain",
    everyMs: NIGHTLY_EVERY_MS,
    run: async (signal) =>
      runRetention(db, { now: now(), timeZone: (await settings.get()).timeZone, signal }),
  },
  {
    id: "prune-rate-limits",
    everyMs: 10 * MINUTE_MS,
    run: () => pruneRateLimits(db, now()),
  },
];
