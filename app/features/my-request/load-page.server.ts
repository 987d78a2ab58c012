import type { AppContext } from "#app/app-context.ts";
import { loadCustomerThread } from "#app/features/messages/threads.server.ts";
import {
  describeNext,
  listStageSteps,
  type StageFacts,
} from "#app/features/offers/customer/describe-stage.ts";
import { loadCustomerOffers } from "#app/features/offers/customer/load-customer-offers.server.ts";
import { getStage } from "#app/features/offers/customer/stage.ts";
import { loadPhotosSection } from "#app/features/photos/loaders.server.ts";
import type { EraseState } from "#app/features/privacy/components/erase-forms.tsx";
import { isErasureStarted } from "#app/features/privacy/customer-erasure.server.ts";
import { getConsentTitle } from "#app/features/requests/customer/consent-title.ts";
import { isAddressSettling } from "#app/features/requests/customer/corrections/former-address.server.ts";
import {
  type CustomerRequest,
  type GivenConsent,
  getCustomerRequest,
  listGivenConsents,
} from "#app/features/requests/customer/customer-request.server.ts";
import { listSentFacts } from "#app/features/requests/customer/sent-facts.ts";
import { isHeldAsSpam } from "#app/features/requests/is-held-as-spam.server.ts";
import { describeOpening } from "#app/features/requests/quote/describe-opening.ts";
import { isCalledAtOnce } from "#app/features/requests/quote/is-called-at-once.ts";
import { listVehicleServices } from "#app/features/requests/quote/quote-form.server.ts";
import { getQuoteWording } from "#app/features/requests/quote/quote-wording.ts";
import { loadProviderReviews, loadReviewSection } from "#app/features/reviews/loaders.server.ts";
import { isTextWaiting } from "#app/features/texts/queries.server.ts";
import { formatInstant } from "#app/lib/format-values.ts";
import { buildCorrections, loadVisitSections } from "./load-sections.server.ts";

type LoadContext = Pick<AppContext, "db" | "env" | "settings" | "now">;

/** Everything that the customer's page shows of a request; null where it does not exist. */
export async function loadMyRequest({ db, settings, ...app }: LoadContext, requestId: string) {
  const now = app.now();
  const site = await settings.get();
  const request = await getCustomerRequest(db, { requestId, fallbackZone: site.timeZone });
  if (!request) return null;
  const { timeZone, zip } = request;
  const sendsMail = app.env.SMTP_URL !== undefined;
  const canMail = sendsMail && request.email !== null;
  const [offers, consents, photos, thread, hasCode, review, isTextQueued] = await Promise.all([
    loadCustomerOffers({ db, settings, now }, { requestId, zip, timeZone }),
    listGivenConsents(db, requestId),
    loadPhotosSection({ db }, { requestId }),
    loadCustomerThread({ db, now }, { requestId, timeZone }),
    isErasureStarted({ db, now }, requestId),
    loadReviewSection({ db, settings, now: app.now }, { requestId }),
    isTextWaiting({ db, env: app.env }, requestId),
  ]);
  const visits = await loadVisitSections({ db, now }, { request, offers });
  const stage = getStage({ ...request, offers: offers.offers });
  const named = stage === "asking" ? offers.named : null;
  const company = offers.named?.company ?? offers.connected?.company ?? null;
  const next: StageFacts = {
    stage,
    outcome: request.outcome,
    company,
    stoppedBusiness: request.isOptedOut && !request.isStopped ? site.company : null,
    isYesByPhone: offers.connected?.isByPhone ?? false,
    openUntil: offers.openUntil,
    canMail,
    wantsMail: request.answers.communicationPreference === "email",
    isCalled: isCalledAtOnce(request.answers),
    isTextQueued,
    opening: describeOpening(now, site),
    businessPhone: site.phone,
  };
  const words = getQuoteWording({ vehicleServices: listVehicleServices() }, request.serviceType);
  return {
    stage,
    service: request.serviceType,
    reference: request.reference,
    steps: listStageSteps(stage, company),
    next: describeNext(next),
    named,
    namedReviews: named && (await loadProviderReviews({ db, settings }, named)),
    review,
    connected: stage === "connected" || stage === "done" ? offers.connected : null,
    recipients: offers.recipients,
    asked: offers.asked,
    facts: listSentFacts(request, words),
    photos,
    thread,
    opening: next.opening,
    sendsMail,
    isMailed: canMail && !request.isOptedOut,
    sentAt: formatInstant(request.createdAt, timeZone),
    consents: consents.map((consent) => describeConsent(consent, request)),
    ...visits,
    // Nobody is looked for after that, so nobody could pick a time.
    windows: stage === "company-stopped" ? null : visits.windows,
    corrections: buildCorrections({ request, offers, words }, site),
    canCancel: request.status !== "closed",
    canStop: !request.isStopped,
    erase: await findEraseState({ db, now }, { request, canMail, hasCode }),
    shownAt: now.toISOString(),
    company: site.company,
    phone: site.phone,
  };
}
export type MyRequestData = NonNullable<Awaited<ReturnType<typeof loadMyRequest>>>;

async function findEraseState(
  { db, now }: { db: LoadContext["db"]; now: Date },
  { request, canMail, hasCode }: { request: CustomerRequest; canMail: boolean; hasCode: boolean },
): Promise<EraseState> {
  const { id, email } = request;
  if (!email || !canMail || (await isHeldAsSpam(db, id))) return "by-staff";
  if (await isAddressSettling(db, { email, now })) return "address-changed";
  return hasCode ? "code" : "ask";
}

const describeConsent = (consent: GivenConsent, { timeZone }: CustomerRequest) => ({
  id: consent.id,
  title: getConsentTitle(consent),
  text: consent.text,
  agreedAt: consent.agreedAt ? formatInstant(consent.agreedAt, timeZone) : "",
});
