import { CONSENT_PURPOSE } from "#app/features/consent/consent-text.ts";
import { ERASED_HASH } from "#app/features/requests/erase-fields.server.ts";
import { selectMerged, selectRoot } from "#app/features/requests/sql-conditions.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

type StoredTouch = Record<string, string> | null;

/** SQL: ids of the requests of the person who sent `r`: itself, those with a contact of it, merged ones. */
const SAME_PERSON = `
  select r.id
  union select c.id from service_requests c where c.phone_e164 = r.phone_e164
  union select c.id from service_requests c where c.email_normalized = r.email_normalized
  union select m.id from (${selectRoot("r.id")}) m
  union select m.id from (${selectRoot("r.id")}) root, lateral (${selectMerged("root.id")}) m`;

/**
 * Hired requests whose outcome may be told to an ad platform, oldest first. Stricter than what ends
 * contact: an opt-out counts whatever its scope, also of one company and from before the request, and
 * so does an opt-out signal with any request of the person.
 */
export const listHiredRequests = sqlStatement({
  params: { since: t.instant(), limit: t.integer() },
  row: {
    createdAt: t.instant(),
    closedAt: t.instant(),
    value: t.orNull(t.double()),
    phone: t.orNull(t.text()),
    email: t.orNull(t.text()),
    source: t.text(),
    first: t.orNull(t.jsonb<StoredTouch>()),
    last: t.orNull(t.jsonb<StoredTouch>()),
  },
  sql: `
    select r.created_at as "createdAt", o.recorded_at as "closedAt", o.value::float8 as value,
      r.phone_e164 as phone, r.email_normalized as email, touch.source,
      touch.first_touch as first, touch.last_touch as last
    from request_outcomes o
    join service_requests r on r.id = o.request_id
    join request_touches touch on touch.request_id = r.id
    where o.recorded_at >= :since and o.hired and r.status = 'closed'
      and not r.is_demo and r.body_hash <> '${ERASED_HASH}'
      and exists (
        select from consent_records c
        where c.service_request_id = r.id and c.purpose = '${CONSENT_PURPOSE}'
          and c.status = 'captured' and not c.gpc
      )
      and not exists (
        select from (${SAME_PERSON}) same join service_requests p on p.id = same.id
        where p.gpc
          or exists (select from suppressions s where s.contact_hash in (p.phone_hash, p.email_hash))
          or exists (
            select from provider_opt_outs o where o.contact_hash in (p.phone_hash, p.email_hash)
          )
      )
    order by o.recorded_at, r.id
    limit :limit::int`,
});
