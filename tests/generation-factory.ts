import { randomUUID } from "node:crypto";
import { withTransaction } from "#app/db/transaction.server.ts";
import { createArticleHandler } from "#app/features/advertorials/generation/generate-article.server.ts";
import type { ModelLimits } from "#app/features/ai/call-llm.server.ts";
import { LEASE_MS } from "#app/features/ai/constants.ts";
import { cancelJob, getJob, type Job, startJob } from "#app/features/ai/jobs.server.ts";
import {
  claimJob,
  type JobHandler,
  type RunnerOptions,
  runJob,
} from "#app/features/ai/run-jobs.server.ts";
import { createQuizHandlers } from "#app/features/quizzes/generation/generate-quiz.server.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { type openTestDatabase, queryRows, siteSettings } from "./factories.ts";
import type { ModelApiFake } from "./fakes/model-api.ts";

type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>;
const LIMITS: ModelLimits = {
  timeoutMs: 300,
  maxAttempts: 3,
  retryDelayMs: 5,
  maxRetryDelayMs: 20,
  maxReplyBytes: 200_000,
};

/** Runs generation jobs on a real database, with a clock that only the test advances. */
export function createGeneration(
  context: TestDatabase,
  model?: { api: ModelApiFake; env?: Record<string, string> },
) {
  const pool = context.db.$client;
  let clock = new Date("2026-03-02T15:00:00Z");
  const now = () => {
    // Each call returns a later time.
    clock = new Date(clock.getTime() + 1);
    return clock;
  };
  const env = parseEnv(
    model
      ? {
          AI_PROVIDER: "anthropic",
          AI_MODEL: "test-model",
          AI_API_KEY: model.api.key,
          AI_BASE_URL: model.api.url,
          AI_PRICE_INPUT_CENTS: "300",
          AI_PRICE_OUTPUT_CENTS: "1500",
          ...model.env,
        }
      : {},
  );
  const settings = { get: async () => siteSettings, drop() {} };
  const options = { db: context.db, env, settings, limits: LIMITS };
  const handlers = { ...createQuizHandlers(options), advertorial: createArticleHandler(options) };
  const runner: RunnerOptions = { db: context.db, log: createLogger("silent"), now, handlers };
  const startedBy = randomUUID();

  const start = (job: Pick<Job, "kind" | "input"> & { contentId?: string }) =>
    withTransaction(context.db, (tx) =>
      startJob(tx, {
        ...job,
        generator: model ? "model" : "built-in",
        startedBy,
        now: now(),
      }),
    );

  return {
    pool,
    env,
    runner,
    startedBy,
    now,
    advance(ms: number) {
      clock = new Date(clock.getTime() + ms);
    },
    startQuiz: (input: { topic: string; numQuestions?: number; serviceType?: string }) =>
      start({
        kind: "quiz",
        input: { numQuestions: 5, serviceType: "Auto-detect", ...input },
      }),
    startArticle: (topic: string) =>
      start({
        kind: "advertorial",
        input: { topic },
      }),
    startDiagnoses: (quizId: string) =>
      start({
        kind: "diagnoses",
        contentId: quizId,
        input: {},
      }),
    cancel: (id: string) => cancelJob({ db: context.db, actor: startedBy, now: now() }, { id }),
    /** Claims and runs one job, as a worker does; `wrap` may change what its handler does. */
    async runOnce(
      wrap: (handler: JobHandler) => JobHandler = (handler) => handler,
      stopping = new AbortController().signal,
    ): Promise<Job | null> {
      const wrapped = {
        quiz: wrap(handlers.quiz),
        diagnoses: wrap(handlers.diagnoses),
        advertorial: wrap(handlers.advertorial),
      };
      const job = await claimJob({ ...runner, handlers: wrapped });
      if (job) await runJob({ ...runner, handlers: wrapped }, job, stopping);
      return job;
    },
    /** Runs a job until it has ended. */
    async finish(job: Job): Promise<Job> {
      for (let run = 0; run < 20; run++) {
        const state = await getJob(context.db, job.id);
        if (state && !["waiting", "running"].includes(state.state)) return state;
        clock = new Date(clock.getTime() + LEASE_MS + 1_000);
        await this.runOnce();
      }
      throw new Error("the job does not end");
    },
    getQuiz: async (job: Job) => {
      const [quiz] = await queryRows<{
        id: string;
        title: string;
        slug: string;
        is_active: boolean;
        service_type: string;
        topic: string;
        questions: { id: string; questionText: string; options: string[] }[];
      }>(
        context.db,
        "select * from quizzes where id = (select content_id from generation_jobs where id = $1)",
        [job.id],
      );
      if (!quiz) throw new Error("there is no quiz");
      return quiz;
    },
    countItems: async (quizId: string) => {
      const [counts] = await queryRows<{
        rows: number;
        outcomes: number;
        rules: number;
        public: number;
      }>(
        context.db,
        `with items as (select 'rows' as kind, status from quiz_diagnoses where quiz_id = $1 union all select 'outcomes', status from quiz_outcomes where quiz_id = $1
           union all select 'rules', status from quiz_safety_rules where quiz_id = $1)
         select count(*) filter (where kind = 'rows')::int as rows, count(*) filter (where kind = 'outcomes')::int as outcomes, count(*) filter (where kind = 'rules')::int as rules,
           count(*) filter (where status = 'approved')::int as public from items`,
        [quizId],
      );
      return counts ?? { rows: 0, outcomes: 0, rules: 0, public: 0 };
    },
  };
}
export type Generation = ReturnType<typeof createGeneration>;
