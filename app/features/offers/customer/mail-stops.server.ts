import { withTransaction } from "#app/db/transaction.server.ts";
import type { MailText } from "#app/features/mail/mail-text.ts";
import {
  isRefusedForGood,
  type MailContext,
  sendMail,
} from "#app/features/mail/send-mail.server.ts";
import type { OfferEvent } from "#app/features/requests/constants.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { formatInstant } from "#app/lib/format-values.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import { composeCancel, composeErasure, composeStop } from "../compose-offer.ts";
import { CANCEL_MAIL, ERASURE_MAIL, EXPIRY_ACTOR, STOP_MAIL } from "../constants.ts";
import { lockOfferAndRequest } from "../lock-offer.server.ts";
import { recordOfferEvent } from "../record-offer-event.server.ts";
import { endVisit } from "../visits/change-visit.server.ts";
import { listUntoldCancels, listUntoldErasures, listUntoldStops } from "./untold-offers.sql.ts";

const BATCH_SIZE = 50;
/** A mail server may be down for days, and a stop must still arrive. */
const LOOK_BACK_MS = 14 * DAY_MS;

type UntoldOffer = Awaited<ReturnType<typeof listUntoldStops.rows>>[number];
type Frame = { brand: string; timeZone: string };

/** Something that a customer did and a provider must hear of. */
type News = {
  mailKind: string;
  list: typeof listUntoldStops;
  told: OfferEvent;
  untold: OfferEvent;
  compose: (offer: UntoldOffer, frame: Frame) => MailText;
  /** A booked visit ends with it. */
  endsVisit?: true;
};

const NEWS: readonly News[] = [
  {
    mailKind: STOP_MAIL,
    list: listUntoldStops,
    told: "stop-told",
    untold: "stop-untold",
    compose: (offer, { brand }) => composeStop({ ...offer, brand }),
    endsVisit: true,
  },
  {
    mailKind: CANCEL_MAIL,
    list: listUntoldCancels,
    told: "cancel-told",
    untold: "cancel-untold",
    compose: (offer, { brand }) => composeCancel({ ...offer, brand }),
  },
  {
    mailKind: ERASURE_MAIL,
    list: listUntoldErasures,
    told: "erasure-told",
    untold: "erasure-untold",
    compose: (offer, { brand, timeZone }) =>
      composeErasure({ ...offer, brand, offeredAt: formatInstant(offer.createdAt, timeZone) }),
  },
];

/**
 * Mails providers, each once, whose customers asked to stop, canceled, or were erased, and cancels the
 * visits of those who asked to stop. Where no mail can reach a provider, the request's timeline asks
 * staff to call. One instance at a time. @returns how many mails were sent
 */
export async function mailStops(app: MailContext, signal?: AbortSignal): Promise<number> {
  const { db } = app;
  const sent = await withSessionLock(db.$client, ADVISORY_LOCKS.mailStops, async (isHeld) => {
    let mails = 0;
    for (const news of NEWS) mails += await tellProviders(app, news, { isHeld, signal });
    return mails;
  });
  return sent ?? 0;
}

type Run = { isHeld: () => Promise<boolean>; signal: AbortSignal | undefined };

async function tellProviders(
  app: MailContext,
  news: News,
  { isHeld, signal }: Run,
): Promise<number> {
  const found = await news.list.rows(app.db, {
    since: new Date(app.now().getTime() - LOOK_BACK_MS),
    mailKind: news.mailKind,
    untoldKind: news.untold,
    limit: BATCH_SIZE,
  });
  let mails = 0;
  for (const offer of found) {
    if (signal?.aborted || !(await isHeld())) break;
    const result = await tellProvider(app, news, { offer, signal });
    if (result === "failed") break;
    if (result === "told") mails += 1;
    await recordNews(app, news, { offer, result });
  }
  return mails;
}

async function tellProvider(
  app: MailContext,
  news: News,
  { offer, signal }: { offer: UntoldOffer; signal: AbortSignal | undefined },
): Promise<"told" | "untold" | "failed"> {
  if (!offer.email) return "untold";
  const mail = {
    ...news.compose(offer, await app.settings.get()),
    to: offer.email,
    kind: news.mailKind,
    recipientId: offer.providerId,
    subjectId: offer.id,
  };
  const result = await sendMail(app, mail, signal);
  // Without a mail server the mail is in a file, which nobody gets.
  if (result.ok) return result.where === "smtp" ? "told" : "untold";
  // Some servers refuse a first attempt for a while, with a code that begins with 4.
  const isRefused = isRefusedForGood(result.error);
  return isRefused ? "untold" : "failed";
}

async function recordNews(
  { db, now }: MailContext,
  news: News,
  { offer, result }: { offer: UntoldOffer; result: "told" | "untold" },
): Promise<void> {
  const context = { actor: EXPIRY_ACTOR, now: now() };
  const { id: offerId, serviceRequestId, providerId } = offer;
  await withTransaction(db, async (tx) => {
    const locked = await lockOfferAndRequest(tx, { offerId, now: context.now });
    if (locked && news.endsVisit) await endVisit(tx, context, { offer: locked, by: "system" });
    const kind = news[result];
    await recordOfferEvent(tx, context, { serviceRequestId, offerId, providerId, kind });
  });
}
