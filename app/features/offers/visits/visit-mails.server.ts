import { eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import { sanitizeMailText } from "#app/features/mail/mail-text.ts";
import { type MailContext, sendMail } from "#app/features/mail/send-mail.server.ts";
import type { CustomerMailKind } from "#app/features/requests/customer/mails/mail-kind.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import { getMailedJob } from "../queries.server.ts";
import { composeCustomerVisit, composeProviderVisit } from "./compose-visit-mail.ts";
import { MAILED_VISIT_EVENTS, VISIT_MAIL } from "./constants.ts";
import type { VisitDetail } from "./record-visit-event.server.ts";
import { getVisitFile } from "./visit-files.server.ts";
import { listUntoldChanges } from "./visits.sql.ts";

const BATCH_SIZE = 50;

/** A change to tell; null where the person was erased meanwhile. */
async function findChange(db: Database, eventId: string) {
  const [event] = await db
    .select({ kind: requestEvents.kind, detail: requestEvents.detail })
    .from(requestEvents)
    .where(eq(requestEvents.id, eventId));
  const detail = event?.detail as Partial<VisitDetail> | undefined;
  return event && detail?.offerId ? { kind: event.kind, detail: detail as VisitDetail } : null;
}

type Job = { serviceType: string; city: string | null; zip: string | null };
const formatJob = ({ serviceType, city, zip }: Job) =>
  [
    sanitizeMailText(serviceType, "Service request"),
    [sanitizeMailText(city, ""), zip].filter(Boolean).join(" "),
  ]
    .filter(Boolean)
    .join(", ");

/** Tells a customer of a visit that was set, moved or canceled. */
const tellVisit: CustomerMailKind = {
  kind: VISIT_MAIL,
  async compose({ db, env, site, now, request, subjectId, pageUrl }) {
    const change = await findChange(db, subjectId);
    const found =
      change &&
      (await getVisitFile(
        { db, env, site, now },
        { offerId: change.detail.offerId, side: "customer" },
      ));
    // A later change has a mail of its own.
    if (!found || found.visit.sequence !== change.detail.sequence) return null;
    const { brand, phone } = site;
    const mail = { ...change, job: formatJob(request), brand, phone };
    return { ...composeCustomerVisit(mail, pageUrl), calendar: found.file };
  },
};
export const visitMailKinds: readonly CustomerMailKind[] = [tellVisit];

/**
 * Mails providers whose visits were set, moved or canceled: a job, as neither side must wait for a
 * mail server. One instance at a time. @returns how many mails were sent
 */
export async function mailVisits(app: MailContext, signal?: AbortSignal): Promise<number> {
  const { db, now } = app;
  const sent = await withSessionLock(db.$client, ADVISORY_LOCKS.mailVisits, async (isHeld) => {
    const found = await listUntoldChanges.rows(db, {
      since: new Date(now().getTime() - DAY_MS),
      kinds: MAILED_VISIT_EVENTS,
      mailKind: VISIT_MAIL,
      limit: BATCH_SIZE,
    });
    let mails = 0;
    for (const change of found) {
      if (signal?.aborted || !(await isHeld())) break;
      if (await mailProviderVisit(app, change, signal)) mails += 1;
    }
    return mails;
  });
  return sent ?? 0;
}

type UntoldChange = { eventId: string; offerId: string };

async function mailProviderVisit(
  app: MailContext,
  { eventId, offerId }: UntoldChange,
  signal?: AbortSignal,
): Promise<boolean> {
  const { db, env } = app;
  const site = await app.settings.get();
  const [change, job, found] = await Promise.all([
    findChange(db, eventId),
    getMailedJob(db, offerId),
    getVisitFile({ db, env, site, now: app.now() }, { offerId, side: "provider" }),
  ]);
  if (!change || !job || found?.visit.sequence !== change.detail.sequence) return false;
  const { brand, phone } = site;
  const result = await sendMail(
    app,
    {
      ...composeProviderVisit({ ...change, job: formatJob(job), brand, phone }),
      to: job.email,
      kind: VISIT_MAIL,
      recipientId: job.providerId,
      subjectId: eventId,
      messageId: eventId,
      calendar: found.file,
    },
    signal,
  );
  return result.ok;
}
