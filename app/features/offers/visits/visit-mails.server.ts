import { eq } from "drizzle-orm";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import { type Connection, type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { sanitizeMailText } from "#app/features/mail/mail-text.ts";
import {
  notifyProviders,
  type ProviderNotice,
} from "#app/features/mail/notify-providers.server.ts";
import type { MailContext } from "#app/features/mail/send-mail.server.ts";
import type { CustomerMailKind } from "#app/features/requests/customer/mails/mail-kind.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/durations.ts";
import { EXPIRY_ACTOR } from "../constants.ts";
import { lockOfferAndRequest } from "../lock-offer.server.ts";
import { listMailAddresses } from "../queries.server.ts";
import { composeCustomerVisit, composeProviderVisit } from "./compose-visit-mail.ts";
import { MAILED_VISIT_EVENTS, VISIT_MAIL } from "./constants.ts";
import { recordVisitEvent, type VisitDetail } from "./record-visit-event.server.ts";
import { getVisitFile } from "./visit-files.server.ts";
import { listUnnotifiedChanges, listUnnotifiedCustomers } from "./visits.sql.ts";

const BATCH_SIZE = 50;
/** A visit may be near: staff call where a mail has failed for so long. */
const GIVE_UP_MS = HOUR_MS;

/** A change to tell; null where the person was erased meanwhile. */
async function findChange(db: Connection, eventId: string) {
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
  onUnreachable: ({ db, now }, eventId) =>
    withTransaction(db, (tx) => leaveToStaff(tx, { eventId, untold: "customer", now })),
};
export const visitMailKinds: readonly CustomerMailKind[] = [tellVisit];

type UnnotifiedChange = Awaited<ReturnType<typeof listUnnotifiedChanges.rows>>[number];

/**
 * Mails providers whose visits were set, moved or canceled: a job, as neither side must wait for a
 * mail server. Where no mail can reach a side, the request's timeline asks staff to call.
 * @returns how many mails were sent
 */
export function mailVisits(app: MailContext, signal?: AbortSignal): Promise<number> {
  const { db, env } = app;
  const getSearch = (now: Date) => ({
    since: new Date(now.getTime() - DAY_MS),
    kinds: MAILED_VISIT_EVENTS,
    canMail: env.SMTP_URL !== undefined,
  });
  const changes: ProviderNotice<UnnotifiedChange> = {
    kind: VISIT_MAIL,
    list: (search) => listUnnotifiedChanges.rows(db, { ...getSearch(search.now), ...search }),
    getSubjectId: ({ eventId }) => eventId,
    compose: (change) => composeChange(app, change),
    onUnreachable: (tx, { eventId }, now) => leaveToStaff(tx, { eventId, untold: "provider", now }),
    giveUpMs: GIVE_UP_MS,
  };
  return notifyProviders(
    app,
    {
      lock: ADVISORY_LOCKS.mailVisits,
      notices: [changes],
      async prepare() {
        const now = app.now();
        const search = { ...getSearch(now), limit: BATCH_SIZE };
        for (const { eventId } of await listUnnotifiedCustomers.rows(db, search))
          await withTransaction(db, (tx) => leaveToStaff(tx, { eventId, untold: "customer", now }));
      },
    },
    signal,
  );
}

async function composeChange(
  { db, env, now, settings }: MailContext,
  { eventId, offerId, providerId, ...job }: UnnotifiedChange,
) {
  const to = await listMailAddresses(db, { providerId, topic: "jobs", isRequired: true });
  if (to.length === 0) return "no-address";
  const site = await settings.get();
  const [change, found] = await Promise.all([
    findChange(db, eventId),
    getVisitFile({ db, env, site, now: now() }, { offerId, side: "provider" }),
  ]);
  // A later change has a mail of its own.
  if (!change || found?.visit.sequence !== change.detail.sequence) return null;
  const { brand, phone } = site;
  return {
    ...composeProviderVisit({ ...change, job: formatJob(job), brand, phone }),
    to,
    recipientId: providerId,
    messageId: eventId,
    calendar: found.file,
  };
}

type LeftChange = { eventId: string; untold: "customer" | "provider"; now: Date };

/** Asks staff in the timeline to call the side that no mail reaches, unless it made the change. */
async function leaveToStaff(tx: Transaction, { eventId, untold, now }: LeftChange): Promise<void> {
  const change = await findChange(tx, eventId);
  if (!change || change.detail.by === untold) return;
  const { offerId, by, time, sequence } = change.detail;
  const offer = await lockOfferAndRequest(tx, { offerId, now });
  // A provider has the visit of an erased person ahead, too; that person is not called.
  if (!offer || (offer.erased && untold === "customer")) return;
  const entry = { offer, kind: "visit-untold", by, time, sequence, untold } as const;
  await recordVisitEvent(tx, { actor: EXPIRY_ACTOR, now }, entry);
}
