import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** How often each event was counted since the start of a day. */
export const sumFunnelEvents = sqlStatement({
  name: "funnel-events",
  params: { fromDay: t.date() },
  row: { name: t.text(), count: t.double() },
  sql: `
    select name, sum(count)::float8 as count
    from funnel_counts
    where day >= :fromDay::date
    group by name`,
});

/** Adds counts, in a fixed order so that instances that store at the same time cannot deadlock. */
export const addFunnelCounts = sqlStatement({
  params: { days: t.dateArray(), names: t.textArray(), counts: t.integerArray() },
  row: {},
  sql: `
    insert into funnel_counts (day, name, count)
    select day, name, count
    from unnest(:days::date[], :names::text[], :counts::int[]) as counted (day, name, count)
    order by day, name
    on conflict (day, name) do update set count = funnel_counts.count + excluded.count`,
});

/** As `addFunnelCounts`, for quizzes and articles. */
export const addContentCounts = sqlStatement({
  params: {
    contentIds: t.uuidArray(),
    days: t.dateArray(),
    names: t.textArray(),
    counts: t.integerArray(),
  },
  row: {},
  sql: `
    insert into content_counts (content_id, day, name, count)
    select content_id, day, name, count
    from unnest(:contentIds::uuid[], :days::date[], :names::text[], :counts::int[])
      as counted (content_id, day, name, count)
    order by content_id, day, name
    on conflict (content_id, day, name) do update
      set count = content_counts.count + excluded.count`,
});
