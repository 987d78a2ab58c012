import { and, between, eq, isNull } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { advertorialContent } from "#app/db/tables/advertorials.server.ts";
import { contentCounts } from "#app/db/tables/analytics.server.ts";
import { currentSlugFirst, hasSlug } from "#app/features/content-editor/content-table.server.ts";
import type { Period } from "#app/features/content-editor/metrics-period.ts";
import { type BusinessDays, listLastDays } from "#app/lib/business-days.ts";
import { articlePath } from "./constants.ts";
import { countRequestsByDay, sumMetrics } from "./metrics.sql.ts";

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

const COLUMNS = {
  id: advertorialContent.id,
  slug: advertorialContent.slug,
  previousSlugs: advertorialContent.previousSlugs,
  title: advertorialContent.title,
  isActive: advertorialContent.isActive,
};

/**
 * Metrics of an article for the last days in the business's time zone; `slug` may be a previous
 * one. Null when there is none.
 */
export async function getArticleMetrics(
  db: Database,
  options: MetricsPeriod & ({ id: string } | { slug: string }),
): Promise<ArticleMetrics | null> {
  const { days, now, timeZone } = options;
  const article = await findArticle(db, options);
  if (!article) return null;
  const period = listLastDays(now, { count: days, timeZone });
  const [counts, requests] = await Promise.all([
    countEventsByDay(db, article.id, period),
    countArticleRequests(db, article, period),
  ]);
  const byDay = period.names.map((day, at) => ({
    day,
    views: counts.get(`${day} view`) ?? 0,
    calls: counts.get(`${day} call`) ?? 0,
    requests: requests.get(at + 1) ?? 0,
  }));
  const total = (name: keyof Metrics) => byDay.reduce((sum, metrics) => sum + metrics[name], 0);
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
  db: Database,
  options: { id: string } | { slug: string },
): Promise<Row | null> {
  const query = db.select(COLUMNS).from(advertorialContent).$dynamic();
  const [row] =
    "id" in options
      ? await query.where(
          and(eq(advertorialContent.id, options.id), isNull(advertorialContent.deletedAt)),
        )
      : await query
          .where(hasSlug(advertorialContent, options.slug))
          .orderBy(currentSlugFirst(advertorialContent, options.slug))
          .limit(1);
  return row ?? null;
}

/** Views and calls by `<day> <name>`. */
async function countEventsByDay(
  db: Database,
  id: string,
  { names, firstDay }: BusinessDays,
): Promise<Map<string, number>> {
  const { contentId, day, name, count } = contentCounts;
  const rows = await db
    .select({ day, name, count })
    .from(contentCounts)
    .where(and(eq(contentId, id), between(day, firstDay, names.at(-1) ?? firstDay)));
  return new Map(rows.map((row) => [`${row.day} ${row.name}`, row.count]));
}

/** Requests by the number of the day in the period, starting at 1. */
async function countArticleRequests(
  db: Database,
  article: Row,
  { starts }: BusinessDays,
): Promise<Map<number, number>> {
  const paths = [article.slug, ...article.previousSlugs].map(articlePath);
  const rows = await countRequestsByDay.rows(db, { paths, dayStarts: starts });
  return new Map(rows.map(({ place, count }) => [place, count]));
}

/** Metrics of several articles for the last days, by article id. */
export async function listArticleMetrics(
  db: Database,
  { ids, days, now, timeZone }: MetricsPeriod & { ids: readonly string[] },
): Promise<Map<string, Metrics>> {
  const { firstDay, since } = listLastDays(now, { count: days, timeZone });
  const rows = await sumMetrics.rows(db, { ids, firstDay, since });
  return new Map(rows.map(({ id, ...metrics }) => [id, metrics]));
}
