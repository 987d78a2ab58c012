import type { JobContext } from "#app/app-context.ts";
import { SECOND_MS } from "#app/lib/durations.ts";
import { type Job, NIGHTLY_EVERY_MS } from "#app/lib/job.ts";
import { mailProviderNotices } from "./notices/mail-notices.server.ts";
import {
  NIGHTLY_CHECK_ACTOR,
  proposeStatusesNightly,
} from "./verification/propose-statuses.server.ts";

/**
 * Proposes a status for providers whose evidence has expired or is complete; mails providers what staff
 * decided about their papers and changes, and former addresses that they were replaced.
 */
export const providerJobs = (context: JobContext): Job[] => [
  {
    id: "mail-provider-notices",
    everyMs: 30 * SECOND_MS,
    run: (signal) => mailProviderNotices(context, signal),
  },
  {
    id: "propose-statuses",
    everyMs: NIGHTLY_EVERY_MS,
    run: async (signal) =>
      proposeStatusesNightly(
        { db: context.db, actor: NIGHTLY_CHECK_ACTOR, now: context.now() },
        { timeZone: (await context.settings.get()).timeZone, signal },
      ),
  },
];
