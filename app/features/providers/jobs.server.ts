import type { JobContext } from "#app/app-context.ts";
import { type Job, NIGHTLY_EVERY_MS } from "#app/lib/job.ts";
import {
  NIGHTLY_CHECK_ACTOR,
  proposeStatusesNightly,
} from "./verification/propose-statuses.server.ts";

/** Proposes a status for providers whose evidence has expired or is complete. */
export const providerJobs = ({ db, now, settings }: JobContext): Job[] => [
  {
    id: "propose-statuses",
    everyMs: NIGHTLY_EVERY_MS,
    run: async (signal) =>
      proposeStatusesNightly(
        { db, actor: NIGHTLY_CHECK_ACTOR, now: now() },
        { timeZone: (await settings.get()).timeZone, signal },
      ),
  },
];
