import type { AppContext } from "#app/app-context.ts";
import { lockInTransaction, type Transaction } from "#app/db/transaction.server.ts";
import { listAttemptTimes } from "#app/features/calls/attempt-times.sql.ts";
import { canCall, findCallingTime, getCap } from "#app/features/calls/calling-hours.ts";
import { findCallingPlaces } from "#app/features/calls/calling-places.server.ts";
import { CAP_WINDOW_MS } from "#app/features/calls/constants.ts";
import { lockOfferAndRequest } from "#app/features/offers/lock-offer.server.ts";
import { addRequestKey, getRequestUrl } from "#app/features/requests/customer/keys.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { composeOfferText } from "./compose-offer-text.ts";
import { findTextedRequest } from "./texts.sql.ts";

/** A number that was reached often enough for a day is looked at again this much later. */
const CAP_RETRY_MS = HOUR_MS;

export type PreparedText =
  | { kind: "ready"; to: string; body: string; keyId: string; company: string }
  /** Not now: outside the hours, or often enough for a day. */
  | { kind: "later"; at: Date }
  /** There is nothing to ask any more, or nobody who may be asked by text. */
  | { kind: "drop"; error: string }
  /** The text cannot be sent, so staff are told. */
  | { kind: "fail"; error: string };

type PrepareContext = Pick<AppContext, "contactKeys" | "env"> & { now: Date; site: SiteSettings };

/**
 * Reads number and words of a text as of now, with a new key of the page, or says why it is not sent.
 * The offer and its request are locked: a stop or an answer comes before, or after all of it.
 */
export async function prepareText(
  tx: Transaction,
  context: PrepareContext,
  { offerId }: { offerId: string },
): Promise<PreparedText> {
  const { now, site, env, contactKeys } = context;
  const offer = await lockOfferAndRequest(tx, { offerId, now });
  if (!offer?.awaitsCustomer || offer.unverified || offer.closed || offer.erased)
    return { kind: "drop", error: "nothing-to-ask" };
  if (offer.optedOut) return { kind: "drop", error: "opted-out" };
  const requestId = offer.serviceRequestId;
  const request = await findTextedRequest.first(tx, { requestId });
  if (!request?.phone || request.isDemo || !request.mayBeTexted)
    return { kind: "drop", error: "no-consent" };
  if (request.isWrongNumber) return { kind: "drop", error: "wrong-number" };
  const later = await findWaitingTime(tx, { ...request, requestId, phone: request.phone, now });
  if (later !== "now") return later;
  const key = await addRequestKey(tx, contactKeys, { requestId, madeFor: "text", now });
  const body = composeOfferText({
    brand: site.brand,
    company: offer.company,
    serviceType: offer.serviceType,
    pageUrl: getRequestUrl(env, key.key),
  });
  return body
    ? { kind: "ready", to: request.phone, body, keyId: key.id, company: offer.company }
    : { kind: "fail", error: "too-long" };
}

type Recipient = { requestId: string; phone: string; zip: string | null; now: Date };

/** Until when the hours and the number of attempts forbid a text. */
async function findWaitingTime(
  tx: Transaction,
  { requestId, phone, zip, now }: Recipient,
): Promise<"now" | PreparedText> {
  const places = findCallingPlaces({ zip, phoneE164: phone });
  const opensAt = places && (canCall(places, now) ? now : findCallingTime(places, now));
  if (!places || !opensAt) return { kind: "fail", error: "unknown-hours" };
  if (opensAt > now) return { kind: "later", at: opensAt };
  // Two requests may have one number: until the commit, nobody else counts and texts it.
  await lockInTransaction(tx, ADVISORY_LOCKS.textNumber, phone);
  const counted = await listAttemptTimes.rows(tx, {
    requestIds: [requestId],
    since: new Date(now.getTime() - CAP_WINDOW_MS),
  });
  return counted.length < getCap(places).mostAttempts
    ? "now"
    : { kind: "later", at: new Date(now.getTime() + CAP_RETRY_MS) };
}
