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

/** SQL: the request that shows the one with this id: itself, unless it was merged into another. */
export const selectRoot = (id: string) => `
  with recursive up as (
    select u.id, u.merged_into_id from service_requests u where u.id = ${id}
    union
    select u.id, u.merged_into_id from up join service_requests u on u.id = up.merged_into_id
  )
  select id from up where merged_into_id is null`;
