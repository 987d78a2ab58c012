import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { LEASE_MS, MAX_ATTEMPTS, STAGES } from "#app/features/ai/constants.ts";
import { getJob } from "#app/features/ai/jobs.server.ts";
import { claimJob, type JobHandler, runJobs } from "#app/features/ai/run-jobs.server.ts";
import { createQuiz } from "#app/features/quizzes/editor/create-quiz.server.ts";
import { updateQuiz } from "#app/features/quizzes/editor/update-quiz.server.ts";
import { countCombinations } from "#app/features/quizzes/engine/combinations.ts";
import { getGenerationJob } from "#app/features/quizzes/generation/generation-jobs.server.ts";
import { previewTopic } from "#app/features/quizzes/generation/preview-topic.server.ts";
import { approveItems } from "#app/features/quizzes/review/mutations.server.ts";
import { listReview } from "#app/features/quizzes/review/queries.server.ts";
import { toLines } from "#app/features/quizzes/schema.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { openTestDatabase, queryRows } from "../factories.ts";
import { createGeneration, type Generation } from "../generation-factory.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let generation: Generation;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.owner.$client.query(
    "truncate generation_jobs, ai_calls, quizzes, content_versions cascade",
  );
  generation = createGeneration(context);
});

/** Kills the job at its n-th step, without any cleanup. */
const killAtStep =
  (step: number, onKill: () => void) =>
  (handler: JobHandler): JobHandler => {
    let steps = 0;
    return (run) =>
      handler({
        ...run,
        async report(progress) {
          steps += 1;
          if (steps === step) {
            onKill();
            throw new Error("killed");
          }
          await run.report(progress);
        },
      });
  };
const listContents = (quizId: string) =>
  queryRows(
    context.db,
    `select answer_combination_hash as hash, priority, diagnosis_data as data from quiz_diagnoses where quiz_id = $1
     union all select '', position, diagnosis_data || jsonb_build_object('weights', weights) from quiz_outcomes where quiz_id = $1
     union all select pattern, position, to_jsonb(instruction) from quiz_safety_rules where quiz_id = $1 order by 1, 2`,
    [quizId],
  );

describe("the built-in generator", () => {
  test("creates an inactive quiz for a topic, with everything pending review", async () => {
    const job = await generation.startQuiz({ topic: "my ac blows hot air" });
    const finished = await generation.finish(job);
    const quiz = await generation.getQuiz(job);
    expect(quiz).toMatchObject({
      title: "Why Is My AC Not Cooling?",
      slug: "why-is-my-ac-not-cooling",
      is_active: false,
      service_type: "HVAC",
      topic: "my ac blows hot air",
    });
    expect(quiz.questions).toHaveLength(5);
    const total = countCombinations(quiz.questions);
    expect(finished).toMatchObject({
      state: "done",
      stage: STAGES.scenarios,
      total,
      done: total,
      failures: 0,
      error: null,
      contentId: quiz.id,
    });
    const counts = await generation.countItems(quiz.id);
    expect(counts.public).toBe(0);
    // Rows with less information than the model would only contradict it.
    expect(counts.rows).toBe(0);
    expect(counts.outcomes).toBeGreaterThanOrEqual(8);
    expect(counts.rows + counts.outcomes + counts.rules).toBeLessThanOrEqual(60);
    expect(
      await queryRows(context.db, "select distinct generator, status from quiz_outcomes"),
    ).toEqual([{ generator: "built-in", status: "pending_review" }]);
  });

  test("gives a small quiz a row for every combination of answers", async () => {
    const job = await generation.startQuiz({ topic: "toilet keeps running", numQuestions: 3 });
    const finished = await generation.finish(job);
    const quiz = await generation.getQuiz(job);
    const total = countCombinations(quiz.questions);
    expect(await generation.countItems(quiz.id)).toMatchObject({ rows: total, public: 0 });
    expect(finished).toMatchObject({ total, done: total });
    // The rows contain the safety instructions too, in case somebody rejects the rule.
    const rules = await queryRows<{ pattern: string; instruction: string }>(
      context.db,
      "select pattern, instruction from quiz_safety_rules where quiz_id = $1",
      [quiz.id],
    );
    for (const { pattern, instruction } of rules) {
      const rows = await queryRows<{ steps: string[] }>(
        context.db,
        "select diagnosis_data->'nextSteps' as steps from quiz_diagnoses where quiz_id = $1 and pattern @> string_to_array($2, ',')",
        [quiz.id, pattern],
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { steps } of rows)
        for (const step of toLines(instruction)) expect(steps).toContain(step);
    }
  });

  test("creates the same quiz for the same topic, under the next free slug", async () => {
    const firstJob = await generation.finish(
      await generation.startQuiz({ topic: "breaker keeps tripping" }),
    );
    const secondJob = await generation.finish(
      await generation.startQuiz({ topic: "breaker keeps tripping" }),
    );
    const [firstQuiz, secondQuiz] = [
      await generation.getQuiz(firstJob),
      await generation.getQuiz(secondJob),
    ];
    expect(secondQuiz).toMatchObject({
      title: firstQuiz.title,
      slug: `${firstQuiz.slug}-2`,
      questions: firstQuiz.questions,
    });
    expect(await listContents(secondQuiz.id)).toEqual(await listContents(firstQuiz.id));
  });

  test.each([
    [
      "<b>refrigerator</b> not cooling",
      /^No fault tree fits this topic: "refrigerator" is none of/,
    ],
    ["how to win at poker", /^No fault tree fits this topic/],
    ["carbon monoxide alarm going off", /^This is an emergency/],
  ])("makes no quiz of %s", async (topic, error) => {
    const job = await generation.finish(await generation.startQuiz({ topic, numQuestions: 4 }));
    expect(await getJob(context.db, job.id)).toMatchObject({
      state: "failed",
      contentId: null,
      error: expect.stringMatching(error),
    });
  });

  test("says beforehand what it makes of a topic, and which quiz is about it already", async () => {
    const preview = (topic: string, env: Record<string, string> = {}) =>
      previewTopic(
        { db: context.db, env: parseEnv(env) },
        { topic, serviceType: "Auto-detect", questions: 5 },
      );
    expect(await preview("ac not cooling")).toMatchObject({
      kind: "tree",
      title: "Why Is My AC Not Cooling?",
      questions: 5,
      existing: [],
    });
    const quiz = await generation.getQuiz(
      await generation.finish(await generation.startQuiz({ topic: "ac not cooling" })),
    );
    const again = await preview("my ac is not cooling the house");
    expect(again).toMatchObject({ existing: [{ title: quiz.title, slug: quiz.slug }] });
    expect(again.kind === "tree" && again.right).toBeGreaterThan(0.5);
    expect(await preview("smell of gas near the stove")).toMatchObject({
      kind: "refused",
      reason: expect.stringMatching(/^This is an emergency: a possible gas leak/),
      safetyPath: "/resources/guides-tips/emergency-preparedness#gas-leaks",
    });
    const refused = await preview("how to win at poker");
    expect(refused).toMatchObject({ kind: "refused", safetyPath: null });
    // A language model may write about it, but makes no quiz of an emergency either.
    const model = { AI_PROVIDER: "anthropic", AI_MODEL: "any", AI_API_KEY: "not-a-real-key" };
    expect(await preview("how to win at poker", model)).toEqual({ kind: "model" });
    expect(await preview("sparks from my outlet", model)).toMatchObject({ kind: "refused" });
  });

  test("reports its stages in order, each while it applies, and never goes back", async () => {
    const stages: string[] = [];
    const counts: number[] = [];
    await generation.startQuiz({ topic: "roof leak", numQuestions: 10 });
    await generation.runOnce(
      (handler) => (run) =>
        handler({
          ...run,
          async report(progress) {
            await run.report(progress);
            const [row] = await queryRows<{ stage: string; done: number }>(
              context.db,
              "select stage, done from generation_jobs",
            );
            if (row && stages.at(-1) !== row.stage) stages.push(row.stage);
            counts.push(row?.done ?? 0);
          },
        }),
    );
    expect(stages).toEqual(Object.values(STAGES));
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(new Set(counts).size).toBeGreaterThan(10);
  });
});

describe("a job", () => {
  test.each([{ numQuestions: 3 }, { numQuestions: 5 }])(
    "resumes after being killed at any step and creates the same quiz: $numQuestions questions",
    async ({ numQuestions }) => {
      const referenceJob = await generation.finish(
        await generation.startQuiz({ topic: "brakes squealing", numQuestions }),
      );
      const expectedContents = await listContents((await generation.getQuiz(referenceJob)).id);
      let step = 0;
      let wasKilled = true;
      while (wasKilled) {
        step += numQuestions === 3 ? 1 : 3;
        wasKilled = false;
        await context.owner.$client.query("truncate generation_jobs, quizzes cascade");
        const job = await generation.startQuiz({ topic: "brakes squealing", numQuestions });
        await generation.runOnce(killAtStep(step, () => (wasKilled = true)));
        const finished = await generation.finish(job);
        expect(finished, `killed at step ${step}`).toMatchObject({
          state: "done",
          done: finished.total,
        });
        expect(await queryRows(context.db, "select 1 from quizzes")).toHaveLength(1);
        expect(
          await listContents((await generation.getQuiz(job)).id),
          `killed at step ${step}`,
        ).toEqual(expectedContents);
      }
      expect(step).toBeGreaterThan(8);
    },
  );

  test("waits for its lease to expire when its worker disappears, then runs on one other worker", async () => {
    const job = await generation.startQuiz({ topic: "roof leak" });
    const firstClaim = await claimJob(generation.runner);
    expect(firstClaim?.id).toBe(job.id);
    expect(await claimJob(generation.runner)).toBeNull();
    generation.advance(LEASE_MS + 1);
    const secondClaim = await claimJob(generation.runner);
    expect(secondClaim).toMatchObject({ id: job.id, attempts: 2 });
  });

  test("runs once when two workers claim at the same time", async () => {
    for (const topic of ["roof leak", "no hot water", "toilet keeps running", "garage door stuck"])
      await generation.startQuiz({ topic, numQuestions: 3 });
    const { signal } = new AbortController();
    await Promise.all([
      runJobs(generation.runner, signal),
      runJobs(generation.runner, signal),
      runJobs(generation.runner, signal),
    ]);
    expect(await queryRows(context.db, "select state, attempts from generation_jobs")).toEqual(
      Array(4).fill({ state: "done", attempts: 0 }),
    );
    expect(await queryRows(context.db, "select 1 from quizzes")).toHaveLength(4);
    expect(
      await queryRows(
        context.db,
        "select 1 from quiz_diagnoses group by quiz_id, answer_combination_hash having count(*) > 1",
      ),
    ).toEqual([]);
  });

  test("writes nothing after another worker has claimed its lease", async () => {
    const job = await generation.startQuiz({ topic: "roof leak", numQuestions: 3 });
    let isLeaseMoved = false;
    await generation.runOnce(
      (handler) => (run) =>
        handler({
          ...run,
          async report(progress) {
            if (!isLeaseMoved && progress?.stage === STAGES.scenarios) {
              isLeaseMoved = true;
              await context.owner.$client.query(
                "update generation_jobs set lease_until = lease_until + interval '1 minute'",
              );
            }
            await run.report(progress);
          },
        }),
    );
    expect(await getJob(context.db, job.id)).toMatchObject({ state: "running" });
    expect((await generation.countItems((await generation.getQuiz(job)).id)).rows).toBe(0);
  });

  test("fails with a clear message after five attempts in a row, and can be started again", async () => {
    const job = await generation.startQuiz({ topic: "roof leak" });
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      await generation.runOnce(killAtStep(2, () => {}));
      generation.advance(LEASE_MS * 2);
    }
    expect(await getJob(context.db, job.id)).toMatchObject({
      state: "failed",
      error: expect.stringContaining("5 times in a row"),
    });
    expect(await generation.runOnce()).toBeNull();
    const restarted = await generation.startQuiz({ topic: "roof leak" });
    expect(restarted).toMatchObject({ id: job.id, state: "waiting", attempts: 0 });
    expect(await generation.finish(restarted)).toMatchObject({ state: "done" });
  });

  test("ends even if it crashes every worker", async () => {
    const job = await generation.startQuiz({ topic: "roof leak" });
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      await claimJob(generation.runner);
      generation.advance(LEASE_MS + 1);
    }
    await generation.runOnce();
    expect(await getJob(context.db, job.id)).toMatchObject({ state: "failed" });
  });

  test("stops before its next item when cancelled, and stays cancelled", async () => {
    const job = await generation.startQuiz({ topic: "roof leak" });
    let steps = 0;
    await generation.runOnce(
      (handler) => (run) =>
        handler({
          ...run,
          async report(progress) {
            if (progress?.done !== undefined && ++steps === 3) await generation.cancel(job.id);
            await run.report(progress);
          },
        }),
    );
    const quiz = await generation.getQuiz(job);
    expect(await getJob(context.db, job.id)).toMatchObject({ state: "cancelled" });
    expect((await generation.countItems(quiz.id)).outcomes).toBe(3);
    generation.advance(LEASE_MS * 2);
    expect(await generation.runOnce()).toBeNull();
    expect(await generation.cancel(job.id)).toBe(false);
    expect(
      await queryRows(
        context.db,
        "select entity, entity_id, changes from audit_log where action = 'cancel-generation'",
      ),
    ).toEqual([{ entity: "quiz", entity_id: quiz.id, changes: { job: job.id } }]);
  });

  test("releases its lease immediately when the process stops", async () => {
    const job = await generation.startQuiz({ topic: "roof leak" });
    const controller = new AbortController();
    await generation.runOnce(
      (handler) => (run) =>
        handler({
          ...run,
          async report(progress) {
            if (progress?.stage === STAGES.scenarios) controller.abort();
            await run.report(progress);
          },
        }),
      controller.signal,
    );
    expect(await getJob(context.db, job.id)).toMatchObject({
      state: "waiting",
      attempts: 0,
      leaseUntil: null,
    });
    await generation.runOnce();
    expect(await getJob(context.db, job.id)).toMatchObject({ state: "done" });
  });

  test("runs once per quiz at a time, however often it is requested", async () => {
    const quizJob = await generation.finish(await generation.startQuiz({ topic: "roof leak" }));
    const { id } = await generation.getQuiz(quizJob);
    const jobs = await Promise.all([
      generation.startDiagnoses(id),
      generation.startDiagnoses(id),
      generation.startDiagnoses(id),
    ]);
    expect(new Set(jobs.map((job) => job.id)).size).toBe(1);
    expect(jobs[0]?.id).not.toBe(quizJob.id);
    await generation.finish(jobs[0] ?? quizJob);
    expect((await generation.startDiagnoses(id)).id).not.toBe(jobs[0]?.id);
  });

  test("is found by its id, as a person's latest, and as a quiz's latest", async () => {
    const job = await generation.finish(await generation.startQuiz({ topic: "roof leak" }));
    const quiz = await generation.getQuiz(job);
    const expectedJob = { id: job.id, state: "done", quiz: { id: quiz.id, slug: quiz.slug } };
    expect(await getGenerationJob(context.db, { id: job.id })).toMatchObject(expectedJob);
    expect(await getGenerationJob(context.db, { ofPerson: generation.startedBy })).toMatchObject(
      expectedJob,
    );
    expect(await getGenerationJob(context.db, { ofQuiz: quiz.id })).toMatchObject(expectedJob);
    expect(await getGenerationJob(context.db, { ofPerson: randomUUID() })).toBeNull();
    expect(await getGenerationJob(context.db, { id: "no-uuid" })).toBeNull();
  });
});

describe("diagnoses for an existing quiz", () => {
  const actionContext = () => ({
    db: context.db,
    actor: generation.startedBy,
    httpRequestId: "test",
    now: generation.now(),
  });
  const buildQuestion = (id: string, questionText: string, options: string[]) => ({
    id,
    questionText,
    options,
    correctAnswerIndex: 0,
    explanation: "",
    ghlField: "",
  });
  const createStaffQuiz = async (title: string, questions: ReturnType<typeof buildQuestion>[]) => {
    const values = {
      title,
      slug: title,
      description: "About it",
      serviceType: "General Home Services",
      questions,
      isActive: false,
      minPosterior: 0.45,
      minMargin: 0.1,
    };
    const result = await createQuiz(actionContext(), { values });
    if (!result.ok) throw new Error(result.reason);
    return result.saved;
  };

  test("replace only generated entries that nobody has approved", async () => {
    const quizJob = await generation.finish(
      await generation.startQuiz({ topic: "toilet keeps running", numQuestions: 3 }),
    );
    const { id: quizId, questions } = await generation.getQuiz(quizJob);
    const total = countCombinations(questions);
    const [approvedRow, staffRow] = await queryRows<{ id: string; hash: string }>(
      context.db,
      "select id, answer_combination_hash as hash from quiz_diagnoses where quiz_id = $1 order by id",
      [quizId],
    );
    await generation.pool.query(
      "update quiz_diagnoses set status = 'approved', approved_at = now() where id = $1",
      [approvedRow?.id],
    );
    await generation.pool.query("update quiz_diagnoses set generator = 'staff' where id = $1", [
      staffRow?.id,
    ]);
    await generation.finish(await generation.startDiagnoses(quizId));
    const keptRows = await queryRows<{ id: string }>(
      context.db,
      "select id from quiz_diagnoses where quiz_id = $1 and id = any($2)",
      [quizId, [approvedRow?.id, staffRow?.id]],
    );
    expect(keptRows).toHaveLength(2);
    expect(await generation.countItems(quizId)).toMatchObject({ rows: total, public: 1 });
    const oldRows = await queryRows<{ old: number }>(
      context.db,
      "select count(*)::int as old from quiz_diagnoses where quiz_id = $1 and created_at < (select max(created_at) from generation_jobs)",
      [quizId],
    );
    expect(oldRows[0]?.old).toBe(2);
    await approveItems(actionContext(), {
      quizId,
      items: await listReview(context.db, quizId),
    });
    const contentsBefore = await listContents(quizId);
    await generation.finish(await generation.startDiagnoses(quizId));
    expect(await listContents(quizId)).toEqual(contentsBefore);
  });

  test("come from the tree that the questions came from, whatever the title says", async () => {
    const quizJob = await generation.finish(
      await generation.startQuiz({ topic: "my ac blows hot air" }),
    );
    const { questions } = await generation.getQuiz(quizJob);
    const copy = await createStaffQuiz(
      "Nothing to do with it",
      questions
        .map((entry) => ({ ...buildQuestion(entry.id, entry.questionText, entry.options) }))
        .reverse(),
    );
    await generation.finish(await generation.startDiagnoses(copy.id));
    const listOutcomeNames = (id: string) =>
      queryRows<{ name: string }>(
        context.db,
        "select diagnosis_data->>'diagnosis' as name from quiz_outcomes where quiz_id = $1 order by 1",
        [id],
      );
    expect(await listOutcomeNames(copy.id)).toEqual(
      await listOutcomeNames((await generation.getQuiz(quizJob)).id),
    );
  });

  test("are cautious when staff wrote the quiz, and its dangers get rules", async () => {
    const quiz = await createStaffQuiz("My dishwasher acts up", [
      buildQuestion("7", "What do you see or smell?", [
        "Sparks behind it",
        "A puddle on the floor",
        "Nothing",
      ]),
      buildQuestion("12", "Since when?", ["Today", "Weeks ago"]),
    ]);
    const job = await generation.finish(await generation.startDiagnoses(quiz.id));
    expect(job).toMatchObject({ state: "done", total: 6, done: 6 });
    expect(await generation.countItems(quiz.id)).toMatchObject({ rows: 6, public: 0 });
    const rules = await queryRows(
      context.db,
      "select pattern, urgency, status from quiz_safety_rules where quiz_id = $1",
      [quiz.id],
    );
    expect(rules).toEqual([{ pattern: "7:0", urgency: "high", status: "pending_review" }]);
    const texts = await queryRows<{ hash: string; urgency: string; text: string }>(
      context.db,
      "select answer_combination_hash as hash, diagnosis_data->>'urgency' as urgency, (diagnosis_data->>'diagnosis') || (diagnosis_data->>'customMessage') as text from quiz_diagnoses where quiz_id = $1",
      [quiz.id],
    );
    for (const { hash, urgency, text } of texts) {
      expect(urgency).toBe(hash.startsWith("7:0") ? "high" : "medium");
      // The title of a dangerous result is the headline of its danger.
      expect(text).toMatch(hash.startsWith("7:0") ? /^Possible fire$/ : /possibly|inspection/i);
    }
  });

  test("adapt when the questions change during the job", async () => {
    const job = await generation.startQuiz({ topic: "toilet keeps running", numQuestions: 3 });
    let isChanged = false;
    await generation.runOnce(
      (handler) => (run) =>
        handler({
          ...run,
          async report(progress) {
            await run.report(progress);
            if (isChanged || !progress?.done) return;
            isChanged = true;
            const [row] = await queryRows<{
              id: string;
              version: number;
              values: Parameters<typeof updateQuiz>[1]["values"];
            }>(
              context.db,
              `select id, version, jsonb_build_object('title', title, 'slug', slug, 'description', description, 'serviceType', service_type, 'questions', questions,
               'isActive', false, 'minPosterior', min_posterior, 'minMargin', min_margin) as values from quizzes`,
            );
            if (!row) throw new Error("no quiz");
            const values = { ...row.values, questions: row.values.questions.slice(1) };
            expect(
              await updateQuiz(actionContext(), {
                quizId: row.id,
                baseVersion: row.version,
                values,
                isConfirmed: true,
              }),
            ).toMatchObject({ ok: true });
          },
        }),
    );
    expect(isChanged).toBe(true);
    const quiz = await generation.getQuiz(job);
    const total = countCombinations(quiz.questions);
    expect(await getJob(context.db, job.id)).toMatchObject({
      state: "done",
      total,
      done: total,
    });
    const exactRows = await queryRows(
      context.db,
      "select 1 from quiz_diagnoses where quiz_id = $1 and answer_pair_count = 2",
      [quiz.id],
    );
    expect(exactRows.length).toBe(total);
  });

  test("fail with a message when the quiz is deleted", async () => {
    const quizJob = await generation.finish(await generation.startQuiz({ topic: "roof leak" }));
    const { id } = await generation.getQuiz(quizJob);
    const job = await generation.startDiagnoses(id);
    await generation.pool.query("update quizzes set deleted_at = now() where id = $1", [id]);
    expect(await generation.finish(job)).toMatchObject({
      state: "failed",
      error: "The quiz was deleted meanwhile.",
    });
  });
});
