import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import {
  dismissGeneratedArticle,
  getArticleJob,
  getLatestArticleJob,
} from "#app/features/advertorials/article-jobs.server.ts";
import { findSubject } from "#app/features/advertorials/generation/find-subject.server.ts";
import { startArticle } from "#app/features/advertorials/generation/start-article.server.ts";
import {
  ARTICLE_STAGES,
  LEASE_MS,
  MAX_ATTEMPTS,
  MAX_RUNS_PER_HOUR,
} from "#app/features/ai/constants.ts";
import type { JobHandler } from "#app/features/ai/run-jobs.server.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { openTestDatabase, queryRows } from "../factories.ts";
import { createGeneration, type Generation } from "../generation-factory.ts";

const TOPIC = "toilet keeps running";
let context: Awaited<ReturnType<typeof openTestDatabase>>;
let generation: Generation;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.owner.$client.query("truncate generation_jobs, ai_calls, rate_limits cascade");
  generation = createGeneration(context);
});

const buildExpectedArticle = async (topic: string) => {
  const found = await findSubject(topic, context.db);
  if (found.kind === "refused") throw new Error(`${topic} is refused`);
  return found.article;
};
const getLatest = () =>
  getLatestArticleJob(context.db, { userId: generation.startedBy, now: generation.now() });
const dismiss = (id: string, userId = generation.startedBy) =>
  dismissGeneratedArticle({ db: context.db, actor: userId, now: generation.now() }, { id });
/** Calls the function; if `isWorking`, a worker runs the job as soon as it is notified. */
const call = (
  topic: string,
  options: { deadlineMs?: number; isWorking?: boolean; signal?: AbortSignal } = {},
) => {
  const { deadlineMs = 5_000, isWorking = true, signal = new AbortController().signal } = options;
  const services = {
    db: context.db,
    env: generation.env,
    actor: generation.startedBy,
    httpRequestId: "test",
    now: generation.now(),
    isStopping: () => false,
    notifyGeneration: () => void (isWorking && generation.runOnce()),
  };
  return startArticle(services, {
    body: { topic },
    signal,
    deadlineMs,
  });
};
const killedAt =
  (step: number) =>
  (handler: JobHandler): JobHandler => {
    let steps = 0;
    return (run) =>
      handler({
        ...run,
        async report(progress) {
          steps += 1;
          if (steps === step) throw new Error("killed");
          await run.report(progress);
        },
      });
  };

describe("generate-advertorial-content", () => {
  test("responds once the article is written, and stores only the job and its audit row", async () => {
    const { status, body } = await call(TOPIC);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      content: await buildExpectedArticle(TOPIC),
      job_id: expect.any(String),
    });
    expect(await queryRows(context.db, "select 1 from advertorial_content")).toEqual([]);
    expect(
      await queryRows(
        context.db,
        "select action, entity, changes->>'kind' as kind, changes->>'generator' as generator from audit_log where actor = $1",
        [generation.startedBy],
      ),
    ).toEqual([
      { action: "generate", entity: "advertorial", kind: "advertorial", generator: "built-in" },
    ]);
  });

  test("two simultaneous clicks start one job and one article", async () => {
    const clicks = [1, 2, 3].map(() => call(TOPIC, { isWorking: false }));
    await expect
      .poll(() =>
        queryRows(context.db, "select 1 from audit_log where actor = $1", [generation.startedBy]),
      )
      .toHaveLength(clicks.length);
    await generation.runOnce();
    const responses = await Promise.all(clicks);
    expect(new Set(responses.map(({ body }) => body.job_id)).size).toBe(1);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await queryRows(context.db, "select 1 from generation_jobs")).toHaveLength(1);
  });

  test("another topic starts another job, and so does the same topic after its job is done", async () => {
    const ids = [await call(TOPIC), await call("roof leak"), await call(TOPIC)].map(
      ({ body }) => body.job_id,
    );
    expect(new Set(ids).size).toBe(3);
  });

  test("reports that the work continues when it takes too long or the client disconnects", async () => {
    const timedOut = await call(TOPIC, { deadlineMs: 200, isWorking: false });
    expect(timedOut).toMatchObject({
      status: 504,
      body: {
        success: false,
        error: expect.stringContaining("Generation continues"),
        job_id: expect.any(String),
      },
    });
    expect(await call(TOPIC, { isWorking: false, signal: AbortSignal.abort() })).toMatchObject({
      status: 504,
      body: { job_id: timedOut.body.job_id },
    });
    await generation.runOnce();
    expect(await getLatest()).toMatchObject({
      id: timedOut.body.job_id,
      state: "done",
      content: await buildExpectedArticle(TOPIC),
    });
  });

  test("reports why a job failed or was cancelled", async () => {
    const pendingCall = call(TOPIC, { isWorking: false });
    await expect.poll(async () => (await getLatest())?.state).toBe("waiting");
    await generation.cancel((await getLatest())?.id ?? "");
    expect(await pendingCall).toMatchObject({
      status: 502,
      body: { success: false, error: "Stopped by a person." },
    });
  });

  test("refuses a topic that it does not treat, before anything is stored", async () => {
    expect(await call("refrigerator repair")).toEqual({
      status: 422,
      body: {
        success: false,
        error: expect.stringMatching(
          /"refrigerator" is none of our services\. The nearest subjects: /,
        ),
      },
    });
    expect((await call("carbon monoxide alarm going off")).body.error).toMatch(
      /^This is an emergency: possible carbon monoxide\. People need safety steps now/,
    );
    expect(await queryRows(context.db, "select 1 from generation_jobs")).toEqual([]);
  });

  test("refuses after twenty generations in an hour, including quizzes", async () => {
    await generation.pool.query(
      "insert into rate_limits (key, window_start, hits) values ($1, $2, $3)",
      [`generation:${generation.startedBy}`, generation.now(), MAX_RUNS_PER_HOUR],
    );
    expect(await call(TOPIC)).toMatchObject({
      status: 429,
      body: { success: false, error: expect.stringContaining("More than 20") },
    });
    expect(await queryRows(context.db, "select 1 from generation_jobs")).toEqual([]);
    generation.advance(2 * HOUR_MS);
    expect(await call(TOPIC)).toMatchObject({ status: 200 });
  });
});

describe("an article job", () => {
  test("resumes after being killed at any step and writes the same article", async () => {
    const content = await buildExpectedArticle(TOPIC);
    for (let step = 1; step <= 4; step++) {
      const job = await generation.startArticle(TOPIC);
      await generation.runOnce(killedAt(step));
      expect(await getArticleJob(context.db, job.id), `killed at step ${step}`).toMatchObject({
        state: "waiting",
        content: null,
      });
      expect(await generation.finish(job), `killed at step ${step}`).toMatchObject({
        state: "done",
      });
      expect(await getArticleJob(context.db, job.id)).toMatchObject({
        content,
        title: "Why Does My Toilet Keep Running?",
        slug: "why-does-my-toilet-keep-running",
      });
    }
  });

  test("is finished by the next worker when killed between storing its result and ending", async () => {
    const job = await generation.startArticle(TOPIC);
    await generation.runOnce((handler) => async (run) => {
      await handler(run);
      throw new Error("killed");
    });
    expect(await getArticleJob(context.db, job.id)).toMatchObject({
      state: "waiting",
      content: null,
    });
    expect(await generation.finish(job)).toMatchObject({ state: "done" });
    expect(await getArticleJob(context.db, job.id)).toMatchObject({
      content: await buildExpectedArticle(TOPIC),
    });
  });

  test("names the public quiz of its fault tree", async () => {
    const link = "[Why Does My Toilet Keep Running?](/quiz/running-toilet)";
    const write = async () => JSON.stringify(await buildExpectedArticle(TOPIC));
    const setActive = (isActive: boolean) =>
      context.owner.$client.query("update quizzes set is_active = $1", [isActive]);
    await context.owner.$client.query(
      `insert into quizzes (id, title, slug, description, service_type, questions, is_active, created_at, updated_at)
       values ($1, 'Why Does My Toilet Keep Running?', 'running-toilet', '', 'Plumbing', '[]', false, now(), now())`,
      [randomUUID()],
    );
    expect(await write()).not.toContain("/quiz/");
    await setActive(true);
    expect(await write()).toContain(link);
    await context.owner.$client.query("delete from quizzes");
  });

  test("of a topic that is refused fails with the reason", async () => {
    const job = await generation.startArticle("how to win at poker");
    expect(await generation.finish(job)).toMatchObject({
      state: "failed",
      error: expect.stringContaining('"poker" is none of our services'),
    });
  });

  test("reports its stages in order", async () => {
    const stages: string[] = [];
    const job = await generation.startArticle(TOPIC);
    await generation.runOnce(
      (handler) => (run) =>
        handler({
          ...run,
          async report(progress) {
            await run.report(progress);
            const stage = (await getArticleJob(context.db, job.id))?.stage ?? "";
            if (stages.at(-1) !== stage) stages.push(stage);
          },
        }),
    );
    expect(stages).toEqual([
      ARTICLE_STAGES.preparing,
      ARTICLE_STAGES.researching,
      ARTICLE_STAGES.writing,
    ]);
  });

  test("writes nothing when cancelled midway, and stays cancelled", async () => {
    const job = await generation.startArticle(TOPIC);
    await generation.runOnce(
      (handler) => (run) =>
        handler({
          ...run,
          async report(progress) {
            if (progress?.stage === ARTICLE_STAGES.writing) await generation.cancel(job.id);
            await run.report(progress);
          },
        }),
    );
    expect(await getArticleJob(context.db, job.id)).toMatchObject({
      state: "cancelled",
      error: "Stopped by a person.",
      content: null,
    });
    generation.advance(2 * LEASE_MS);
    expect(await generation.runOnce()).toBeNull();
    expect(await getLatest()).toBeNull();
  });

  test("fails with a message after five attempts in a row, and ordering the same topic resumes it", async () => {
    const job = await generation.startArticle(TOPIC);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      await generation.runOnce(killedAt(2));
      generation.advance(2 * LEASE_MS);
    }
    expect(await getArticleJob(context.db, job.id)).toMatchObject({
      state: "failed",
      error: expect.stringContaining("5 times in a row"),
    });
    expect(await getLatest()).toBeNull();
    const resumed = await generation.startArticle(TOPIC);
    expect(resumed).toMatchObject({ id: job.id, state: "waiting" });
    expect(await generation.finish(resumed)).toMatchObject({ state: "done" });
  });
});

describe("a person's latest article", () => {
  test("is offered while it is being written and for one day after, only to that person", async () => {
    expect(await getLatest()).toBeNull();
    const job = await generation.startArticle(TOPIC);
    expect(await getLatest()).toMatchObject({
      id: job.id,
      state: "waiting",
      content: null,
      title: null,
    });
    await generation.finish(job);
    expect(await getLatest()).toMatchObject({
      id: job.id,
      state: "done",
      generator: "built-in",
      content: { hero: { title: "Why Does My Toilet Keep Running?" } },
    });
    expect(
      await getLatestArticleJob(context.db, { userId: randomUUID(), now: generation.now() }),
    ).toBeNull();
    generation.advance(25 * HOUR_MS);
    expect(await getLatest()).toBeNull();
    expect(await getArticleJob(context.db, job.id)).toMatchObject({ state: "done" });
  });

  test("is not offered again once its author has used it", async () => {
    const job = await generation.startArticle(TOPIC);
    expect(await dismiss(job.id)).toBe(false);
    await generation.finish(job);
    expect(await dismiss(job.id, randomUUID())).toBe(false);
    expect(await getLatest()).toMatchObject({ id: job.id });
    expect([await dismiss(job.id), await dismiss(job.id)]).toEqual([true, true]);
    expect(await getLatest()).toBeNull();
    expect(await getArticleJob(context.db, job.id)).toMatchObject({
      state: "done",
      content: await buildExpectedArticle(TOPIC),
    });
  });

  test("is never a quiz, and an invalid id finds nothing", async () => {
    const quiz = await generation.startQuiz({ topic: "roof leak", numQuestions: 3 });
    expect([
      await getLatest(),
      await getArticleJob(context.db, quiz.id),
      await getArticleJob(context.db, "no-uuid"),
    ]).toEqual([null, null, null]);
  });
});
