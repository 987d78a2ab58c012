import { eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { sanitizeMailText } from "#app/features/mail/mail-text.ts";
import {
  isRefusedForGood,
  type MailContext,
  sendMail,
} from "#app/features/mail/send-mail.server.ts";
import type { CustomerMailKind } from "#app/features/requests/customer/mails/mail-kind.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/durations.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import { EXPIRY_ACTOR } from "../constants.ts";
import { lockOfferAndRequest } from "../lock-offer.server.ts";
import { composeCustomerVisit, composeProviderVisit } from "./compose-visit-mail.ts";
import { MAILED_VISIT_EVENTS, VISIT_MAIL } from "./constants.ts";
import { recordVisitEvent, type VisitDetail } from "./record-visit-event.server.ts";
import { getVisitFile } from "./visit-files.server.ts";
import { listUntoldChanges, listUntoldCustomers } from "./visits.sql.ts";

const BATCH_SIZE = 50;
/** A visit may be near: staff call where a mail has failed for so long. */
const GIVE_UP_MS = HOUR_MS;

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
  onUnreachable: (context, eventId) => leaveToStaff(context, { eventId, untold: "customer" }),
};
export const visitMailKinds: readonly CustomerMailKind[] = [tellVisit];

/**
 * Mails providers whose visits were set, moved or canceled: a job, as neither side must wait for a
 * mail server. Where no mail can reach a side, the request's timeline asks staff to call. One
 * instance at a time. @returns how many mails were sent
 */
export async function mailVisits(app: MailContext, signal?: AbortSignal): Promise<number> {
  const { db, env, now } = app;
  const sent = await withSessionLock(db.$client, ADVISORY_LOCKS.mailVisits, async (isHeld) => {
    const search = {
      since: new Date(now().getTime() - DAY_MS),
      kinds: MAILED_VISIT_EVENTS,
      canMail: env.SMTP_URL !== undefined,
      limit: BATCH_SIZE,
    };
    for (const { eventId } of await listUntoldCustomers.rows(db, search))
      await leaveToStaff({ db, now: now() }, { eventId, untold: "customer" });
    const found = await listUntoldChanges.rows(db, { ...search, mailKind: VISIT_MAIL });
    let mails = 0;
    for (const change of found) {
      if (signal?.aborted || !(await isHeld())) break;
      const result = await mailProviderVisit(app, change, signal);
      if (result === "sent") mails += 1;
      if (result === "untold")
        await leaveToStaff({ db, now: now() }, { eventId: change.eventId, untold: "provider" });
    }
    return mails;
  });
  return sent ?? 0;
}

type UntoldChange = Awaited<ReturnType<typeof listUntoldChanges.rows>>[number];

async function mailProviderVisit(
  app: MailContext,
  { eventId, offerId, changedAt, providerId, email, ...job }: UntoldChange,
  signal?: AbortSignal,
): Promise<"sent" | "untold" | "later"> {
  const { db, env } = app;
  const site = await app.settings.get();
  const [change, found] = await Promise.all([
    findChange(db, eventId),
    getVisitFile({ db, env, site, now: app.now() }, { offerId, side: "provider" }),
  ]);
  if (!change || found?.visit.sequence !== change.detail.sequence) return "later";
  if (!email || !env.SMTP_URL) return "untold";
  const { brand, phone } = site;
  const result = await sendMail(
    app,
    {
      ...composeProviderVisit({ ...change, job: formatJob(job), brand, phone }),
      to: email,
      kind: VISIT_MAIL,
      recipientId: providerId,
      subjectId: eventId,
      messageId: eventId,
      calendar: found.file,
    },
    signal,
  );
  if (result.ok) return "sent";
  // Some servers refuse a first attempt for a while, with a code that begins with 4.
  const isRefused = isRefusedForGood(result.error);
  const isGivenUp = app.now().getTime() - changedAt.getTime() > GIVE_UP_MS;
  return isRefused || isGivenUp ? "untold" : "later";
}

type LeftChange = { eventId: string; untold: "customer" | "provider" };

/** Asks staff in the timeline to call the side that no mail reaches, unless it made the change. */
async function leaveToStaff(
  { db, now }: { db: Database; now: Date },
  { eventId, untold }: LeftChange,
): Promise<void> {
  const change = await findChange(db, eventId);
  if (!change || change.detail.by === untold) return;
  const { offerId, by, time, sequence } = change.detail;
  await withTransaction(db, async (tx) => {
    const offer = await lockOfferAndRequest(tx, { offerId, now });
    // A provider has the visit of an erased person ahead, too; that person is not called.
    if (!offer || (offer.erased && untold === "customer")) return;
    const entry = { offer, kind: "visit-untold", by, time, sequence, untold } as const;
    await recordVisitEvent(tx, { actor: EXPIRY_ACTOR, now }, entry);
  });
}
