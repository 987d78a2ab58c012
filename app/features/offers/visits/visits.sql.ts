import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import { GETS_MAIL } from "../sql-conditions.ts";

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

/** Changes of visits since a time that their providers were not told by mail. */
export const listUntoldChanges = sqlStatement({
  params: {
    since: t.instant(),
    kinds: t.textArray(),
    mailKind: t.text(),
    limit: t.integer(),
  },
  row: { eventId: t.uuid(), offerId: t.uuid() },
  sql: `
    select e.id as "eventId", a.offer_id as "offerId"
    from appointments a
    join request_events e on e.request_id = a.request_id and e.at >= :since
      and e.kind = any(:kinds) and e.detail ->> 'offerId' = a.offer_id::text
      -- A later change has a mail of its own.
      and (e.detail ->> 'sequence')::int = a.sequence
    join providers p on p.id = a.provider_id
    left join provider_settings t on t.provider_id = p.id
    where a.updated_at >= :since and ${GETS_MAIL}
      and not exists (
        select from notifications n where n.kind = :mailKind and n.subject_id = e.id
      )
    order by e.at
    limit :limit::int`,
});
