import { lt } from "drizzle-orm";
import type { JobContext } from "#app/app-context.ts";
import { inboundMails } from "#app/db/tables/customer-page.server.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/durations.ts";
import type { Job } from "#app/lib/job.ts";
import { PROVIDER_MAILS_EVERY_MS } from "./constants.ts";
import { mailProviders } from "./mail-providers.server.ts";

/** A mail service sends a mail again for some days at most. */
const KEEP_IDS_MS = 30 * DAY_MS;

/** Forgets the ids of mails that arrived long ago. @returns how many */
export async function pruneInboundMails({
  db,
  now,
}: Pick<JobContext, "db" | "now">): Promise<number> {
  const before = new Date(now().getTime() - KEEP_IDS_MS);
  const { rowCount } = await db.delete(inboundMails).where(lt(inboundMails.receivedAt, before));
  return rowCount ?? 0;
}

/** Mails providers what was written to them, and forgets old inbound mails. */
export const messageJobs = (context: JobContext): Job[] => [
  {
    id: "mail-provider-messages",
    everyMs: PROVIDER_MAILS_EVERY_MS,
    run: (signal) => mailProviders(context, signal),
  },
  { id: "prune-inbound-mails", everyMs: HOUR_MS, run: () => pruneInboundMails(context) },
];
