import type { JOB_STAGES, OfferState } from "#app/db/tables/offers.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import { HIDES_PERSON } from "../sql-conditions.ts";
import type { JobList } from "./job-stages.ts";

const ROW = {
  id: t.uuid(),
  state: t.text<OfferState>(),
  cost: t.double(),
  createdAt: t.instant(),
  jobId: t.orNull(t.uuid()),
  /** When the provider accepted. */
  jobCreatedAt: t.orNull(t.instant()),
  expiresAt: t.instant(),
  decidedAt: t.orNull(t.instant()),
  approvedAt: t.orNull(t.instant()),
  refundedAt: t.orNull(t.instant()),
  refundReason: t.orNull(t.text()),
  timeframe: t.orNull(t.text()),
  stage: t.orNull(t.text<(typeof JOB_STAGES)[number]>()),
  serviceType: t.text(),
  city: t.orNull(t.text()),
  zip: t.orNull(t.text()),
  /** The name; null where the provider must not see it (any more). */
  customer: t.orNull(t.text()),
  /** What the customer wrote and what must be left out of it; null unless the offer is open. */
  description: t.orNull(t.text()),
  person: t.orNull(t.jsonb<{ requestId: string; name: string; address: string | null }>()),
  /** The visit that is held or booked. */
  startsAt: t.orNull(t.instant()),
  endsAt: t.orNull(t.instant()),
  isBooked: t.boolean(),
  /** The customer canceled the request, or ended the search. */
  isCanceled: t.boolean(),
};

/**
 * SQL: one row for each offer of `chosen`, a query with ids and times: a page is chosen before
 * anything is joined. `:now`: the customer's details show until a time, as on the offer's page.
 */
const selectRows = (chosen: string) => `
  select o.id, o.state, o.cost::float8 as cost, o.created_at as "createdAt",
    o.expires_at as "expiresAt", o.decided_at as "decidedAt",
    o.customer_approved_at as "approvedAt", o.refunded_at as "refundedAt",
    o.refund_reason as "refundReason", j.stage, r.timeframe,
    r.service_type as "serviceType", r.city, r.zip_valid as zip,
    j.id as "jobId", j.created_at as "jobCreatedAt",
    case when o.state = 'open' then left(r.description, 500) end as description,
    case when o.state = 'open' then jsonb_build_object(
      'requestId', r.id, 'name', r.customer_name, 'address', r.address) end as person,
    case when o.state = 'accepted' and o.contact_until > :now
      and not (r.status = 'closed' and r.outcome is not null) and not ${HIDES_PERSON}
      then r.customer_name end as customer,
    a.starts_at as "startsAt", a.ends_at as "endsAt",
    coalesce(a.state = 'booked', false) as "isBooked",
    (r.status = 'closed' and r.outcome is not null) as "isCanceled"
  from (${chosen}) c
  join offers o on o.id = c.id
  join service_requests r on r.id = o.request_id
  left join jobs j on j.id = o.job_id
  left join appointments a on a.offer_id = o.id and a.state in ('held', 'booked')`;

/** `nulls last` as in the indexes; otherwise PostgreSQL would sort all offers of the provider. */
const NEWEST_FIRST = "order by o.created_at desc nulls last, o.id desc nulls last";

/** The offers that wait for the provider's answer, the one that ends first on top. */
export const listOpenOffers = sqlStatement({
  params: { providerId: t.uuid(), now: t.instant(), limit: t.integer() },
  row: ROW,
  sql: `${selectRows(`
    select id from offers
    where provider_id = :providerId and state = 'open' and expires_at > :now
    order by expires_at, id limit :limit::int`)}
    order by o.expires_at, o.id`,
});

const PAGE = {
  providerId: t.uuid(),
  now: t.instant(),
  /** Where the page before ended. */
  beforeAt: t.instant(),
  beforeId: t.uuid(),
  limit: t.integer(),
};

/** Offers that do not wait for an answer any more, the newest first. */
export const listEarlierOffers = sqlStatement({
  params: PAGE,
  row: ROW,
  sql: `${selectRows(`
    select o.id, o.created_at from offers o
    where o.provider_id = :providerId and (o.state <> 'open' or o.expires_at <= :now)
      and (o.created_at, o.id) < (:beforeAt, :beforeId)
    ${NEWEST_FIRST} limit :limit::int`)}
    ${NEWEST_FIRST}`,
});

/** The jobs of a provider: offers that they accepted and that did not end, the newest first. */
export const listJobs = sqlStatement({
  params: PAGE,
  row: ROW,
  sql: `${selectRows(`
    select o.id, o.created_at from offers o
    where o.provider_id = :providerId and o.state = 'accepted'
      and (o.created_at, o.id) < (:beforeAt, :beforeId)
    ${NEWEST_FIRST} limit :limit::int`)}
    ${NEWEST_FIRST}`,
});

/**
 * The jobs of one list, the latest accepted first. Those that nothing more can be said of are not open:
 * as in `findJobStage`.
 */
export const listJobsOf = sqlStatement({
  params: { ...PAGE, list: t.text<Exclude<JobList, "all">>(), approvedAfter: t.instant() },
  row: ROW,
  sql: `${selectRows(`
    select o.id, j.created_at, j.id as job_id from jobs j
    join offers o on o.job_id = j.id and o.provider_id = :providerId and o.state = 'accepted'
    where j.provider_id = :providerId
      and (case when stage in ('done', 'not-hired') then stage else 'open' end) = :list
      and (j.created_at, j.id) < (:beforeAt, :beforeId)
      and (:list <> 'open' or exists (
        select from service_requests r
        where r.id = o.request_id and coalesce(o.customer_approved_at > :approvedAfter, true)
          and not (r.status = 'closed' and r.outcome is not null) and not ${HIDES_PERSON}
      ))
    order by j.created_at desc nulls last, j.id desc nulls last limit :limit::int`)}
    order by j.created_at desc, j.id desc`,
});

/** The provider's visits between two times, held and booked ones, the earliest first. */
export const listVisits = sqlStatement({
  params: {
    providerId: t.uuid(),
    from: t.instant(),
    until: t.instant(),
    now: t.instant(),
    limit: t.integer(),
  },
  row: ROW,
  sql: `${selectRows(`
    select offer_id as id from appointments
    where provider_id = :providerId and state in ('held', 'booked')
      and tstzrange(starts_at, ends_at) && tstzrange(:from, :until)
    order by starts_at limit :limit::int`)}
    where o.state = 'accepted'
    order by a.starts_at, o.id`,
});

/**
 * Jobs with the customer's yes, no visit, and nothing that the provider said of them, the newest first.
 */
export const listJobsToStart = sqlStatement({
  params: { providerId: t.uuid(), now: t.instant(), limit: t.integer() },
  row: ROW,
  sql: `${selectRows(`
    select o.id from offers o
    left join jobs j on j.id = o.job_id
    where o.provider_id = :providerId and o.state = 'accepted'
      and o.contact_until > :now and j.stage is null
      and o.refunded_at is null
      and not exists (
        select from appointments a where a.offer_id = o.id and a.state in ('held', 'booked')
      )
      and exists (
        select from service_requests r
        where r.id = o.request_id and r.status <> 'closed' and not ${HIDES_PERSON}
      )
    order by o.customer_approved_at desc, o.id limit :limit::int`)}
    order by o.customer_approved_at desc, o.id`,
});
