import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

// The consent record of each request contains the URL of its page; the query string is ignored.
const ARTICLE_OF_PAGE = "substring(page_url from '^https?://[^/?#]+(/articles/[^/?#]+)')";

/** Requests sent from pages with these paths, by the number of the day, starting at 1. */
export const countRequestsByDay = sqlStatement({
  params: { paths: t.textArray(), dayStarts: t.instantArray() },
  row: { place: t.integer(), count: t.integer() },
  sql: `
    select width_bucket(created_at, :dayStarts::timestamptz[]) as place, count(*)::int as count
    from consent_records
    where created_at >= (:dayStarts::timestamptz[])[1] and ${ARTICLE_OF_PAGE} = any(:paths::text[])
    group by place`,
});

/** Metrics of articles since the start of a day. */
export const sumMetrics = sqlStatement({
  params: { ids: t.uuidArray(), firstDay: t.date(), since: t.instant() },
  row: { id: t.uuid(), views: t.double(), calls: t.double(), requests: t.integer() },
  sql: `
    with pages as (
      select '/articles/' || slug as path from advertorial_content where id = any(:ids::uuid[])
      union
      select '/articles/' || unnest(previous_slugs)
      from advertorial_content where id = any(:ids::uuid[])
    ), sent as (
      select ${ARTICLE_OF_PAGE} as path, count(*)::int as count
      from consent_records
      where created_at >= :since and ${ARTICLE_OF_PAGE} in (select path from pages)
      group by 1
    ), counted as (
      select content_id, sum(count) filter (where name = 'view') as views,
        sum(count) filter (where name = 'call') as calls
      from content_counts
      where content_id = any(:ids::uuid[]) and day >= :firstDay::date
      group by content_id
    )
    select a.id, coalesce(c.views, 0)::float8 as views, coalesce(c.calls, 0)::float8 as calls,
      coalesce((
        select sum(s.count) from sent s
        where s.path = '/articles/' || a.slug
          or s.path in (select '/articles/' || unnest(a.previous_slugs))
      ), 0)::int as requests
    from advertorial_content a
    left join counted c on c.content_id = a.id
    where a.id = any(:ids::uuid[])`,
});
