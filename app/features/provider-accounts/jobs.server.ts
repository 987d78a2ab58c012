import { lt } from "drizzle-orm";
import type { JobContext } from "#app/app-context.ts";
import { providerSessions, providerSignIns } from "#app/db/tables/provider-accounts.server.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "#app/lib/durations.ts";
import type { Job } from "#app/lib/job.ts";
import { mailSignIns } from "./mail-sign-ins.server.ts";

/** People wait for this mail in front of the sign-in page. */
const MAILS_EVERY_MS = SECOND_MS;
/** How long ended sign-ins and sessions are kept: they have addresses of people. */
const KEEP_MS = 7 * DAY_MS;

export const providerAccountJobs = (context: JobContext): Job[] => [
  {
    id: "mail-provider-sign-ins",
    everyMs: MAILS_EVERY_MS,
    run: (signal) => mailSignIns(context, signal),
  },
  {
    id: "delete-provider-sign-ins",
    everyMs: HOUR_MS,
    async run() {
      const before = new Date(context.now().getTime() - KEEP_MS);
      await context.db.delete(providerSignIns).where(lt(providerSignIns.expiresAt, before));
      await context.db.delete(providerSessions).where(lt(providerSessions.expiresAt, before));
    },
  },
];
