import { createHash, randomBytes, randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { CLOCK_ACTOR, OFFER_MINUTES } from "./constants.ts";
import { type By, recordOfferEvent } from "./record-offer-event.server.ts";

const TOKEN_BYTES = 24;
/** Tokens of links are stored as hashes only. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");

/** Path of the page where a provider answers an offer. */
export const getOfferPath = (token: string) => `/offers/${encodeURIComponent(token)}`;

export type OfferResult =
  | { ok: true; offerId: string; token: string; expiresAt: Date }
  | {
      ok: false;
      reason:
        | "not-found"
        | "open"
        | "accepted"
        | "asked-before"
        | "closed"
        | "stopped"
        | "no-match";
    };

/** The request is closed or was erased, so it cannot be offered. */
const CLOSED = "(r.status = 'closed' or r.body_hash = 'erased')";
/** The provider's verification was lost or has expired. */
export const UNVERIFIED = "(p.verification_status <> 'verified' or p.verified_until <= $2)";
/** The person of the request opted out after sending it. */
export const STOPPED =
  "exists (select from suppressions s where s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= r.created_at)";

type OfferOptions = By & {
  serviceRequestId: string;
  providerId: string;
  cost: number;
  minutes?: number;
  /** Stored instead of the actor: after `auto:<staff id>` the next provider is asked automatically. */
  offeredBy?: string;
  /** False: the provider does not match; reported only where nothing else forbids the offer. */
  mayOffer?: boolean;
};

/**
 * Offers a request to one provider. The request's row is locked, so of two people who offer it at
 * once, the second is refused; a unique index backs this up.
 * @returns the token of the provider's link, which is stored only as a hash
 */
export function createOffer(pool: pg.Pool, options: OfferOptions): Promise<OfferResult> {
  const {
    serviceRequestId,
    providerId,
    cost,
    minutes = OFFER_MINUTES,
    actor,
    offeredBy = actor,
    now,
  } = options;
  return inTransaction(pool, async (tx): Promise<OfferResult> => {
    const { rows } = await tx.query<{ closed: boolean; stopped: boolean }>(
      `select ${CLOSED} as closed, ${STOPPED} as stopped from service_requests r where r.id = $1 for update`,
      [serviceRequestId],
    );
    const [request] = rows;
    if (!request) return { ok: false, reason: "not-found" };
    if (request.stopped) return { ok: false, reason: "stopped" };
    if (request.closed) return { ok: false, reason: "closed" };
    const { rows: earlier } = await tx.query<{ state: string; providerId: string }>(
      'select state, provider_id as "providerId" from offers where request_id = $1',
      [serviceRequestId],
    );
    if (earlier.some(({ state }) => state === "accepted")) return { ok: false, reason: "accepted" };
    if (earlier.some(({ state }) => state === "open")) return { ok: false, reason: "open" };
    if (earlier.some((offer) => offer.providerId === providerId && offer.state !== "withdrawn"))
      return { ok: false, reason: "asked-before" };
    if (options.mayOffer === false) return { ok: false, reason: "no-match" };
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const offerId = randomUUIDv7();
    const expiresAt = new Date(now.getTime() + minutes * MINUTE_MS);
    await tx.query(
      "insert into offers (id, request_id, provider_id, token_hash, cost, offered_by, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8)",
      [offerId, serviceRequestId, providerId, hashToken(token), cost, offeredBy, now, expiresAt],
    );
    await recordOfferEvent(tx, options, { serviceRequestId, offerId, providerId, kind: "offered" });
    return { ok: true, offerId, token, expiresAt };
  });
}

export type AnswerResult =
  | { ok: true; state: "accepted" | "declined"; serviceRequestId: string }
  | {
      ok: false;
      reason:
        | "not-found"
        | "expired"
        | "accepted"
        | "declined"
        | "withdrawn"
        | "refused"
        | "too-few-credits"
        | "closed"
        | "stopped";
    };

type LockedOffer = {
  id: string;
  serviceRequestId: string;
  providerId: string;
  state: string;
  cost: number;
  expired: boolean;
  serviceType: string;
  closed: boolean;
  stopped: boolean;
};

/**
 * Accepts or declines an offer for its provider. Accepting charges the credits and creates the bid
 * and the job in one transaction. The customer's details are shared only after the customer's own
 * yes (`recordCustomerApproval`).
 */
export function recordProviderAnswer(
  pool: pg.Pool,
  options: { token: string; accept: boolean; requestId?: string; now: Date },
): Promise<AnswerResult> {
  const { token, accept, now } = options;
  return inTransaction(pool, async (tx): Promise<AnswerResult> => {
    // Locks the request first, then the offer, as everywhere.
    const { rows: known } = await tx.query<{ id: string }>(
      "select request_id as id from offers where token_hash = $1",
      [hashToken(token)],
    );
    if (!known[0]) return { ok: false, reason: "not-found" };
    await tx.query("select 1 from service_requests where id = $1 for update", [known[0].id]);
    const { rows } = await tx.query<LockedOffer>(
      `select o.id, o.request_id as "serviceRequestId", o.provider_id as "providerId", o.state, o.cost::float8 as cost, o.expires_at <= $2 as expired, r.service_type as "serviceType", ${CLOSED} or coalesce(${UNVERIFIED}, false) as closed, ${STOPPED} as stopped
       from offers o join service_requests r on r.id = o.request_id join providers p on p.id = o.provider_id where o.token_hash = $1 for update of o`,
      [hashToken(token), now],
    );
    const offer = rows[0] as LockedOffer;
    if (offer.state !== "open") return { ok: false, reason: offer.state as "expired" };
    if (offer.expired) return { ok: false, reason: "expired" };
    const by: By = { actor: `provider:${offer.providerId}`, requestId: options.requestId, now };
    if (!accept) {
      await tx.query("update offers set state = 'declined', decided_at = $2 where id = $1", [
        offer.id,
        now,
      ]);
      await recordOfferEvent(tx, by, { ...offer, offerId: offer.id, kind: "offer-declined" });
      return { ok: true, state: "declined", serviceRequestId: offer.serviceRequestId };
    }
    if (offer.stopped) return { ok: false, reason: "stopped" };
    if (offer.closed) return { ok: false, reason: "closed" };
    return acceptOffer(tx, offer, by);
  });
}

async function acceptOffer(tx: pg.PoolClient, offer: LockedOffer, by: By): Promise<AnswerResult> {
  const { id, providerId, serviceRequestId, cost } = offer;
  if (cost > 0) {
    const paid = await postCredits(tx, {
      kind: "offer",
      providerId,
      amount: -cost,
      reference: id,
      actor: by.actor,
      now: by.now,
    });
    if (!paid.ok) return { ok: false, reason: "too-few-credits" };
  }
  const [jobId, bidId] = [randomUUIDv7(), randomUUIDv7()];
  await tx.query(
    "insert into jobs (id, service_type, status, provider_id, request_id, created_at) values ($1, $2, 'in_progress', $3, $4, $5)",
    [jobId, offer.serviceType, providerId, serviceRequestId, by.now],
  );
  await tx.query(
    "insert into bids (id, provider_id, job_id, status, amount, created_at) values ($1, $2, $3, 'accepted', $4, $5)",
    [bidId, providerId, jobId, cost, by.now],
  );
  await tx.query(
    "update offers set state = 'accepted', decided_at = $2, job_id = $3, bid_id = $4 where id = $1",
    [id, by.now, jobId, bidId],
  );
  await recordOfferEvent(tx, by, { ...offer, offerId: id, kind: "offer-accepted" });
  return { ok: true, state: "accepted", serviceRequestId };
}

/** Ends offers whose time is up. @returns them with their requests */
export async function expireOffers(
  pool: pg.Pool,
  now: Date,
): Promise<{ serviceRequestId: string; offerId: string }[]> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{
      serviceRequestId: string;
      offerId: string;
      providerId: string;
    }>(
      `update offers set state = 'expired', decided_at = $1
       where id in (select o.id from offers o join service_requests r on r.id = o.request_id
         where o.state = 'open' and o.expires_at <= $1 order by o.id limit 200 for update of r, o skip locked)
       returning request_id as "serviceRequestId", id as "offerId", provider_id as "providerId"`,
      [now],
    );
    for (const offer of rows)
      await recordOfferEvent(tx, { actor: CLOCK_ACTOR, now }, { ...offer, kind: "offer-expired" });
    return rows;
  });
}

/** Withdraws an open offer. */
export function withdrawOffer(
  pool: pg.Pool,
  options: By & { offerId: string },
): Promise<{ ok: boolean }> {
  return inTransaction(pool, async (tx) => {
    await tx.query(
      "select 1 from service_requests where id = (select request_id from offers where id = $1) for update",
      [options.offerId],
    );
    const { rows } = await tx.query<{ serviceRequestId: string; providerId: string }>(
      `update offers set state = 'withdrawn', decided_at = $2 where id = $1 and state = 'open' returning request_id as "serviceRequestId", provider_id as "providerId"`,
      [options.offerId, options.now],
    );
    if (!rows[0]) return { ok: false };
    await recordOfferEvent(tx, options, {
      ...rows[0],
      offerId: options.offerId,
      kind: "offer-withdrawn",
    });
    return { ok: true };
  });
}
