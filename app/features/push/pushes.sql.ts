import { LEASE_IS_FREE } from "#app/db/with-lease.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import type { ProviderPushKind, PushKind, StaffPushKind } from "./constants.ts";

/**
 * SQL: nobody may be told about the request `r`: it is demo, erased, merged, may be spam, or its
 * customer opted out since.
 */
const IS_HIDDEN = `(
  r.is_demo or r.body_hash = 'erased' or r.merged_into_id is not null
  or exists (select from crm_outbox h where h.request_id = r.id and h.state = 'held')
  or exists (
    select from suppressions o
    where o.contact_hash in (r.phone_hash, r.email_hash) and o.opted_out_at >= r.created_at))`;

/** SQL: the member `a` may work on requests. */
const MAY_WORK = "a.is_active and a.role in ('staff', 'superadmin')";

/** SQL: the provider's person `u` chose to be told of messages of this kind. */
const wants = (kind: string) => `case ${kind}
  when 'new-offer' then u.pushes_offers when 'message' then u.pushes_messages
  else u.pushes_jobs end`;

/** Emergencies that came in lately, that nobody has tried to reach, and that nobody was told of. */
export const listUntoldEmergencies = sqlStatement({
  params: { since: t.instant() },
  row: { id: t.uuid() },
  sql: `
    select r.id from service_requests r
    where r.status = 'new' and r.is_emergency and r.merged_into_id is null
      and r.created_at > :since and r.first_attempt_at is null and not ${IS_HIDDEN}
      and not exists (
        select from push_messages m where m.request_id = r.id and m.kind = 'emergency')
    order by r.created_at
    limit 50`,
});

/** The members who may work on requests and have a browser that gets notifications. */
export const listSubscribedStaff = sqlStatement({
  params: {},
  row: { userId: t.uuid() },
  sql: `
    select distinct s.user_id as "userId"
    from push_subscriptions s join admin_users a on a.user_id = s.user_id
    where ${MAY_WORK}`,
});

/**
 * Queues a message to each browser of these people, for emergencies as of when the request came in.
 * A browser gets only what happens after it was turned on, and each message once.
 */
export const queueEmergencies = sqlStatement({
  params: { requestIds: t.uuidArray(), userIds: t.uuidArray(), now: t.instant() },
  row: {},
  sql: `
    insert into push_messages
      (id, kind, request_id, subscription_id, occurred_at, next_attempt_at, created_at)
    select gen_random_uuid(), 'emergency', r.id, s.id, r.created_at, :now, :now
    from service_requests r
      join push_subscriptions s on s.user_id = any(:userIds) and s.created_at <= r.created_at
    where r.id = any(:requestIds)
    on conflict do nothing`,
});

/** Queues a message to each browser of these people. */
export const queueMessages = sqlStatement({
  params: {
    kind: t.text<StaffPushKind>(),
    requestId: t.uuid(),
    userIds: t.uuidArray(),
    now: t.instant(),
  },
  row: {},
  sql: `
    insert into push_messages
      (id, kind, request_id, subscription_id, occurred_at, next_attempt_at, created_at)
    select gen_random_uuid(), :kind, :requestId, s.id, :now, :now, :now
    from push_subscriptions s
    where s.user_id = any(:userIds)
    on conflict do nothing`,
});

/**
 * Queues a message to each browser of an offer's provider whose person wants to be told. A browser gets
 * only what happens after it was turned on, and each message once. One that is being removed is left
 * out: its offer or yes must neither wait for that nor fail.
 */
export const queueOfferMessages = sqlStatement({
  params: { kind: t.text<ProviderPushKind>(), offerId: t.uuid(), now: t.instant() },
  row: {},
  sql: `
    insert into push_messages
      (id, kind, request_id, offer_id, subscription_id, occurred_at, next_attempt_at, created_at)
    select gen_random_uuid(), :kind::text, o.request_id, o.id, s.id, :now, :now, :now
    from offers o
      join provider_users u on u.provider_id = o.provider_id and u.is_active
      join push_subscriptions s on s.provider_user_id = u.id and s.created_at <= :now
    where o.id = :offerId and ${wants(":kind::text")}
    for key share of s skip locked
    on conflict do nothing`,
});

/** Claims messages that are due. */
export const claimDueMessages = sqlStatement({
  params: { now: t.instant(), leaseUntil: t.instant(), limit: t.bigint() },
  row: { id: t.uuid(), leaseUntil: t.instant() },
  sql: `
    update push_messages set lease_until = :leaseUntil
    where id in (
      select id from push_messages
      where state = 'waiting' and next_attempt_at <= :now and ${LEASE_IS_FREE}
      order by next_attempt_at
      limit :limit
      for update skip locked
    )
    returning id, lease_until as "leaseUntil"`,
});

/**
 * Claimed messages with what decides whether they are sent, as of now. `isStale`: somebody has the
 * request in hand or is on shift again, so that no alarm is open, or nobody may be told of it. Null in
 * messages about an offer: the feature of offers says it.
 */
export const findClaimedMessages = sqlStatement({
  params: { ids: t.uuidArray() },
  row: {
    id: t.uuid(),
    kind: t.text<PushKind>(),
    requestId: t.uuid(),
    offerId: t.orNull(t.uuid()),
    subscriptionId: t.uuid(),
    endpoint: t.text(),
    encryptedKeys: t.text(),
    occurredAt: t.instant(),
    attempts: t.integer(),
    hasAccess: t.orNull(t.boolean()),
    isWanted: t.boolean(),
    isStale: t.orNull(t.boolean()),
    quietFrom: t.orNull(t.integer()),
    quietTo: t.orNull(t.integer()),
    timeZone: t.orNull(t.text()),
    alarmsWhenQuiet: t.orNull(t.boolean()),
  },
  sql: `
    select m.id, m.kind, m.request_id as "requestId", m.offer_id as "offerId",
      m.subscription_id as "subscriptionId",
      s.endpoint, s.encrypted_keys as "encryptedKeys", m.occurred_at as "occurredAt", m.attempts,
      case when m.offer_id is null then ${MAY_WORK} else u.is_active end as "hasAccess",
      m.offer_id is null or coalesce(${wants("m.kind")}, false) as "isWanted",
      case when m.offer_id is null then r.status = 'closed' or ${IS_HIDDEN}
        or case m.kind
          when 'emergency' then r.status <> 'new' or r.first_attempt_at is not null
          when 'returned' then r.returned_at is null
          else r.last_attempt_at > m.occurred_at
            or not exists (select from inbox_alarms alarm where alarm.ended_at is null)
        end
      end as "isStale",
      p.quiet_from as "quietFrom", p.quiet_to as "quietTo", p.time_zone as "timeZone",
      p.alarms_when_quiet as "alarmsWhenQuiet"
    from push_messages m
      join service_requests r on r.id = m.request_id
      join push_subscriptions s on s.id = m.subscription_id
      left join admin_users a on a.user_id = s.user_id
      left join provider_users u on u.id = s.provider_user_id
      left join push_preferences p on p.user_id = s.user_id
    where m.id = any(:ids)`,
});

/** Deletes what was sent or dropped long ago. */
export const deleteOldMessages = sqlStatement({
  params: { before: t.instant() },
  row: {},
  sql: "delete from push_messages where created_at < :before",
});
