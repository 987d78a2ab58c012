import type pg from "pg";
import type { Period } from "#app/features/content-editor/metrics-period.ts";
import { type BusinessDays, listLastDays } from "#app/lib/business-days.ts";
import { articlePath } from "./constants.ts";

/** Page views, taps on the phone number, and service requests sent from the page. */
export type Metrics = { views: number; calls: number; requests: number };
export type DayMetrics = Metrics & { /** 2026-11-21 */ day: string };
export type ArticleMetrics = Metrics & {
  id: string;
  slug: string;
  title: string;
  isActive: boolean;
  days: Period;
  /** Every day of the period, oldest first. */
  byDay: DayMetrics[];
};

type MetricsPeriod = { days: Period; now: Date; timeZone: string };
type Row = { id: string; slug: string; previousSlugs: string[]; title: string; isActive: boolean };

const COLUMNS = 'id, slug, previous_slugs as "previousSlugs", title, is_active as "isActive"';
// The consent record of each request contains the URL of its page; the query string is ignored.
const ARTICLE_OF_PAGE = `substring(page_url from '^https?://[^/?#]+(/articles/[^/?#]+)')`;

/**
 * Metrics of an article for the last days in the business's time zone; `slug` may be a previous
 * one. Null when there is none.
 */
export async function getArticleMetrics(
  pool: pg.Pool,
  options: MetricsPeriod & ({ id: string } | { slug: string }),
): Promise<ArticleMetrics | null> {
  const { days, now, timeZone } = options;
  const article = await findArticle(pool, options);
  if (!article) return null;
  const period = listLastDays(now, { count: days, timeZone });
  const [counts, requests] = await Promise.all([
    countByDay(pool, article.id, period),
    countRequestsByDay(pool, article, period),
  ]);
  const byDay = period.names.map((day, at) => ({
    day,
    views: counts.get(`${day} view`) ?? 0,
    calls: counts.get(`${day} call`) ?? 0,
    requests: requests.get(at + 1) ?? 0,
  }));
  const total = (name: keyof Metrics) => byDay.reduce((sum, figures) => sum + figures[name], 0);
  const { id, slug, title, isActive } = article;
  return {
    id,
    slug,
    title,
    isActive,
    days,
    byDay,
    views: total("views"),
    calls: total("calls"),
    requests: total("requests"),
  };
}

async function findArticle(
  pool: pg.Pool,
  options: { id: string } | { slug: string },
): Promise<Row | null> {
  const [where, value] =
    "id" in options
      ? ["id = $1", options.id]
      : ["(slug = $1 or $1 = any(previous_slugs)) order by slug = $1 desc limit 1", options.slug];
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from advertorial_content where deleted_at is null and ${where}`,
    [value],
  );
  return rows[0] ?? null;
}

async function countByDay(
  pool: pg.Pool,
  id: string,
  { names }: BusinessDays,
): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ key: string; count: number }>(
    "select to_char(day, 'YYYY-MM-DD ') || name as key, count::float8 as count from content_counts where content_id = $1 and day between $2::date and $3::date",
    [id, names[0], names.at(-1)],
  );
  return new Map(rows.map(({ key, count }) => [key, count]));
}

/** Counts by the number of the day in the period, starting at 1. */
async function countRequestsByDay(
  pool: pg.Pool,
  article: Row,
  { starts }: BusinessDays,
): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ place: number; count: number }>(
    `select width_bucket(created_at, $2::timestamptz[]) as place, count(*)::int as count from consent_records
     where created_at >= ($2::timestamptz[])[1] and ${ARTICLE_OF_PAGE} = any($1) group by place`,
    [[article.slug, ...article.previousSlugs].map(articlePath), starts],
  );
  return new Map(rows.map(({ place, count }) => [place, count]));
}

/** Metrics of several articles for the last days, by article id. */
export async function listArticleMetrics(
  pool: pg.Pool,
  { ids, days, now, timeZone }: MetricsPeriod & { ids: readonly string[] },
): Promise<Map<string, Metrics>> {
  const { names, starts } = listLastDays(now, { count: days, timeZone });
  const { rows } = await pool.query<Metrics & { id: string }>(
    `with asked as (
       select '/articles/' || slug as path from advertorial_content where id = any($1)
       union select '/articles/' || unnest(previous_slugs) from advertorial_content where id = any($1)
     ), sent as (
       select ${ARTICLE_OF_PAGE} as path, count(*)::int as count from consent_records
       where created_at >= $3 and ${ARTICLE_OF_PAGE} in (select path from asked) group by 1
     ), counted as (
       select content_id, sum(count) filter (where name = 'view') as views, sum(count) filter (where name = 'call') as calls
       from content_counts where content_id = any($1) and day >= $2::date group by content_id
     )
     select a.id, coalesce(c.views, 0)::float8 as views, coalesce(c.calls, 0)::float8 as calls,
       coalesce((select sum(s.count) from sent s where s.path = '/articles/' || a.slug or s.path in (select '/articles/' || unnest(a.previous_slugs))), 0)::int as requests
     from advertorial_content a left join counted c on c.content_id = a.id where a.id = any($1)`,
    [ids, names[0], starts[0]],
  );
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}
