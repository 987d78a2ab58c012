import type pg from "pg";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import {
  CLOCK_ACTOR,
  type CustomerAnswer,
  type EndReason,
  LOST_BATCH,
  NO_YES,
} from "./constants.ts";
import { type By, noteOffer } from "./note-offer.server.ts";
import { STOPPED, UNVERIFIED } from "./offers.server.ts";
import type { YesRefusal } from "./schema.ts";

/** Nothing of an erased request is left to pass on, and nobody of it to ask. */
const ERASED = "r.body_hash = 'erased'";
/** Accepted by the provider; the customer has not answered. */
const UNRELEASED = "o.state = 'accepted' and o.customer_approved_at is null";

type Held = {
  id: string;
  serviceRequestId: string;
  providerId: string;
  jobId: string | null;
  bidId: string | null;
  cost: number;
  refunded: boolean;
  unreleased: boolean;
  stopped: boolean;
  erased: boolean;
  closed: boolean;
  unverified: boolean;
};

/** An offer with its request held: first the request, then the offer, as everywhere. */
async function holdOffer(tx: pg.PoolClient, offerId: string, now: Date): Promise<Held | undefined> {
  await tx.query(
    "select 1 from service_requests where id = (select request_id from offers where id = $1) for update",
    [offerId],
  );
  const { rows } = await tx.query<Held>(
    `select o.id, o.request_id as "serviceRequestId", o.provider_id as "providerId", o.job_id as "jobId", o.bid_id as "bidId", o.cost::float8 as cost,
       o.refunded_at is not null as refunded, ${UNRELEASED} as unreleased, ${STOPPED} as stopped, ${ERASED} as erased, r.status = 'closed' as closed,
       coalesce(${UNVERIFIED}, false) as unverified
     from offers o join service_requests r on r.id = o.request_id join providers p on p.id = o.provider_id where o.id = $1 for update of o`,
    [offerId, now],
  );
  return rows[0];
}

export type YesResult = { ok: true } | { ok: false; reason: YesRefusal };

/**
 * Writes down what the customer said to the one provider who wants their job. A yes shows the
 * provider the details; a no gives the credits back and ends the offer; so does a customer whom
 * nobody reaches, and then no next provider is asked by itself. Of two answers the first counts,
 * and a stop or an erasure counts before both.
 */
export function recordCustomerApproval(
  pool: pg.Pool,
  options: By & { offerId: string; answer: CustomerAnswer },
): Promise<YesResult> {
  const { offerId, answer, ...by } = options;
  return inTransaction(pool, async (tx): Promise<YesResult> => {
    const offer = await holdOffer(tx, offerId, by.now);
    if (!offer?.unreleased) return { ok: false, reason: "answered" };
    if (offer.erased) return { ok: false, reason: "erased" };
    if (offer.stopped) return { ok: false, reason: "stopped" };
    if (answer === "no") return endOffer(tx, offer, by);
    if (answer === "unreached") return endOffer(tx, offer, by, answer);
    if (offer.closed) return { ok: false, reason: "closed" };
    if (offer.unverified) return { ok: false, reason: "unverified" };
    await tx.query(
      "update offers set customer_approved_at = $2, customer_approval_recorded_by = $3 where id = $1",
      [offerId, by.now, by.actor],
    );
    await noteOffer(tx, by, { ...offer, offerId, kind: "offer-released" });
    return { ok: true };
  });
}

/**
 * Ends an accepted offer as if it had not been accepted: the credits go back once, and neither bid
 * nor job counts.
 */
async function endOffer(
  tx: pg.PoolClient,
  offer: Held,
  by: By,
  reason?: EndReason,
): Promise<{ ok: true }> {
  const { id, providerId, jobId, bidId, cost } = offer;
  const isUnreached = reason === "unreached";
  const why = NO_YES[isUnreached ? "unreached" : "no"];
  const givesBack = cost > 0 && !offer.refunded;
  // What our own facts gave back before is not given back again, and keeps its reason.
  await tx.query(
    `update offers set state = $5, decided_at = $2, refunded_at = case when $3 then $2 else refunded_at end, refund_reason = case when $3 then $4 else refund_reason end
     where id = $1`,
    [id, by.now, givesBack, why, isUnreached ? "withdrawn" : "refused"],
  );
  if (givesBack) {
    const posted = await postCredits(tx, {
      kind: "refund",
      providerId,
      amount: cost,
      reference: id,
      actor: by.actor,
      note: why,
      now: by.now,
    });
    if (!posted.ok && posted.reason !== "posted-before")
      throw new Error(`the credits of offer ${id} could not be given back: ${posted.reason}`);
  }
  await tx.query("update jobs set status = 'other' where id = $1", [jobId]);
  await tx.query("update bids set status = 'declined' where id = $1", [bidId]);
  await noteOffer(tx, by, {
    ...offer,
    offerId: id,
    kind: isUnreached ? "offer-withdrawn" : "offer-refused",
    reason,
  });
  return { ok: true };
}

/**
 * Ends accepted offers whose customer said stop, or was erased, before their yes: nobody is left to
 * ask. @returns how many
 */
export async function endLostOffers(pool: pg.Pool, now: Date): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `select o.id from offers o join service_requests r on r.id = o.request_id where ${UNRELEASED} and (${STOPPED} or ${ERASED}) order by o.id limit $1`,
    [LOST_BATCH],
  );
  let ended = 0;
  for (const { id } of rows) {
    ended += await inTransaction(pool, async (tx) => {
      const offer = await holdOffer(tx, id, now);
      if (!offer?.unreleased || !(offer.stopped || offer.erased)) return 0;
      await endOffer(tx, offer, { actor: CLOCK_ACTOR, now }, offer.erased ? "erased" : "stopped");
      return 1;
    });
  }
  return ended;
}
