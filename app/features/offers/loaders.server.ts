import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { buildPhoneQuestion } from "#app/features/consent/named-consent.ts";
import { toMoment } from "#app/lib/format-time.ts";
import { getMatchRequest, listMatches } from "./list-matches.server.ts";
import { getOfferSettings, type ListedOffer, listOffers } from "./queries.server.ts";
import { loadWindowChoices } from "./visits/loaders.server.ts";
import { getJobZone, getVisit } from "./visits/queries.server.ts";
import { formatSlot } from "./visits/slots.ts";

const buildShownOffer = (
  { createdAt, expiresAt, decidedAt, sharedAt, callDueAt, ...offer }: ListedOffer,
  timeZone: string,
) => ({
  ...offer,
  createdAt: toMoment(createdAt, timeZone),
  expiresAt: toMoment(expiresAt, timeZone),
  decidedAt: decidedAt && toMoment(decidedAt, timeZone),
  sharedAt: sharedAt && toMoment(sharedAt, timeZone),
  callDueAt: callDueAt && toMoment(callDueAt, timeZone),
});
export type ShownOffer = ReturnType<typeof buildShownOffer>;

/**
 * What staff see of a request's offers: who can be asked, the current offer, and earlier ones; null
 * where the request does not exist.
 */
export async function loadOfferPanel(
  { db, env, now, settings: site }: Pick<AppContext, "db" | "env" | "now" | "settings">,
  serviceRequestId: string,
) {
  const [{ timeZone, company }, request, offers, settings] = await Promise.all([
    site.get(),
    getMatchRequest(db, serviceRequestId),
    listOffers(db, serviceRequestId),
    getOfferSettings(db),
  ]);
  if (!request) return null;
  const current = offers.find(({ state }) => state === "open" || state === "accepted") ?? null;
  // One provider is asked at a time.
  const found = current
    ? { matches: [], nearMisses: [] }
    : await listMatches(db, { request, cost: settings.offerCost, now: now(), timeZone });
  const times = await loadTimes(db, {
    requestId: serviceRequestId,
    offerId: current?.id ?? null,
    now: now(),
  });
  const waitingFor = current?.state === "accepted" && !current.sharedAt ? current.company : null;
  return {
    settings,
    current: current && buildShownOffer(current, timeZone),
    waitingFor,
    question: waitingFor && buildPhoneQuestion({ provider: waitingFor, company }),
    ...times,
    history: offers
      .filter((offer) => offer !== current)
      .map((offer) => buildShownOffer(offer, timeZone)),
    ...found,
    canMail: env.SMTP_URL !== undefined,
  };
}
export type OfferPanelData = NonNullable<Awaited<ReturnType<typeof loadOfferPanel>>>;

/** The times that suit the customer, and the visit of the current offer. */
async function loadTimes(
  db: Database,
  { requestId, offerId, now }: { requestId: string; offerId: string | null; now: Date },
) {
  const timeZone = await getJobZone(db, requestId);
  const [{ times: windows }, visit] = await Promise.all([
    loadWindowChoices(db, { requestId, now, timeZone }),
    offerId ? getVisit(db, offerId) : null,
  ]);
  const isSet = visit !== null && visit.state !== "canceled";
  return {
    windows,
    visit: isSet ? { isBooked: visit.state === "booked", time: formatSlot(visit, timeZone) } : null,
  };
}
