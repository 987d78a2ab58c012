import type { AppContext } from "#app/app-context.ts";
import { buildConsentWording } from "#app/features/consent/consent-text.ts";
import type { loadCustomerOffers } from "#app/features/offers/customer/load-customer-offers.server.ts";
import {
  getHeldTime,
  getSlotOptions,
  loadVisitView,
  loadWindowChoices,
} from "#app/features/offers/visits/loaders.server.ts";
import { getTextMark } from "#app/features/requests/customer/corrections/change-phone.server.ts";
import {
  CORRECTABLE,
  type CorrectionValues,
} from "#app/features/requests/customer/corrections/constants.ts";
import type { CustomerRequest } from "#app/features/requests/customer/customer-request.server.ts";
import type { QuoteWording } from "#app/features/requests/quote/quote-wording.ts";

type LoadContext = Pick<AppContext, "db"> & { now: Date };
type Shown = {
  request: CustomerRequest;
  offers: Awaited<ReturnType<typeof loadCustomerOffers>>;
};

/** A customer who stopped our messages alone stays in touch with a professional who has their yes. */
const isOpen = ({ status, isStopped }: CustomerRequest) => status !== "closed" && !isStopped;

/** The times and the visit of the page: what is held, what is booked, and what can be chosen. */
export async function loadVisitSections({ db, now }: LoadContext, { request, offers }: Shown) {
  const clock = { now, timeZone: request.timeZone };
  const { named, connected } = offers;
  const [heldTime, visit, windows] = await Promise.all([
    named ? getHeldTime(db, { ...clock, offerId: named.offerId }) : null,
    connected && isOpen(request)
      ? loadVisitView(db, {
          ...clock,
          requestId: request.id,
          offerId: connected.offerId,
          side: "customer",
        })
      : null,
    isOpen(request) && (connected || !request.isOptedOut)
      ? loadWindowChoices(db, { ...clock, requestId: request.id })
      : null,
  ]);
  return {
    heldTime,
    visit: visit && (visit.booked || visit.note) ? visit : null,
    windows: windows && !visit?.booked ? { ...windows, ...getSlotOptions(clock) } : null,
  };
}

/** What can be corrected, with the consent for another number; null for a closed request. */
export function buildCorrections(
  { request, offers, words }: Shown & { words: QuoteWording },
  site: Awaited<ReturnType<AppContext["settings"]["get"]>>,
) {
  if (!isOpen(request)) return null;
  const values = Object.fromEntries(
    CORRECTABLE.map((field) => [field, request.answers[field]]),
  ) as CorrectionValues;
  // As `findConnectedCompany`, which is asked again when the form is sent.
  const connected =
    offers.offers.find(
      ({ state, approvedAt, isStopped }) => state === "accepted" && approvedAt && !isStopped,
    )?.company ?? null;
  return {
    values,
    words,
    connected,
    wording: buildConsentWording(site),
    textMark: getTextMark(site, connected),
    // With another number they would agree to our calls, which they stopped.
    canChangePhone: !request.isOptedOut,
  };
}
