import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** Versions, newest first, with the name of who saved them. */
export const selectVersions = sqlStatement({
  params: { contentId: t.uuid(), limit: t.integer() },
  row: { version: t.integer(), savedAt: t.instant(), savedBy: t.text() },
  sql: `
    select v.version, v.saved_at as "savedAt",
      coalesce(a.display_name, u.email, v.saved_by) as "savedBy"
    from content_versions v
    left join staff_users u on u.id::text = v.saved_by
    left join admin_users a on a.user_id = u.id
    where v.content_id = :contentId
    order by v.version desc
    limit :limit::int`,
});

/** Copies the version before this one, with some values replaced. */
export const copyPreviousVersion = sqlStatement({
  params: {
    contentId: t.uuid(),
    version: t.integer(),
    changes: t.jsonb<object>(),
    savedBy: t.text(),
    now: t.instant(),
  },
  row: {},
  sql: `
    insert into content_versions (content_id, version, snapshot, saved_by, saved_at)
    select content_id, :version, snapshot || :changes::jsonb, :savedBy, :now
    from content_versions
    where content_id = :contentId and version = :version::int - 1`,
});
