import type pg from "pg";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import {
  CLOCK_ACTOR,
  type CustomerAnswer,
  type EndReason,
  LOST_BATCH,
  REFUND_NOTES,
} from "./constants.ts";
import { STOPPED, UNVERIFIED } from "./mutations.server.ts";
import { type By, recordOfferEvent } from "./record-offer-event.server.ts";
import type { ApprovalRefusal } from "./schema.ts";

/** The request was erased: there is nothing to share and nobody to ask. */
const ERASED = "r.body_hash = 'erased'";
/** Accepted by the provider, and the customer has not answered. */
const UNRELEASED = "o.state = 'accepted' and o.customer_approved_at is null";

type LockedOffer = {
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

/** Locks an offer and its request: the request first, then the offer, as everywhere. */
async function lockOffer(
  tx: pg.PoolClient,
  offerId: string,
  now: Date,
): Promise<LockedOffer | undefined> {
  await tx.query(
    "select 1 from service_requests where id = (select request_id from offers where id = $1) for update",
    [offerId],
  );
  const { rows } = await tx.query<LockedOffer>(
    `select o.id, o.request_id as "serviceRequestId", o.provider_id as "providerId", o.job_id as "jobId", o.bid_id as "bidId", o.cost::float8 as cost,
       o.refunded_at is not null as refunded, ${UNRELEASED} as unreleased, ${STOPPED} as stopped, ${ERASED} as erased, r.status = 'closed' as closed,
       coalesce(${UNVERIFIED}, false) as unverified
     from offers o join service_requests r on r.id = o.request_id join providers p on p.id = o.provider_id where o.id = $1 for update of o`,
    [offerId, now],
  );
  return rows[0];
}

export type ApprovalResult = { ok: true } | { ok: false; reason: ApprovalRefusal };

/**
 * Records the customer's answer about the provider who accepted. A yes shares the details with the
 * provider. A no refunds the credits and ends the offer, and so does "unreached", after which no
 * next provider is asked automatically. Of two answers the first counts; an opt-out or an erasure
 * counts before both.
 */
export function recordCustomerApproval(
  pool: pg.Pool,
  options: By & { offerId: string; answer: CustomerAnswer },
): Promise<ApprovalResult> {
  const { offerId, answer, ...by } = options;
  return inTransaction(pool, async (tx): Promise<ApprovalResult> => {
    const offer = await lockOffer(tx, offerId, by.now);
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
    await recordOfferEvent(tx, by, { ...offer, offerId, kind: "offer-released" });
    return { ok: true };
  });
}

/** Ends an accepted offer: refunds its credits once and closes its bid and job. */
async function endOffer(
  tx: pg.PoolClient,
  offer: LockedOffer,
  by: By,
  reason?: EndReason,
): Promise<{ ok: true }> {
  const { id, providerId, jobId, bidId, cost } = offer;
  const isUnreached = reason === "unreached";
  const why = REFUND_NOTES[isUnreached ? "unreached" : "no"];
  const isRefundDue = cost > 0 && !offer.refunded;
  // A bad lead that was refunded before is not refunded again, and keeps its reason.
  await tx.query(
    `update offers set state = $5, decided_at = $2, refunded_at = case when $3 then $2 else refunded_at end, refund_reason = case when $3 then $4 else refund_reason end
     where id = $1`,
    [id, by.now, isRefundDue, why, isUnreached ? "withdrawn" : "refused"],
  );
  if (isRefundDue) {
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
      throw new Error(`the credits of offer ${id} could not be refunded: ${posted.reason}`);
  }
  await tx.query("update jobs set status = 'other' where id = $1", [jobId]);
  await tx.query("update bids set status = 'declined' where id = $1", [bidId]);
  await recordOfferEvent(tx, by, {
    ...offer,
    offerId: id,
    kind: isUnreached ? "offer-withdrawn" : "offer-refused",
    reason,
  });
  return { ok: true };
}

/**
 * Ends accepted offers whose customer opted out, or was erased, before a yes: nobody can be asked.
 * @returns how many
 */
export async function endOptedOutOffers(pool: pg.Pool, now: Date): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `select o.id from offers o join service_requests r on r.id = o.request_id where ${UNRELEASED} and (${STOPPED} or ${ERASED}) order by o.id limit $1`,
    [LOST_BATCH],
  );
  let ended = 0;
  for (const { id } of rows) {
    ended += await inTransaction(pool, async (tx) => {
      const offer = await lockOffer(tx, id, now);
      if (!offer?.unreleased || !(offer.stopped || offer.erased)) return 0;
      await endOffer(tx, offer, { actor: CLOCK_ACTOR, now }, offer.erased ? "erased" : "stopped");
      return 1;
    });
  }
  return ended;
}
