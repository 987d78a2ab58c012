import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * What a mail may show of a request; `count` is the number of all matches, also beyond the limit.
 */
const REQUEST_ROW = {
  id: t.uuid(),
  serviceType: t.text(),
  city: t.orNull(t.text()),
  count: t.integer(),
};

/** Requests that are neither held nor merged into another, newest first. */
export const listNewRequests = sqlStatement({
  params: {
    since: t.instant(),
    until: t.instant(),
    after: t.orNull(t.uuid()),
    holdingFlags: t.textArray(),
    limit: t.integer(),
  },
  row: REQUEST_ROW,
  sql: `
    select id, service_type as "serviceType", city, count(*) over ()::int as count
    from service_requests
    where created_at > :since and created_at <= :until and (:after::uuid is null or id > :after)
      and not is_demo and not flags && :holdingFlags and merged_into_id is null
    order by id desc
    limit :limit::int`,
});

export const listHeldRequests = sqlStatement({
  params: {
    since: t.instant(),
    until: t.instant(),
    after: t.orNull(t.uuid()),
    limit: t.integer(),
  },
  row: REQUEST_ROW,
  sql: `
    select r.id, r.service_type as "serviceType", r.city, count(*) over ()::int as count
    from service_requests r
    where r.created_at > :since and r.created_at <= :until
      and (:after::uuid is null or r.id > :after) and not r.is_demo
      and r.merged_into_id is null
      and exists (select from crm_outbox o where o.request_id = r.id and o.state = 'held')
    order by r.id desc
    limit :limit::int`,
});

/** Accepted requests that are not closed, whose customer staff should call, by the time from which on (`at`). */
export const listDueCustomerCalls = sqlStatement({
  params: { after: t.instant(), until: t.instant(), limit: t.integer() },
  row: {
    serviceType: t.text(),
    city: t.orNull(t.text()),
    count: t.integer(),
    at: t.instant(),
  },
  sql: `
    select r.service_type as "serviceType", r.city, count(*) over ()::int as count,
      o.staff_call_due_at as at
    from offers o join service_requests r on r.id = o.request_id
    where o.state = 'accepted' and o.customer_approved_at is null and r.status <> 'closed'
      and o.staff_call_due_at > :after and o.staff_call_due_at <= :until and not r.is_demo
    order by o.staff_call_due_at desc, o.id desc
    limit :limit::int`,
});

/**
 * Requests with new messages, by the id of the latest one. A request that looks like spam is left
 * out: staff get another mail about it.
 */
export const listNewMessages = sqlStatement({
  params: { after: t.uuid(), until: t.instant(), readEvent: t.text(), limit: t.integer() },
  row: REQUEST_ROW,
  sql: `
    select id, "serviceType", city, count(*) over ()::int as count
    from (
      select distinct on (m.request_id) m.id, r.service_type as "serviceType", r.city
      from request_messages m join service_requests r on r.id = m.request_id
      where m.id > :after and m.created_at <= :until and m.author <> 'staff' and not r.is_demo
        and not exists (
          select from request_messages a
          where a.request_id = m.request_id and a.author = 'staff'
            and (a.created_at, a.id) > (m.created_at, m.id)
        )
        and not exists (
          select from request_events e
          where e.request_id = m.request_id and e.kind = :readEvent and e.at >= m.created_at
        )
        and not exists (
          select from crm_outbox o where o.request_id = m.request_id and o.state = 'held'
        )
      order by m.request_id, m.id desc
    ) newest
    order by id desc
    limit :limit::int`,
});

/** Open alarms about requests that wait while nobody is on shift, the newest first. */
export const listOpenAlarms = sqlStatement({
  params: { after: t.uuid(), limit: t.integer() },
  row: { ...REQUEST_ROW, emergencies: t.integer() },
  sql: `
    select a.id, r.service_type as "serviceType", r.city, count(*) over ()::int as count,
      count(*) filter (where r.is_emergency) over ()::int as emergencies
    from inbox_alarms a join service_requests r on r.id = a.request_id
    where a.ended_at is null and a.id > :after
    order by a.id desc
    limit :limit::int`,
});

/** Dead deliveries, by the id of their last attempt. */
export const listFailedDeliveries = sqlStatement({
  params: { after: t.uuid(), until: t.instant(), erasedHash: t.text(), limit: t.integer() },
  row: REQUEST_ROW,
  sql: `
    select a.id, r.service_type as "serviceType", r.city, count(*) over ()::int as count
    from crm_outbox o
      join service_requests r on r.id = o.request_id
      join lateral (
        select id, finished_at from crm_attempts where outbox_id = o.id order by id desc limit 1
      ) a on true
    where o.state = 'dead' and a.id > :after and a.finished_at <= :until
      and r.body_hash <> :erasedHash and not r.is_demo
    order by a.id desc
    limit :limit::int`,
});

/** Opt-outs that failed, or have waited longer than `maxWaitMs`, by the time of that (`at`). */
export const listLateOptOuts = sqlStatement({
  params: { after: t.instant(), now: t.instant(), maxWaitMs: t.double(), limit: t.integer() },
  row: { contactId: t.text(), at: t.instant(), count: t.integer() },
  sql: `
    select contact_id as "contactId", at, count(*) over ()::int as count
    from (
      select *, case state
          when 'dead' then finished_at
          else created_at + :maxWaitMs * interval '1 millisecond'
        end as at
      from crm_opt_outs where state in ('dead', 'waiting')
    ) s
    where at > :after and at <= :now and not exists (
      select from service_requests r
      where r.ghl_contact_id = s.contact_id and r.created_at > s.created_at and not r.is_demo
    )
    order by at desc, id
    limit :limit::int`,
});

/** CRM contacts of customers who erased themselves, the oldest first. */
export const listErasedContacts = sqlStatement({
  params: { after: t.uuid(), until: t.instant(), limit: t.integer() },
  row: { id: t.uuid(), contactIds: t.jsonb<string[]>() },
  sql: `
    select id, changes -> 'crmContacts' as "contactIds"
    from audit_log
    where action = 'erase-person' and actor = 'customer' and id > :after and at <= :until
      and changes -> 'crmContacts' <> '[]'
    order by id
    limit :limit::int`,
});

/** Texts that fit no open request, or several. */
export const listUnmatchedTexts = sqlStatement({
  params: { after: t.uuid(), until: t.instant() },
  row: { id: t.uuid(), count: t.integer() },
  sql: `
    select id, count(*) over ()::int as count
    from inbound_texts
    where is_unmatched and id > :after and received_at <= :until
    order by id desc
    limit 1`,
});

/**
 * Disputes of providers that wait for a person, by the time when they were opened or, once that is
 * over, when they were due (`at`).
 */
const listWaitingDisputes = (at: string) => `
    select r.service_type as "serviceType", r.city, count(*) over ()::int as count, ${at} as at
    from offer_disputes d
      join offers o on o.id = d.offer_id
      join service_requests r on r.id = o.request_id
    where d.decided_at is null and ${at} > :after and ${at} <= :until and not r.is_demo
    order by ${at} desc, d.id desc
    limit :limit::int`;
const DISPUTE_SEARCH = { after: t.instant(), until: t.instant(), limit: t.integer() };
const DISPUTE_ROW = {
  serviceType: t.text(),
  city: t.orNull(t.text()),
  count: t.integer(),
  at: t.instant(),
};

export const listNewDisputes = sqlStatement({
  params: DISPUTE_SEARCH,
  row: DISPUTE_ROW,
  sql: listWaitingDisputes("d.created_at"),
});
export const listOverdueDisputes = sqlStatement({
  params: DISPUTE_SEARCH,
  row: DISPUTE_ROW,
  sql: listWaitingDisputes("d.due_at"),
});
