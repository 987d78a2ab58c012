import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * When the persons of some requests were called or texted by us since a time, the oldest first: what
 * staff logged, and texts that were sent automatically. Emails do not count. A person is whoever sent
 * the request or one that it is merged with, however their number changed, and whoever has one of
 * their numbers.
 */
export const listAttemptTimes = sqlStatement({
  params: { requestIds: t.uuidArray(), since: t.instant() },
  row: {
    /** Which of the requests it counts for. */
    requestId: t.uuid(),
    at: t.instant(),
  },
  // The subqueries are fenced with "offset 0": the planner cannot know how few rows a tree of merged
  // requests has, and would read the whole table. Of many requests with a number, few had an attempt
  // since then: `last_attempt_at` is that of their latest, and texts have an index of their own.
  sql: `
    with recursive up as (
      select u.id as asked, u.id, u.merged_into_id from service_requests u
      where u.id = any(:requestIds::uuid[])
      union
      select up.asked, u.id, u.merged_into_id
      from up, lateral (
        select p.id, p.merged_into_id from service_requests p
        where p.id = up.merged_into_id offset 0
      ) u
    ), merged as (
      select asked, id from up
      union
      select merged.asked, c.id
      from merged, lateral (
        select m.id from service_requests m where m.merged_into_id = merged.id offset 0
      ) c
    ), person as (
      select asked, id from merged
      union
      select merged.asked, s.id
      from merged, lateral (
        select o.id from service_requests r join service_requests o on o.phone_e164 = r.phone_e164
        where r.id = merged.id and (o.last_attempt_at > :since or o.id in (
          select x.request_id from customer_texts x where x.handed_over_at > :since
        )) offset 0
      ) s
    )
    select person.asked as "requestId", made.at
    from person, lateral (
      select a.at from contact_attempts a
      where a.request_id = person.id and a.at > :since and a.channel in ('call', 'text')
      union all
      select x.handed_over_at from customer_texts x
      where x.request_id = person.id and x.handed_over_at > :since
    ) made
    order by made.at`,
});
