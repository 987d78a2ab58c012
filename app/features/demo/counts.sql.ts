import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

const params = { days: t.textArray(), names: t.textArray(), counts: t.integerArray() };

export const addFunnelCounts = sqlStatement({
  params,
  row: {},
  sql: `
    insert into funnel_counts (day, name, count)
    select day::date, name, count
    from unnest(:days::text[], :names::text[], :counts::int[]) as c (day, name, count)
    on conflict (day, name) do update set count = funnel_counts.count + excluded.count`,
});

/** Names begin with the id of the quiz or article, which has 36 letters. */
export const addContentCounts = sqlStatement({
  params,
  row: {},
  sql: `
    insert into content_counts (day, content_id, name, count)
    select day::date, left(name, 36)::uuid, substr(name, 37), count
    from unnest(:days::text[], :names::text[], :counts::int[]) as c (day, name, count)
    on conflict (content_id, day, name) do update
    set count = content_counts.count + excluded.count`,
});

/** Names are sources. */
export const addSourceVisits = sqlStatement({
  params,
  row: {},
  sql: `
    insert into source_visits (day, source, count)
    select day::date, name, count
    from unnest(:days::text[], :names::text[], :counts::int[]) as c (day, name, count)
    on conflict (day, source) do update set count = source_visits.count + excluded.count`,
});
