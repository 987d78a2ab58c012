import { PERIODS, type Period } from "#app/features/content-editor/metrics-period.ts";
import { listQuizTotals } from "#app/features/quizzes/metrics/list-metrics.server.ts";
import { getQuizMetrics as readQuizMetrics } from "#app/features/quizzes/metrics/queries.server.ts";
import { defineOperation, fail } from "../operation.server.ts";
import { formatInstant, formatNext, noInput, parseCursor } from "../schema.ts";
import {
  quizListQuery,
  quizListSchema,
  quizMetricsQuery,
  quizMetricsSchema,
  quizParams,
} from "./schema.ts";

const toPeriod = (days: string): Period =>
  PERIODS.find((period) => String(period) === days) ?? PERIODS[0];

export const listQuizzes = defineOperation({
  id: "listQuizzes",
  method: "get",
  path: "/quizzes",
  tag: "Quizzes",
  summary: "List quizzes with their metrics",
  description: "The newest first, published or not, each with the counts of the last days.",
  scope: "metrics:read",
  params: noInput,
  query: quizListQuery,
  response: { status: 200, description: "One page of quizzes.", schema: quizListSchema },
  problems: [],
  async run({ app, action }, { query: { days, limit, cursor } }) {
    const { timeZone } = await app.settings.get();
    const { quizzes, next } = await listQuizTotals(app.db, {
      days: toPeriod(days),
      now: action.now,
      timeZone,
      after: parseCursor(cursor),
      limit,
    });
    return {
      ok: true,
      body: {
        data: quizzes.map(({ serviceType, isActive, isDemo, createdAt, ...quiz }) => ({
          ...quiz,
          service_type: serviceType,
          is_active: isActive,
          is_demo: isDemo,
          created_at: formatInstant(createdAt),
        })),
        days: toPeriod(days),
        next_cursor: formatNext(next),
      },
    };
  },
});

export const getQuizMetrics = defineOperation({
  id: "getQuizMetrics",
  method: "get",
  path: "/quizzes/{slug}/metrics",
  tag: "Quizzes",
  summary: "Read the metrics of a quiz",
  description: "Where visitors leave, what decided the results, and what came of it.",
  scope: "metrics:read",
  params: quizParams,
  query: quizMetricsQuery,
  response: { status: 200, description: "The metrics.", schema: quizMetricsSchema },
  problems: ["not-found"],
  async run({ app, action }, { params: { slug }, query: { days } }) {
    const { timeZone } = await app.settings.get();
    const period = toPeriod(days);
    const metrics = await readQuizMetrics(app.db, {
      slug,
      days: period,
      now: action.now,
      timeZone,
    });
    if (!metrics) return fail("not-found", "No quiz has this slug.");
    const { all, amongNamed, unnamed } = metrics.hits;
    return {
      ok: true,
      body: {
        ...metrics,
        is_active: metrics.isActive,
        steps: metrics.steps.map(({ leftCount, dropOff, ...step }) => ({
          ...step,
          left: leftCount,
          drop_off: dropOff,
        })),
        requests: Object.fromEntries(metrics.requests.map(({ status, count }) => [status, count])),
        hits: { ...all, among_named: amongNamed, unnamed },
      },
    };
  },
});
