import type pg from "pg";
import type { OfferState } from "#app/db/tables/offers.server.ts";
import { RELEASED_BEFORE } from "./constants.ts";
import { type OfferSettings, offerSettingsSchema } from "./schema.ts";

/** Cost and time of offers; the defaults where a stored row is invalid. */
export async function getOfferSettings(pool: pg.Pool): Promise<OfferSettings> {
  const { rows } = await pool.query<{ key: string; value: unknown }>(
    "select key, value from settings where key = any($1)",
    [Object.keys(offerSettingsSchema.shape)],
  );
  const parsed = offerSettingsSchema.safeParse(
    Object.fromEntries(rows.map((row) => [row.key, row.value])),
  );
  return parsed.success ? parsed.data : offerSettingsSchema.parse({});
}

export type ListedOffer = {
  id: string;
  company: string;
  state: OfferState;
  cost: number;
  isAuto: boolean;
  createdAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
  /** When the customer said yes to this provider. */
  releasedAt: Date | null;
  /** An old offer: accepting shared the customer's details at once. */
  isReleasedBefore: boolean;
  refundReason: string | null;
};

/** Every offer of a request, the newest first. */
export async function listOffers(pool: pg.Pool, serviceRequestId: string): Promise<ListedOffer[]> {
  const { rows } = await pool.query<ListedOffer>(
    `select o.id, p.company_name as company, o.state, o.cost::float8 as cost, o.offered_by like 'auto:%' as "isAuto", o.created_at as "createdAt",
       o.expires_at as "expiresAt", o.decided_at as "decidedAt", o.customer_approved_at as "releasedAt", o.customer_approval_recorded_by is not distinct from $2 as "isReleasedBefore", o.refund_reason as "refundReason"
     from offers o join providers p on p.id = o.provider_id where o.request_id = $1 order by o.created_at desc, o.id desc`,
    [serviceRequestId, RELEASED_BEFORE],
  );
  return rows;
}

export type Disclosure = {
  requestId: string;
  company: string;
  sharedAt: Date;
  wasAsked: boolean;
  recordedBy: string | null;
};

/**
 * Which provider got the details of each request, at most one. `recordedBy`: the member of staff who
 * recorded the yes.
 */
export async function listDisclosures(pool: pg.Pool, requestIds: string[]): Promise<Disclosure[]> {
  const { rows } = await pool.query<Disclosure>(
    `select o.request_id as "requestId", p.company_name as company, o.customer_approved_at as "sharedAt", o.customer_approval_recorded_by <> $2 as "wasAsked", coalesce(a.display_name, u.email) as "recordedBy"
     from offers o join providers p on p.id = o.provider_id left join staff_users u on u.id::text = o.customer_approval_recorded_by left join admin_users a on a.user_id = u.id
     where o.request_id = any($1) and o.state = 'accepted' and o.customer_approved_at is not null order by o.customer_approved_at, o.id`,
    [requestIds, RELEASED_BEFORE],
  );
  return rows;
}
