import { CONSENT_PURPOSE } from "#app/features/consent/consent-text.ts";
import { ERASED_HASH } from "#app/features/requests/erase-fields.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

type StoredTouch = Record<string, string> | null;

/**
 * Hired requests whose outcome may be told to an ad platform, oldest first. Stricter than what ends
 * contact: an opt-out counts whatever its scope, and also from before the request.
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
      and not r.gpc and not r.is_demo and r.body_hash <> '${ERASED_HASH}'
      and exists (
        select from consent_records c
        where c.service_request_id = r.id and c.purpose = '${CONSENT_PURPOSE}'
          and c.status = 'captured' and not c.gpc
      )
      and not exists (
        select from suppressions s where s.contact_hash in (r.phone_hash, r.email_hash)
      )
    order by o.recorded_at, r.id
    limit :limit::int`,
});
