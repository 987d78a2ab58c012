import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * When a person was called or texted by us since a time, oldest first: what staff logged, and texts
 * that were sent automatically. E-mails do not count. The person is whoever has the phone number, and
 * whoever sent the request, whose number may have changed since.
 */
export const listAttemptTimes = sqlStatement({
  params: { requestId: t.uuid(), phone: t.orNull(t.text()), since: t.instant() },
  row: { at: t.instant() },
  sql: `
    with person as (
      select id from service_requests where phone_e164 = :phone
      union select :requestId::uuid
    )
    select a.at from contact_attempts a join person p on p.id = a.request_id
    where a.at > :since and a.channel in ('call', 'text')
    union all
    select x.handed_over_at from customer_texts x join person p on p.id = x.request_id
    where x.handed_over_at > :since
    order by 1`,
});
