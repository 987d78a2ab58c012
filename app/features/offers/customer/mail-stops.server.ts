import type { Transaction } from "#app/db/transaction.server.ts";
import type { MailText } from "#app/features/mail/mail-text.ts";
import type { MailContext } from "#app/features/mail/send-mail.server.ts";
import { type ProviderNews, tellProviders } from "#app/features/mail/tell-providers.server.ts";
import type { OfferEvent } from "#app/features/requests/constants.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { formatInstant } from "#app/lib/format-values.ts";
import { composeCancel, composeErasure, composeStop } from "../compose-offer.ts";
import { CANCEL_MAIL, ERASURE_MAIL, EXPIRY_ACTOR, STOP_MAIL } from "../constants.ts";
import { lockOfferAndRequest } from "../lock-offer.server.ts";
import { recordOfferEvent } from "../record-offer-event.server.ts";
import { endVisit } from "../visits/change-visit.server.ts";
import { listUntoldCancels, listUntoldErasures, listUntoldStops } from "./untold-offers.sql.ts";

/** The site may be down for days, and a stop must still arrive. */
const LOOK_BACK_MS = 14 * DAY_MS;

type UntoldOffer = Awaited<ReturnType<typeof listUntoldStops.rows>>[number];
type Frame = { brand: string; timeZone: string };

/** Something that a customer did and a provider must hear of. */
type CustomerAct = {
  mailKind: string;
  list: typeof listUntoldStops;
  told: OfferEvent;
  untold: OfferEvent;
  compose: (offer: UntoldOffer, frame: Frame) => MailText;
  /** A booked visit ends with it. */
  endsVisit?: true;
};

const ACTS: readonly CustomerAct[] = [
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
 * visits of those who asked to stop. @returns how many mails were sent
 */
export function mailStops(app: MailContext, signal?: AbortSignal): Promise<number> {
  const news = ACTS.map((act) => toNews(app, act));
  return tellProviders(app, { lock: ADVISORY_LOCKS.mailStops, news }, signal);
}

function toNews(app: MailContext, act: CustomerAct): ProviderNews<UntoldOffer> {
  return {
    kind: act.mailKind,
    list: ({ now, ...search }) =>
      act.list.rows(app.db, {
        ...search,
        now,
        since: new Date(now.getTime() - LOOK_BACK_MS),
        untoldKind: act.untold,
      }),
    getSubjectId: ({ id }) => id,
    async compose(offer) {
      if (!offer.email) return "no-address";
      const text = act.compose(offer, await app.settings.get());
      return { ...text, to: offer.email, recipientId: offer.providerId };
    },
    onTold: (tx, { id }, now) => recordNews(tx, act, { offerId: id, kind: act.told, now }),
    onUntold: (tx, { id }, now) => recordNews(tx, act, { offerId: id, kind: act.untold, now }),
  };
}

async function recordNews(
  tx: Transaction,
  act: CustomerAct,
  { offerId, kind, now }: { offerId: string; kind: OfferEvent; now: Date },
): Promise<void> {
  const context = { actor: EXPIRY_ACTOR, now };
  const offer = await lockOfferAndRequest(tx, { offerId, now });
  if (!offer) return;
  if (act.endsVisit) await endVisit(tx, context, { offer, by: "system" });
  const { serviceRequestId, providerId } = offer;
  await recordOfferEvent(tx, context, { serviceRequestId, offerId, providerId, kind });
}
