import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * Claims files that are to be removed: of deleted rows, of writes that ended without a result, and those
 * that were found without a row a week ago. Whoever fails leaves them claimed for two minutes.
 */
export const claimRemovableFiles = sqlStatement({
  params: { limit: t.integer() },
  row: { id: t.uuid() },
  sql: `
    update private_files
    set state = 'deleted', deleted_at = coalesce(deleted_at, clock_timestamp()),
      lease_until = clock_timestamp() + interval '2 minutes'
    where id in (
      select id from private_files
      where state in ('reserved', 'deleted')
          and (lease_until is null or lease_until < clock_timestamp())
        or state = 'orphaned' and created_at < clock_timestamp() - interval '7 days'
      order by created_at
      limit :limit::int
      for update skip locked
    )
    returning id`,
});

/** How many folders of these have no row. They get one, so that they are removed in a week. */
export const insertOrphanedFiles = sqlStatement({
  params: { ids: t.uuidArray() },
  row: {},
  sql: `
    insert into private_files (id, state, checksums, bytes, created_at)
    select id, 'orphaned', '{}', 0, clock_timestamp() from unnest(:ids::uuid[]) as id
    on conflict (id) do nothing`,
});

/** Ids of stored files that were there before a time, in the order of the ids. */
export const listStoredFiles = sqlStatement({
  params: { after: t.uuid(), before: t.instant(), limit: t.integer() },
  row: { id: t.uuid() },
  sql: `
    select id from private_files
    where id > :after and state = 'stored' and created_at < :before
    order by id
    limit :limit::int`,
});
