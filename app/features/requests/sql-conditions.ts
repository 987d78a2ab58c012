/**
 * SQL of a recursive query: the requests that were merged into the one with this id, at any depth.
 * `union` without `all` also ends on a circle, which merging never makes.
 */
export const selectMerged = (id: string) => `
  with recursive merged as (
    select c.id from service_requests c where c.merged_into_id = ${id}
    union
    select c.id from merged join service_requests c on c.merged_into_id = merged.id
  )
  select id from merged`;

/** SQL: `hasWrongNumber` of the request `r`. */
export const WRONG_NUMBER = `exists (
  select from service_requests w join contact_attempts a on a.request_id = w.id
  where (w.id = r.id or w.phone_e164 = r.phone_e164) and a.result = 'wrong-number'
    and not exists (
      select from request_events e
      where e.request_id = w.id and e.kind = 'phone-changed' and e.at > a.at
    )
    and not exists (
      select from contact_attempts l
      where l.request_id in (w.id, r.id) and l.result = 'reached' and l.at > a.at
    ))`;

/** SQL: the request that shows the one with this id: itself, unless it was merged into another. */
export const selectRoot = (id: string) => `
  with recursive up as (
    select u.id, u.merged_into_id from service_requests u where u.id = ${id}
    union
    select u.id, u.merged_into_id from up join service_requests u on u.id = up.merged_into_id
  )
  select id from up where merged_into_id is null`;
