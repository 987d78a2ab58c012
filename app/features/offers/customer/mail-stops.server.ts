import type { Transaction } from "#app/db/transaction.server.ts";
import type { MailText } from "#app/features/mail/mail-text.ts";
import {
  notifyProviders,
  type ProviderNotice,
} from "#app/features/mail/notify-providers.server.ts";
import type { MailContext } from "#app/features/mail/send-mail.server.ts";
import type { OfferEvent } from "#app/features/requests/constants.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { formatInstant } from "#app/lib/format-values.ts";
import { composeCancel, composeClosing, composeErasure, composeStop } from "../compose-offer.ts";
import {
  CANCEL_MAIL,
  CLOSED_MAIL,
  ERASURE_MAIL,
  EXPIRY_ACTOR,
  REFUND_NOTES,
  STOP_MAIL,
} from "../constants.ts";
import { lockOfferAndRequest } from "../lock-offer.server.ts";
import { listMailAddresses } from "../queries.server.ts";
import { recordOfferEvent } from "../record-offer-event.server.ts";
import { endVisit } from "../visits/change-visit.server.ts";
import {
  listUnnotifiedCancels,
  listUnnotifiedClosings,
  listUnnotifiedErasures,
  listUnnotifiedStops,
} from "./unnotified-offers.sql.ts";

/** The site may be down for days, and a stop must still arrive. */
const LOOK_BACK_MS = 14 * DAY_MS;

type UnnotifiedOffer = Awaited<ReturnType<typeof listUnnotifiedStops.rows>>[number];
type Frame = { brand: string; timeZone: string };

/** Something that a customer did, or that ended an offer, and a provider must hear of. */
type CustomerAct = {
  mailKind: string;
  list: Pick<typeof listUnnotifiedStops, "rows">;
  sent: OfferEvent;
  unreachable: OfferEvent;
  compose: (offer: UnnotifiedOffer, frame: Frame) => MailText;
  /** A booked visit ends with it. */
  endsVisit?: true;
};

const ACTS: readonly CustomerAct[] = [
  {
    mailKind: STOP_MAIL,
    list: listUnnotifiedStops,
    sent: "stop-told",
    unreachable: "stop-untold",
    compose: (offer, { brand }) => composeStop({ ...offer, brand }),
    endsVisit: true,
  },
  {
    mailKind: CANCEL_MAIL,
    list: listUnnotifiedCancels,
    sent: "cancel-told",
    unreachable: "cancel-untold",
    compose: (offer, { brand }) => composeCancel({ ...offer, brand }),
  },
  {
    mailKind: CLOSED_MAIL,
    list: {
      rows: (db, search) =>
        listUnnotifiedClosings.rows(db, { ...search, refundNote: REFUND_NOTES.closed }),
    },
    sent: "closing-told",
    unreachable: "closing-untold",
    compose: (offer, { brand }) => composeClosing({ ...offer, brand }),
  },
  {
    mailKind: ERASURE_MAIL,
    list: listUnnotifiedErasures,
    sent: "erasure-told",
    unreachable: "erasure-untold",
    compose: (offer, { brand, timeZone }) =>
      composeErasure({ ...offer, brand, offeredAt: formatInstant(offer.createdAt, timeZone) }),
  },
];

/**
 * Mails providers, each once, whose customers asked to stop, canceled, or were erased, or whose request
 * we closed before a yes, and cancels the visits of those who asked to stop. @returns how many mails were sent
 */
export function mailStops(app: MailContext, signal?: AbortSignal): Promise<number> {
  const notices = ACTS.map((act) => toNotice(app, act));
  return notifyProviders(app, { lock: ADVISORY_LOCKS.mailStops, notices }, signal);
}

function toNotice(app: MailContext, act: CustomerAct): ProviderNotice<UnnotifiedOffer> {
  return {
    kind: act.mailKind,
    list: ({ now, ...search }) =>
      act.list.rows(app.db, {
        ...search,
        now,
        since: new Date(now.getTime() - LOOK_BACK_MS),
        unreachableKind: act.unreachable,
      }),
    getSubjectId: ({ id }) => id,
    async compose(offer) {
      const { providerId } = offer;
      const to = await listMailAddresses(app.db, { providerId, topic: "jobs", isRequired: true });
      if (to.length === 0) return "no-address";
      const text = act.compose(offer, await app.settings.get());
      return { ...text, to, recipientId: providerId };
    },
    onSent: (tx, { id }, now) => recordNotice(tx, act, { offerId: id, kind: act.sent, now }),
    onUnreachable: (tx, { id }, now) =>
      recordNotice(tx, act, { offerId: id, kind: act.unreachable, now }),
  };
}

async function recordNotice(
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
