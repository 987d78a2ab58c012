import { LEASE_IS_FREE } from "#app/db/with-lease.server.ts";
import { AWAITS_CUSTOMER, OPTED_OUT } from "#app/features/offers/sql-conditions.ts";
import { WRONG_NUMBER } from "#app/features/requests/sql-conditions.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

const IS_HELD = "exists (select from crm_outbox h where h.request_id = r.id and h.state = 'held')";

/**
 * SQL: the customer of the request `r` asked for texts, and agreed to texts at the number that it has
 * now. Nobody is texted who only agreed.
 */
const MAY_BE_TEXTED = `(
  (
    r.additional_details ->> 'communication_preference' = 'sms'
    or r.additional_details ->> 'scheduling_preference' = 'text-me'
  )
  and exists (
    select from consent_records c
    where c.service_request_id = r.id and c.kind in ('request', 'phone')
      and c.status = 'captured' and c.phone_e164 = r.phone_e164
  ))`;

/** Queues a text for each offer that was accepted lately and whose customer may be texted. */
export const queueTexts = sqlStatement({
  params: { now: t.instant(), since: t.instant() },
  row: { requestId: t.uuid() },
  sql: `
    insert into customer_texts (id, request_id, offer_id, next_attempt_at, created_at)
    select gen_random_uuid(), r.id, o.id, :now, :now
    from offers o join service_requests r on r.id = o.request_id
    where ${AWAITS_CUSTOMER} and o.decided_at > :since
      and r.status <> 'closed' and r.body_hash <> 'erased' and not r.is_demo
      and not ${OPTED_OUT} and not ${IS_HELD} and ${MAY_BE_TEXTED} and not ${WRONG_NUMBER}
      and not exists (select from customer_texts x where x.offer_id = o.id)
    on conflict (offer_id) do nothing
    returning request_id as "requestId"`,
});

/** Claims one text that is due. */
export const claimDueText = sqlStatement({
  params: { now: t.instant(), leaseUntil: t.instant() },
  row: {
    id: t.uuid(),
    requestId: t.uuid(),
    offerId: t.uuid(),
    attempts: t.integer(),
    handedOverAt: t.orNull(t.instant()),
    leaseUntil: t.instant(),
  },
  sql: `
    update customer_texts set lease_until = :leaseUntil
    where id = (
      select x.id from customer_texts x join service_requests r on r.id = x.request_id
      where x.state = 'waiting' and x.next_attempt_at <= :now and ${LEASE_IS_FREE}
        and not ${IS_HELD}
      order by x.next_attempt_at
      limit 1
      for update of x skip locked
    )
    returning id, request_id as "requestId", offer_id as "offerId", attempts,
      handed_over_at as "handedOverAt", lease_until as "leaseUntil"`,
});

/** The request that a text is about, as of now. */
export const findTextedRequest = sqlStatement({
  params: { requestId: t.uuid() },
  row: {
    phone: t.orNull(t.text()),
    zip: t.orNull(t.text()),
    isDemo: t.boolean(),
    mayBeTexted: t.boolean(),
    isWrongNumber: t.boolean(),
  },
  sql: `
    select r.phone_e164 as phone, r.zip_valid as zip, r.is_demo as "isDemo",
      ${MAY_BE_TEXTED} as "mayBeTexted", ${WRONG_NUMBER} as "isWrongNumber"
    from service_requests r where r.id = :requestId`,
});

/** Ends what waits when texts are turned off, so that it is not sent when they are turned on. */
export const dropWaitingTexts = sqlStatement({
  params: { now: t.instant() },
  row: {},
  sql: `
    update customer_texts
    set state = 'dropped', last_error = 'switched-off', finished_at = :now
    where state = 'waiting' and ${LEASE_IS_FREE}`,
});
