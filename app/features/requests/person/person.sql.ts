import type { CONSENT_KINDS, OptOutScope } from "#app/db/tables/consent.server.ts";
import type { MESSAGE_AUTHORS } from "#app/db/tables/customer-page.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import type { RequestStatus } from "../inbox/schema.ts";
import { selectMerged } from "../sql-conditions.ts";

/** Of a text, as many characters as one line of the panel may need. */
const TEXT_START = 200;

/**
 * The requests of the person who sent a request: those with its phone number, those with its email
 * address, and those that were merged into it, whose contacts may have been corrected since. First
 * the request itself and the merged ones, then the newest; the indexes of both contacts end with the
 * time, so that a contact with very many requests costs no more.
 */
export const listPersonRequests = sqlStatement({
  params: { requestId: t.uuid(), limit: t.integer() },
  row: {
    id: t.uuid(),
    serviceType: t.text(),
    status: t.text<RequestStatus>(),
    createdAt: t.instant(),
    mergedIntoId: t.orNull(t.uuid()),
    flags: t.textArray(),
    text: t.orNull(t.text()),
    hasSamePhone: t.boolean(),
    isEmergency: t.boolean(),
    isTried: t.boolean(),
  },
  sql: `
    with own as materialized (
      select id, phone_e164, email_normalized from service_requests where id = :requestId
    ), found as (
      select id, true as "isOwn" from own
      union all
      select m.id, true from (${selectMerged(":requestId")}) m
      union all
      select same.id, false from own, lateral (
        select c.id from service_requests c where c.phone_e164 = own.phone_e164
        order by c.created_at desc limit :limit::int
      ) same
      union all
      select same.id, false from own, lateral (
        select c.id from service_requests c where c.email_normalized = own.email_normalized
        order by c.created_at desc limit :limit::int
      ) same
    ), distinct_found as (
      select id, bool_or("isOwn") as "isOwn" from found group by id
    )
    select r.id, r.service_type as "serviceType", r.status, r.created_at as "createdAt",
      r.merged_into_id as "mergedIntoId", r.flags, left(r.description, ${TEXT_START}) as text,
      coalesce(r.phone_e164 = own.phone_e164, false) as "hasSamePhone",
      r.is_emergency as "isEmergency", r.first_attempt_at is not null as "isTried"
    from own, distinct_found f join service_requests r on r.id = f.id
    order by f."isOwn" desc, r.created_at desc, r.id desc
    limit :limit::int`,
});

/** The messages about requests, the newest first. */
export const listPersonMessages = sqlStatement({
  params: { requestIds: t.uuidArray(), limit: t.integer() },
  row: {
    id: t.uuid(),
    requestId: t.uuid(),
    author: t.text<(typeof MESSAGE_AUTHORS)[number]>(),
    member: t.orNull(t.text()),
    company: t.orNull(t.text()),
    text: t.text(),
    createdAt: t.instant(),
  },
  sql: `
    select m.id, m.request_id as "requestId", m.author,
      case m.author when 'staff' then coalesce(a.display_name, s.email) end as member,
      p.company_name as company, left(m.text, ${TEXT_START}) as text, m.created_at as "createdAt"
    from unnest(:requestIds::uuid[]) as wanted (id), lateral (
      select * from request_messages m where m.request_id = wanted.id
      order by m.created_at desc limit :limit::int
    ) m
    left join staff_users s on s.id = m.author_id
    left join admin_users a on a.user_id = m.author_id
    left join providers p on p.id = m.author_id
    order by m.created_at desc, m.id desc
    limit :limit::int`,
});

/** What quizzes said to the senders of requests. */
export const listPersonQuizResults = sqlStatement({
  params: { requestIds: t.uuidArray() },
  row: {
    requestId: t.uuid(),
    title: t.text(),
    layer: t.orNull(t.text()),
    diagnosis: t.orNull(t.text()),
    createdAt: t.instant(),
  },
  sql: `
    select x.request_id as "requestId", q.title, x.result ->> 'layer' as layer,
      x.result -> 'data' ->> 'diagnosis' as diagnosis, x.created_at as "createdAt"
    from quiz_request_results x join quizzes q on q.id = x.quiz_id
    where x.request_id = any(:requestIds)`,
});

const CONSENT_COLUMNS = `c.id, c.service_request_id as "requestId", c.kind, c.status, c.company,
      c.text_version as "textVersion", c.created_at as "createdAt"`;

/** The consents that came with requests, and later ones, the newest first. One index covers each. */
export const listPersonConsents = sqlStatement({
  params: { requestIds: t.uuidArray(), limit: t.integer() },
  row: {
    id: t.uuid(),
    requestId: t.uuid(),
    kind: t.text<(typeof CONSENT_KINDS)[number]>(),
    status: t.text(),
    company: t.orNull(t.text()),
    textVersion: t.orNull(t.integer()),
    createdAt: t.instant(),
  },
  sql: `
    select * from (
      select ${CONSENT_COLUMNS} from consent_records c
      where c.service_request_id = any(:requestIds) and c.kind = 'request'
      union all
      select ${CONSENT_COLUMNS} from consent_records c
      where c.service_request_id = any(:requestIds) and c.kind <> 'request'
    ) given
    order by "createdAt" desc, id desc
    limit :limit::int`,
});

/** The opt-out of a person that matters most for a request: one that holds, of the widest scope. */
export const findPersonOptOut = sqlStatement({
  params: { requestId: t.uuid() },
  row: { at: t.instant(), scope: t.text<OptOutScope>(), holds: t.boolean() },
  sql: `
    select s.opted_out_at as at, s.scope, s.opted_out_at >= r.created_at as holds
    from service_requests r
    join suppressions s on s.contact_hash in (r.phone_hash, r.email_hash)
    where r.id = :requestId
    order by s.opted_out_at >= r.created_at desc, s.scope = 'all' desc, s.opted_out_at desc
    limit 1`,
});
