/*
 * What proves a lead bad, in SQL about the accepted offer `o`, its request `r` and its provider `p`. The
 * job that refunds bad leads and disputes use the same conditions.
 */

/** SQL: the customer had opted out of contact before the provider accepted. */
export const STOPPED_FIRST = `exists (
  select from suppressions s
  where s.contact_hash in (r.phone_hash, r.email_hash)
    and s.opted_out_at >= r.created_at and s.opted_out_at < o.decided_at)`;

/** SQL: what the customer typed as a phone number cannot be one. */
export const IMPOSSIBLE_PHONE = "(r.body_hash <> 'erased' and r.phone_e164 is null)";

/**
 * SQL: the audit log shows that the provider's area was changed since the offer was made, so it may
 * have included the ZIP code then. Whatever changes an area has to record `service_area_zips`.
 */
export const AREA_CHANGED = `exists (
  select from audit_log a
  where a.entity = 'provider' and a.entity_id = p.id::text and a.at >= o.created_at
    and (a.changes ? 'service_area_zips' or a.changes->'fields' ? 'service_area_zips'))`;

/** SQL: the provider's area does not have the ZIP code of the job, and did not before. */
export const OUTSIDE_AREA = `(r.zip_valid is not null
  and not p.service_area_zips @> array[r.zip_valid] and not ${AREA_CHANGED})`;

/**
 * SQL: the provider disputes the offer and works for the customer. A person has to decide that, and no
 * record does.
 */
export const LEFT_TO_PERSON = `exists (
  select from offer_disputes d join jobs j on j.id = o.job_id
  where d.offer_id = o.id and d.decided_at is null and j.stage in ('started', 'done'))`;

/** SQL: `e` is an earlier request of the same person for the same service. */
const IS_EARLIER = `(e.id <> r.id and e.service_type = r.service_type
  and e.created_at < r.created_at
  and e.created_at >= r.created_at - make_interval(days => :duplicateDays)
  and e.phone_e164 = r.phone_e164)`;

/** SQL: the same person asked for the same service shortly before, shared or not. */
export const HAS_EARLIER = `exists (select from service_requests e where ${IS_EARLIER})`;

/** SQL: the same, and a provider got the customer's details with the earlier request. */
export const IS_DUPLICATE = `exists (
  select from service_requests e
  join offers eo on eo.request_id = e.id and eo.customer_approved_at is not null
  where ${IS_EARLIER})`;
