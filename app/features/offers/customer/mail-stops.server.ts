import { withTransaction } from "#app/db/transaction.server.ts";
import {
  type MailContext,
  RECIPIENT_REFUSED,
  sendMail,
} from "#app/features/mail/send-mail.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import { composeStop } from "../compose-offer.ts";
import { EXPIRY_ACTOR, STOP_MAIL } from "../constants.ts";
import { lockOfferAndRequest } from "../lock-offer.server.ts";
import { recordOfferEvent } from "../record-offer-event.server.ts";
import { endVisit } from "../visits/change-visit.server.ts";
import { listUntoldStops } from "./customer-offers.sql.ts";

const BATCH_SIZE = 50;
/** A mail server may be down for days, and a stop must still arrive. */
const LOOK_BACK_MS = 14 * DAY_MS;

type UntoldStop = Awaited<ReturnType<typeof listUntoldStops.rows>>[number];

/**
 * Cancels the visits of customers who said yes and then asked to stop, and mails their providers,
 * each once. Where no mail can reach a provider, the request's timeline asks staff to call. One
 * instance at a time. @returns how many mails were sent
 */
export async function mailStops(app: MailContext, signal?: AbortSignal): Promise<number> {
  const { db, now } = app;
  const sent = await withSessionLock(db.$client, ADVISORY_LOCKS.mailStops, async (isHeld) => {
    const found = await listUntoldStops.rows(db, {
      since: new Date(now().getTime() - LOOK_BACK_MS),
      mailKind: STOP_MAIL,
      untoldKind: "stop-untold",
      limit: BATCH_SIZE,
    });
    let mails = 0;
    for (const stop of found) {
      if (signal?.aborted || !(await isHeld())) break;
      const result = await tellProvider(app, stop, signal);
      if (result === "failed") break;
      if (result === "stop-told") mails += 1;
      await recordStop(app, stop, result);
    }
    return mails;
  });
  return sent ?? 0;
}

async function tellProvider(
  app: MailContext,
  stop: UntoldStop,
  signal: AbortSignal | undefined,
): Promise<"stop-told" | "stop-untold" | "failed"> {
  if (!stop.email) return "stop-untold";
  const { brand } = await app.settings.get();
  const mail = {
    ...composeStop({ ...stop, brand }),
    to: stop.email,
    kind: STOP_MAIL,
    recipientId: stop.providerId,
    subjectId: stop.id,
  };
  const result = await sendMail(app, mail, signal);
  if (result.ok) return "stop-told";
  // Some servers refuse a first attempt for a while, with a code that begins with 4.
  const isRefused = result.error?.startsWith(`${RECIPIENT_REFUSED} 5`);
  return isRefused ? "stop-untold" : "failed";
}

async function recordStop(
  { db, now }: MailContext,
  { id: offerId, serviceRequestId, providerId }: UntoldStop,
  kind: "stop-told" | "stop-untold",
): Promise<void> {
  const context = { actor: EXPIRY_ACTOR, now: now() };
  await withTransaction(db, async (tx) => {
    const offer = await lockOfferAndRequest(tx, { offerId, now: context.now });
    if (offer) await endVisit(tx, context, { offer, by: "system" });
    await recordOfferEvent(tx, context, { serviceRequestId, offerId, providerId, kind });
  });
}
