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

/**
 * Adds visits by source. Of sources that are not `known`, a day gets `limit` at most: those that it
 * has stay, and the others are added to `other`.
 */
export const addSourceVisits = sqlStatement({
  params: {
    days: t.dateArray(),
    sources: t.textArray(),
    counts: t.integerArray(),
    known: t.textArray(),
    other: t.text(),
    limit: t.integer(),
  },
  row: {},
  sql: `
    with counted as (
      select day, source, count, source = any(:known::text[]) as is_known,
        exists (
          select from source_visits v where v.day = c.day and v.source = c.source
        ) as is_stored
      from unnest(:days::date[], :sources::text[], :counts::int[]) as c (day, source, count)
    ), ranked as (
      select *, row_number() over (partition by day, is_known, is_stored order by count desc, source)
        as rank
      from counted
    ), limited as (
      select day, count,
        case
          when is_known or is_stored then source
          when rank + (
            select count(*) from source_visits v
            where v.day = ranked.day and v.source <> all(:known::text[])
          ) <= :limit::int then source
          else :other
        end as source
      from ranked
    )
    insert into source_visits (day, source, count)
    select day, source, sum(count) from limited group by day, source order by day, source
    on conflict (day, source) do update set count = source_visits.count + excluded.count`,
});
