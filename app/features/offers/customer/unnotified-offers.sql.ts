import { isMailDue } from "#app/features/mail/sql-conditions.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

const params = {
  since: t.instant(),
  now: t.instant(),
  mailKind: t.text(),
  unreachableKind: t.text(),
  limit: t.integer(),
};
const row = {
  id: t.uuid(),
  serviceRequestId: t.uuid(),
  providerId: t.uuid(),
  company: t.text(),
  serviceType: t.text(),
  city: t.orNull(t.text()),
  zip: t.orNull(t.text()),
  createdAt: t.instant(),
  isRefunded: t.boolean(),
};

/**
 * Offers with this condition whose providers neither got the mail nor are to be called. Providers who
 * want no mails are told too: they must stop calling.
 */
const listUnnotified = (condition: string) => `
    select o.id, o.request_id as "serviceRequestId", o.provider_id as "providerId",
      p.company_name as company,
      r.service_type as "serviceType", r.city, r.zip_valid as zip, o.created_at as "createdAt",
      o.refunded_at is not null as "isRefunded"
    from offers o
    join service_requests r on r.id = o.request_id
    join providers p on p.id = o.provider_id
    where ${condition}
      and not r.is_demo and not p.is_demo
      and ${isMailDue("o.id")}
      and not exists (
        select from request_events e
        where e.request_id = o.request_id and e.kind = :unreachableKind
          and e.detail ->> 'offerId' = o.id::text
      )
    order by o.id
    limit :limit::int`;

const IS_CONNECTED = "o.state = 'accepted' and o.customer_approved_at is not null";

/**
 * Of customers who said yes and later asked everybody, or this provider, to stop. The few stops since
 * a time are read first: looking for each connected customer's took a quarter of a second.
 */
export const listUnnotifiedStops = sqlStatement({
  params,
  row,
  sql: `
    with stops as materialized (
      select contact_hash, opted_out_at, null::uuid as provider_id
      from suppressions where opted_out_at >= :since and scope = 'all'
      union all
      select contact_hash, opted_out_at, provider_id
      from provider_opt_outs where opted_out_at >= :since
    )
    ${listUnnotified(`${IS_CONNECTED}
      and (
        r.phone_hash in (select contact_hash from stops)
        or r.email_hash in (select contact_hash from stops)
      )
      and exists (
        select from stops s
        where s.contact_hash in (r.phone_hash, r.email_hash) and (
          s.provider_id = o.provider_id
          or (s.provider_id is null and s.opted_out_at >= r.created_at)
        )
      )`)}`,
});

/** Of customers who canceled while the provider was asked, waited, or had the details. */
export const listUnnotifiedCancels = sqlStatement({
  params,
  row,
  sql: listUnnotified(`r.status = 'closed' and r.outcome = 'canceled-by-customer'
      and r.closed_at >= :since and r.body_hash <> 'erased'
      and (
        (${IS_CONNECTED})
        or exists (
          select from request_events c
          where c.request_id = r.id and c.kind in ('offer-withdrawn', 'offer-refused')
            and c.detail ->> 'offerId' = o.id::text and c.detail ->> 'reason' = 'canceled'
        )
      )`),
});

/**
 * Of requests that staff closed before the customer's yes. Where one was opened again since, those who
 * got credits back still get the mail: the offer stays ended.
 */
export const listUnnotifiedClosings = sqlStatement({
  params: { ...params, refundNote: t.text() },
  row,
  sql: `
    with ended as materialized (
      select e.id from service_requests c join offers e on e.request_id = c.id
      where c.closed_at >= :since and e.state = 'withdrawn'
      union
      select l.reference::uuid from ledger_entries l
      where l.at >= :since and l.kind = 'refund' and l.note = :refundNote
    )
    ${listUnnotified(`o.id in (select id from ended) and r.body_hash <> 'erased'
      and exists (
        select from request_events c
        where c.request_id = r.id and c.kind = 'offer-withdrawn'
          and c.detail ->> 'offerId' = o.id::text and c.detail ->> 'reason' = 'closed'
      )`)}`,
});

/** Of erased customers whose details the provider has. */
export const listUnnotifiedErasures = sqlStatement({
  params,
  row,
  sql: listUnnotified(`exists (
        select from request_events c
        where c.request_id = r.id and c.kind = 'erasure-noted' and c.at >= :since
          and c.detail ->> 'offerId' = o.id::text
      )`),
});
