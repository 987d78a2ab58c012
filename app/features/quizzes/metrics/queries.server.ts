import { and, count, eq, gte, inArray, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { contentCounts } from "#app/db/tables/analytics.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Period } from "#app/features/content-editor/metrics-period.ts";
import { getCostEstimator } from "#app/features/resources/tools.server.ts";
import { listLastDays } from "#app/lib/business-days.ts";
import type { Layer } from "../engine/diagnose.ts";
import { countHits, type HitRates } from "../learning/count-hits.ts";
import { listRecordedResults } from "../learning/request-results.server.ts";
import { findQuizBySlug } from "../player/find-quiz.server.ts";
import { LAYERS } from "../validation/explain-check.ts";
import { countStepMetrics, type StepMetrics } from "./count-step-metrics.ts";

/** The newest results whose true cause is known; enough for narrow intervals. */
const MAX_RECORDED = 5_000;
const REQUEST_STATUSES = ["new", "contacted", "closed"] as const;
/** Projects of the cost estimator that represent a whole service type. */
const ESTIMATED_PROJECTS: Record<string, string> = {
  Plumbing: "Plumbing Repair",
  Electrical: "Electrical Work",
};

export type QuizMetrics = {
  slug: string;
  title: string;
  isActive: boolean;
  days: Period;
  views: number;
  starts: number;
  /** Results, and danger screens that ended the quiz. */
  finishes: number;
  steps: StepMetrics[];
  layers: Record<Layer, number>;
  requests: { status: (typeof REQUEST_STATUSES)[number]; count: number }[];
  /**
   * The middle of the cost estimator's range for one job, in dollars; null when there is none for
   * the service type.
   */
  estimate: { project: string; perRequest: number } | null;
  /** How often the true cause, where staff recorded it, was the one that the quiz named; of all time. */
  hits: HitRates;
};

type Options = { slug: string; days: Period; now: Date; timeZone: string };

/**
 * Metrics of a quiz for the last days in the business's time zone. Null when there is no such quiz.
 */
export async function getQuizMetrics(
  db: Database,
  { slug, days, now, timeZone }: Options,
): Promise<QuizMetrics | null> {
  const quiz = await findQuizBySlug(db, slug);
  if (!quiz) return null;
  const { firstDay, since } = listLastDays(now, { count: days, timeZone });
  const [counted, requests, recorded] = await Promise.all([
    db
      .select({ name: contentCounts.name, count: sql`sum(${contentCounts.count})`.mapWith(Number) })
      .from(contentCounts)
      .where(and(eq(contentCounts.contentId, quiz.id), gte(contentCounts.day, firstDay)))
      .groupBy(contentCounts.name),
    countRequests(db, { slugs: [quiz.slug, ...quiz.previousSlugs], since }),
    listRecordedResults(db, { quizId: quiz.id, limit: MAX_RECORDED }),
  ]);
  const counts = new Map(counted.map(({ name, count }) => [name, count]));
  const stops = counted
    .filter(({ name }) => name.startsWith("danger:"))
    .reduce((sum, { count }) => sum + count, 0);
  const getCount = (name: string) => counts.get(name) ?? 0;
  return {
    slug: quiz.slug,
    title: quiz.title,
    isActive: quiz.isActive,
    days,
    views: getCount("view"),
    starts: getCount("start"),
    finishes: getCount("finish") + stops,
    steps: countStepMetrics(quiz.questions, counts),
    layers: Object.fromEntries(
      LAYERS.map((layer) => [layer, getCount(`layer:${layer}`)]),
    ) as Record<Layer, number>,
    requests: REQUEST_STATUSES.map((status) => ({
      status,
      count: requests.find((row) => row.status === status)?.count ?? 0,
    })),
    estimate: getEstimate(quiz.serviceType),
    hits: countHits(recorded),
  };
}

/** Service requests that came from a quiz with one of these slugs, by status. */
function countRequests(db: Database, { slugs, since }: { slugs: string[]; since: Date }) {
  const { status, createdAt, quizSlug } = serviceRequests;
  return db
    .select({ status, count: count() })
    .from(serviceRequests)
    .where(and(gte(createdAt, since), inArray(quizSlug, slugs)))
    .groupBy(status);
}

function getEstimate(serviceType: string): QuizMetrics["estimate"] {
  const project = getCostEstimator().projects.find(
    ({ name }) => name === ESTIMATED_PROJECTS[serviceType],
  );
  return project
    ? { project: project.name, perRequest: (project.baseMin + project.baseMax) / 2 }
    : null;
}
