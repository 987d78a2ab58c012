import type pg from "pg";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { DUPLICATE_DAYS, REFUND_DAYS, type RefundReason } from "./constants.ts";
import { recordOfferEvent } from "./record-offer-event.server.ts";

/**
 * The provider changed their area after accepting, as the audit log shows, so the ZIP code may have
 * been inside it then.
 */
const AREA_CHANGED = `exists (select from audit_log a where a.entity = 'provider' and a.entity_id = p.id::text and a.action = 'save-profile' and a.at > o.decided_at and (a.changes ? 'service_area_zips' or a.changes->'fields' ? 'service_area_zips'))`;

const FIND_BAD = `
  select o.id, o.request_id as "serviceRequestId", o.provider_id as "providerId", o.cost::float8 as cost,
    case
      when exists (select from suppressions s where s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= r.created_at and s.opted_out_at < o.decided_at) then 'stopped-first'
      when r.body_hash <> 'erased' and r.phone_e164 is null then 'impossible-phone'
      when r.zip_valid is not null and not p.service_area_zips @> array[r.zip_valid] and not ${AREA_CHANGED} then 'outside-area'
      when exists (
        select from service_requests e join offers eo on eo.request_id = e.id and eo.customer_approved_at is not null
        where e.id <> r.id and e.service_type = r.service_type and e.created_at < r.created_at and e.created_at >= r.created_at - make_interval(days => $2)
          and e.phone_e164 = r.phone_e164) then 'duplicate'
    end as reason
  from offers o join service_requests r on r.id = o.request_id join providers p on p.id = o.provider_id
  where o.state = 'accepted' and o.refunded_at is null and o.cost > 0 and not r.is_demo and o.decided_at >= $1::timestamptz - make_interval(days => $3)`;

type Bad = {
  id: string;
  serviceRequestId: string;
  providerId: string;
  cost: number;
  reason: RefundReason | null;
};

/** Refunds accepted offers that our own data proves bad, each once. @returns how many */
export async function refundBadLeads(pool: pg.Pool, now: Date): Promise<number> {
  const { rows } = await pool.query<Bad>(
    `select * from (${FIND_BAD}) found where reason is not null`,
    [now, DUPLICATE_DAYS, REFUND_DAYS],
  );
  let refunded = 0;
  for (const { id, serviceRequestId, providerId, cost, reason } of rows) {
    if (!reason) continue;
    refunded += await inTransaction(pool, async (tx) => {
      // Locks the request first, then the offer, as everywhere.
      await tx.query("select 1 from service_requests where id = $1 for update", [serviceRequestId]);
      const { rowCount } = await tx.query(
        "update offers set refunded_at = $2, refund_reason = $3 where id = $1 and refunded_at is null",
        [id, now, reason],
      );
      if (!rowCount) return 0;
      const posted = await postCredits(tx, {
        kind: "refund",
        providerId,
        amount: cost,
        reference: id,
        actor: "facts",
        note: reason,
        now,
      });
      if (!posted.ok) return 0;
      await recordOfferEvent(
        tx,
        { actor: "facts", now },
        { serviceRequestId, offerId: id, providerId, kind: "offer-refunded", reason },
      );
      return 1;
    });
  }
  return refunded;
}
