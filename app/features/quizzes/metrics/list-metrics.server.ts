import { and, count, gte, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { contentCounts } from "#app/db/tables/analytics.server.ts";
import { quizzes } from "#app/db/tables/quizzes.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Period } from "#app/features/content-editor/metrics-period.ts";
import { listLastDays } from "#app/lib/business-days.ts";
import type { Cursor } from "#app/lib/cursor.ts";

export type QuizTotals = {
  id: string;
  slug: string;
  title: string;
  serviceType: string;
  isActive: boolean;
  isDemo: boolean;
  createdAt: Date;
  views: number;
  starts: number;
  /** Results, and danger screens that ended the quiz. */
  finishes: number;
  /** Requests that came from it, under any of its slugs. */
  requests: number;
};

type Options = {
  days: Period;
  now: Date;
  timeZone: string;
  after?: Cursor | undefined;
  limit: number;
};

/** One page of quizzes with their totals of the last days, the newest first. */
export async function listQuizTotals(
  db: Database,
  { days, now, timeZone, after, limit }: Options,
): Promise<{ quizzes: QuizTotals[]; next: Cursor | null }> {
  const found = await selectPage(db, { after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const { firstDay, since } = listLastDays(now, { count: days, timeZone });
  const [events, requests] = await Promise.all([
    countEvents(db, { ids: page.map(({ id }) => id), firstDay }),
    countRequests(db, {
      slugs: page.flatMap(({ slug, previousSlugs }) => [slug, ...previousSlugs]),
      since,
    }),
  ]);
  const last = page.at(-1);
  return {
    quizzes: page.map(({ previousSlugs, ...quiz }) => {
      const counted = events.get(quiz.id);
      return {
        ...quiz,
        views: counted?.views ?? 0,
        starts: counted?.starts ?? 0,
        finishes: counted?.finishes ?? 0,
        requests: [...new Set([quiz.slug, ...previousSlugs])].reduce(
          (sum, slug) => sum + (requests.get(slug) ?? 0),
          0,
        ),
      };
    }),
    next: last && found.length > limit ? { at: last.createdAt, id: last.id } : null,
  };
}

function selectPage(db: Database, { after, limit }: Pick<Options, "after" | "limit">) {
  const { id, slug, previousSlugs, title, serviceType, isActive, isDemo, createdAt } = quizzes;
  return db
    .select({ id, slug, previousSlugs, title, serviceType, isActive, isDemo, createdAt })
    .from(quizzes)
    .where(
      and(
        isNull(quizzes.deletedAt),
        after &&
          sql`(${createdAt}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(sql`${createdAt} desc, ${id} desc`)
    .limit(limit);
}

async function countEvents(db: Database, { ids, firstDay }: { ids: string[]; firstDay: string }) {
  const { contentId, name, day, count: counted } = contentCounts;
  const sumOf = (condition: ReturnType<typeof sql>) =>
    sql`coalesce(sum(${counted}) filter (where ${condition}), 0)`.mapWith(Number);
  const rows = await db
    .select({
      id: contentId,
      views: sumOf(sql`${name} = 'view'`),
      starts: sumOf(sql`${name} = 'start'`),
      finishes: sumOf(sql`${name} = 'finish' or starts_with(${name}, 'danger:')`),
    })
    .from(contentCounts)
    .where(and(inArray(contentId, ids), gte(day, firstDay)))
    .groupBy(contentId);
  return new Map(rows.map((row) => [row.id, row]));
}

async function countRequests(db: Database, { slugs, since }: { slugs: string[]; since: Date }) {
  const { quizSlug, createdAt } = serviceRequests;
  const rows = await db
    .select({ slug: quizSlug, requests: count() })
    .from(serviceRequests)
    .where(and(gte(createdAt, since), inArray(quizSlug, slugs)))
    .groupBy(quizSlug);
  return new Map(rows.map(({ slug, requests }) => [slug ?? "", requests]));
}
