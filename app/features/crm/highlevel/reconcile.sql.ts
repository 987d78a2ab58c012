import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * Requests that no worker delivers because they have no outbox row. `count` is the number of all
 * such requests, also beyond the limit.
 */
export const listNotQueued = sqlStatement({
  params: { before: t.instant(), erasedHash: t.text(), limit: t.integer() },
  row: { id: t.uuid(), count: t.integer() },
  sql: `
    select r.id, count(*) over ()::int as count from service_requests r
    where r.created_at < :before and not r.is_demo and r.body_hash <> :erasedHash
      and not exists (select from crm_outbox o where o.request_id = r.id)
    order by r.created_at desc
    limit :limit::int`,
});

/** Deliveries that are waiting or failed, except those of people who opted out. */
export const countUndelivered = sqlStatement({
  params: { before: t.instant(), erasedHash: t.text() },
  row: { count: t.integer() },
  sql: `
    select count(*)::int as count
    from crm_outbox o join service_requests r on r.id = o.request_id
    where o.state in ('waiting', 'dead') and r.created_at < :before and r.body_hash <> :erasedHash
      and not exists (
        select from suppressions s
        where s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= r.created_at
      )`,
});

/** A random sample of the requests that a location of HighLevel accepted. */
export const sampleDelivered = sqlStatement({
  params: {
    target: t.text(),
    locationId: t.text(),
    deliveredAfter: t.instant(),
    erasedHash: t.text(),
    limit: t.integer(),
  },
  row: { id: t.uuid(), phone: t.orNull(t.text()), email: t.orNull(t.text()) },
  sql: `
    select r.id, r.phone_e164 as phone, r.email_normalized as email
    from crm_outbox o join service_requests r on r.id = o.request_id
    where o.target = :target and o.progress ->> 'locationId' = :locationId
      and o.state = 'delivered' and o.delivered_at > :deliveredAfter
      and r.body_hash <> :erasedHash
    order by random()
    limit :limit::int`,
});
