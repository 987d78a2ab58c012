import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * How often a number was called or texted by us since a time, as far as it is recorded: texts, and
 * calls in which staff asked for an answer to an offer.
 */
export const countAttempts = sqlStatement({
  params: { phone: t.text(), since: t.instant() },
  row: { attempts: t.integer() },
  sql: `
    select (
      (
        select count(*) from customer_texts x join service_requests r on r.id = x.request_id
        where r.phone_e164 = :phone and x.handed_over_at > :since
      ) + (
        select count(*) from request_events e join service_requests r on r.id = e.request_id
        where r.phone_e164 = :phone and e.at > :since and e.actor_id is not null
          and (
            e.kind in ('offer-released', 'offer-refused')
            or (e.kind = 'offer-withdrawn' and e.detail ->> 'reason' = 'unreached')
          )
      )
    )::int as attempts`,
});
