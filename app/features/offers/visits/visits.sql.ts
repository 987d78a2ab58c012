import { isMailDue } from "#app/features/mail/sql-conditions.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import { HAS_ADDRESS } from "../mail-conditions.ts";

/** The windows of a request with whether the provider can come then, the earliest first. */
export const listProviderWindows = sqlStatement({
  params: { requestId: t.uuid(), providerId: t.uuid(), now: t.instant() },
  row: {
    id: t.uuid(),
    startsAt: t.instant(),
    endsAt: t.instant(),
    isOver: t.boolean(),
    /** The provider has another visit then. */
    isBusy: t.boolean(),
  },
  sql: `
    select w.id, w.starts_at as "startsAt", w.ends_at as "endsAt",
      w.starts_at <= :now as "isOver",
      exists (
        select from appointments a
        where a.provider_id = :providerId and a.state <> 'canceled'
          and a.starts_at < w.ends_at and a.ends_at > w.starts_at
      ) as "isBusy"
    from request_windows w
    where w.request_id = :requestId
    order by w.starts_at`,
});

/** Whether a provider has a visit for another offer at a time. */
export const findOtherVisit = sqlStatement({
  params: {
    providerId: t.uuid(),
    offerId: t.uuid(),
    startsAt: t.instant(),
    endsAt: t.instant(),
  },
  row: { id: t.uuid() },
  sql: `
    select id from appointments
    where provider_id = :providerId and offer_id <> :offerId and state <> 'canceled'
      and starts_at < :endsAt and ends_at > :startsAt
    limit 1`,
});

/** SQL: staff were asked to call one side of the appointment `a` about its last change. */
const isLeftToStaff = (side: "customer" | "provider") => `exists (
  select from request_events u
  where u.request_id = a.request_id and u.kind = 'visit-untold'
    and u.detail ->> 'untold' = '${side}' and u.detail ->> 'offerId' = a.offer_id::text
    and (u.detail ->> 'sequence')::int = a.sequence)`;

/** SQL: the last change of the appointment `a`: a later change has a mail of its own. */
const LAST_CHANGE = `request_events e on e.request_id = a.request_id and e.at >= :since
  and e.kind = any(:kinds) and e.detail ->> 'offerId' = a.offer_id::text
  and (e.detail ->> 'sequence')::int = a.sequence`;

/**
 * Changes of visits since a time that their providers were not told, also of those who want no mails
 * about offers. What ended before the customer's yes is no change: the offer's end has its own mail. Who cannot be mailed is not listed for a change of their own.
 */
export const listUnnotifiedChanges = sqlStatement({
  params: {
    since: t.instant(),
    now: t.instant(),
    kinds: t.textArray(),
    mailKind: t.text(),
    canMail: t.boolean(),
    limit: t.integer(),
  },
  row: {
    eventId: t.uuid(),
    offerId: t.uuid(),
    providerId: t.uuid(),
    serviceType: t.text(),
    city: t.orNull(t.text()),
    zip: t.orNull(t.text()),
  },
  sql: `
    select e.id as "eventId", a.offer_id as "offerId",
      p.id as "providerId",
      r.service_type as "serviceType", r.city, r.zip_valid as zip
    from appointments a
    join ${LAST_CHANGE}
    join offers o on o.id = a.offer_id and o.customer_approved_at is not null
    join providers p on p.id = a.provider_id
    join service_requests r on r.id = a.request_id
    where a.updated_at >= :since and not p.is_demo
      and (
        e.detail ->> 'by' <> 'provider'
        or (:canMail::boolean and ${HAS_ADDRESS})
      )
      and ${isMailDue("e.id")}
      and not ${isLeftToStaff("provider")}
    order by e.at
    limit :limit::int`,
});

/** Changes by providers since a time of which no mail can tell the customer. */
export const listUnnotifiedCustomers = sqlStatement({
  params: {
    since: t.instant(),
    kinds: t.textArray(),
    canMail: t.boolean(),
    limit: t.integer(),
  },
  row: { eventId: t.uuid() },
  sql: `
    select e.id as "eventId"
    from appointments a
    join ${LAST_CHANGE}
    join service_requests r on r.id = a.request_id
    where a.updated_at >= :since and not r.is_demo and e.detail ->> 'by' = 'provider'
      and not (:canMail::boolean and coalesce(r.email_normalized, '') <> '')
      and not ${isLeftToStaff("customer")}
    order by e.at
    limit :limit::int`,
});
