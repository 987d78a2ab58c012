import { LEASE_IS_FREE } from "#app/db/with-lease.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** How many messages one endpoint gets at the same time, from all instances. */
const PARALLEL = 5;
/** An endpoint that fails is tried again after this, with one message. */
const PROBE_EVERY = "5 seconds";

/**
 * Locks the endpoints that may get messages now, except those that another worker has locked: two must
 * not count at the same time what is on its way. One that fails may get one message every few seconds.
 */
export const lockOpenEndpoints = sqlStatement({
  params: { now: t.instant() },
  row: { id: t.uuid() },
  sql: `
    select id from webhook_endpoints e
    where paused_at is null and (failing_since is null or not exists (
      select from webhook_deliveries tried
      where tried.endpoint_id = e.id and tried.state = 'waiting'
        and tried.last_attempt_at > :now::timestamptz - interval '${PROBE_EVERY}'
    ))
    for no key update skip locked`,
});

/**
 * Claims messages that are due, a few for each of these endpoints, which the transaction has locked
 * before. One that fails gets one at a time, so that the others keep their attempts until it works.
 */
export const claimDueDeliveries = sqlStatement({
  params: { endpointIds: t.uuidArray(), now: t.instant(), leaseUntil: t.instant() },
  row: { id: t.uuid(), leaseUntil: t.instant() },
  sql: `
    update webhook_deliveries set lease_until = :leaseUntil
    where id in (
      select due.id
      from webhook_endpoints e cross join lateral (
        select id from webhook_deliveries
        where endpoint_id = e.id and state = 'waiting' and next_attempt_at <= :now
          and ${LEASE_IS_FREE}
        order by next_attempt_at
        limit greatest(0, case when e.failing_since is null then ${PARALLEL} else 1 end - (
          select count(*) from webhook_deliveries sending
          where sending.endpoint_id = e.id and sending.state = 'waiting'
            and sending.lease_until > :now
        ))
        for update skip locked
      ) due
      where e.id = any(:endpointIds)
    )
    returning id, lease_until as "leaseUntil"`,
});

export const findClaimedDeliveries = sqlStatement({
  params: { ids: t.uuidArray() },
  row: {
    id: t.uuid(),
    attempts: t.integer(),
    endpointId: t.uuid(),
    url: t.text(),
    secret: t.text(),
    earlierSecret: t.orNull(t.text()),
    earlierSecretUntil: t.orNull(t.instant()),
    eventId: t.uuid(),
    /** The request that the event is about, if it is about one. */
    requestId: t.orNull(t.uuid()),
    type: t.text(),
    data: t.jsonb<Record<string, unknown>>(),
    occurredAt: t.instant(),
  },
  sql: `
    select d.id, d.attempts, d.endpoint_id as "endpointId", w.url, w.secret,
      w.earlier_secret as "earlierSecret", w.earlier_secret_until as "earlierSecretUntil",
      e.id as "eventId", case when e.type like 'request.%' then e.subject_id
        else (e.data ->> 'request_id')::uuid end as "requestId", e.type, e.data, e.occurred_at as "occurredAt"
    from webhook_deliveries d
      join webhook_endpoints w on w.id = d.endpoint_id
      join webhook_events e on e.id = d.event_id
    where d.id = any(:ids)`,
});

/** An endpoint took a message. */
export const recordTaken = sqlStatement({
  params: { id: t.uuid() },
  row: {},
  sql: "update webhook_endpoints set failing_since = null where id = :id and failing_since is not null",
});

/**
 * An endpoint did not take a message. It is paused where it wants no more messages, or where none worked
 * since \`before\`.
 */
export const recordRefused = sqlStatement({
  params: { id: t.uuid(), isGone: t.boolean(), before: t.instant(), now: t.instant() },
  row: { pauseReason: t.orNull(t.text()) },
  sql: `
    update webhook_endpoints set
      failing_since = coalesce(failing_since, :now),
      paused_at = case when :isGone::bool or failing_since <= :before then :now else paused_at end,
      pause_reason = case
        when :isGone::bool then 'gone' when failing_since <= :before then 'failures'
        else pause_reason end
    where id = :id and paused_at is null
    returning pause_reason as "pauseReason"`,
});

/** Deletes events that are old, with their deliveries, a batch at a time. */
export const deleteOldEvents = sqlStatement({
  params: { before: t.instant(), limit: t.integer() },
  row: {},
  sql: `
    delete from webhook_events where id in (
      select id from webhook_events where occurred_at < :before limit :limit::int
    )`,
});
