import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { STAFF_ROLES } from "#app/features/auth/constants.ts";
import { createSignedInStaff } from "../staff.ts";
import { site, test } from "./http-client.ts";

const DENIED = { success: false, error: "Access denied. Admin privileges required." };
type Send = (
  path: string,
  init?: RequestInit & { headers?: Record<string, string> },
) => Promise<Response>;

const call = (send: Send, name: string, body: unknown, headers: Record<string, string> = {}) =>
  send(`/functions/v1/${name}`, {
    method: "POST",
    headers: { Origin: site(), "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

const FUNCTIONS = [
  ["orchestrate-quiz-generation", { topic: " " }, "Please enter a topic for AI generation"],
  ["generate-advertorial-content", { topic: " " }, "Please enter a topic for AI generation"],
  [
    "generate-quiz-diagnoses",
    { quiz_id: "" },
    "Please save the quiz first before generating diagnoses",
  ],
] as const;

for (const role of [...STAFF_ROLES, "none", "stranger"] as const) {
  test(`generation as ${role} is allowed only for staff`, async ({ send, db }) => {
    const headers =
      role === "stranger"
        ? {}
        : (await createSignedInStaff(db, role === "none" ? null : role)).headers;
    for (const [name, body, message] of FUNCTIONS) {
      const response = await call(send, name, body, headers);
      const isAllowed = role === "staff" || role === "superadmin";
      expect(response.status, name).toBe(isAllowed ? 400 : role === "stranger" ? 401 : 403);
      expect(await response.json(), name).toEqual(
        isAllowed ? { success: false, error: message } : DENIED,
      );
    }
  });
}

test("bodies are checked, other methods and other sites are refused", async ({ send, db }) => {
  const { headers } = await createSignedInStaff(db, "staff");
  for (const body of [
    {},
    "no json",
    { topic: "x".repeat(201) },
    { topic: "leak", numQuestions: 9 },
    { topic: "leak", numQuestions: "5" },
    { topic: "leak", serviceType: "Rockets" },
    { topic: 5 },
  ]) {
    const response = await call(send, "orchestrate-quiz-generation", body, headers);
    expect(response.status, JSON.stringify(body)).toBe(400);
    expect(await response.json()).toMatchObject({ success: false, error: expect.any(String) });
  }
  for (const body of [
    {},
    "no json",
    { topic: "x".repeat(201) },
    { topic: "<b></b>\u0000" },
    { topic: 5 },
    { topic: null },
  ]) {
    const response = await call(send, "generate-advertorial-content", body, headers);
    expect(response.status, JSON.stringify(body)).toBe(400);
    expect(await response.json()).toMatchObject({ success: false, error: expect.any(String) });
  }
  const missing = await call(send, "generate-quiz-diagnoses", { quiz_id: randomUUID() }, headers);
  expect(missing.status).toBe(404);
  expect(await missing.json()).toMatchObject({ success: false });
  for (const [name] of FUNCTIONS) {
    const get = await send(`/functions/v1/${name}`, { headers });
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
    expect(
      (
        await send(`/functions/v1/${name}`, {
          method: "PUT",
          headers: { ...headers, Origin: site() },
          body: "{}",
        })
      ).status,
    ).toBe(405);
    expect(
      (await call(send, name, {}, { ...headers, Origin: "https://evil.example" })).status,
    ).toBe(403);
  }
});

test("a topic becomes an inactive quiz with pending diagnoses, and the job reports its progress", async ({
  send,
  db,
}) => {
  const { headers } = await createSignedInStaff(db, "staff");
  expect(await (await send("/backyard/quizzes/jobs/latest", { headers })).json()).toEqual({
    job: null,
  });
  expect(
    await (await send("/backyard/quizzes/jobs/estimate?questions=5", { headers })).json(),
  ).toEqual({
    generator: "built-in",
    label: "Built-in generator",
    costCents: 0,
    budgetLeftCents: null,
  });

  const response = await call(
    send,
    "orchestrate-quiz-generation",
    { topic: "sump pump running all the time", numQuestions: 5, serviceType: "Plumbing" },
    headers,
  );
  expect(response.status).toBe(200);
  const generated = (await response.json()) as {
    quiz: { id: string; slug: string; questions: { options: string[] }[] };
    totalCombinations: number;
    job_id: string;
  };
  expect(generated).toMatchObject({
    success: true,
    quiz: { title: "Why Is My Sump Pump Not Working Right?", description: expect.any(String) },
    generatedDiagnoses: expect.any(Number),
  });
  expect(generated.totalCombinations).toBe(
    generated.quiz.questions.reduce((product, { options }) => product * options.length, 1),
  );

  const getJob = async (path = generated.job_id) =>
    (
      (await (await send(`/backyard/quizzes/jobs/${path}`, { headers })).json()) as {
        job: { state: string; done: number };
      }
    ).job;
  await expect.poll(async () => (await getJob()).state, { timeout: 20_000 }).toBe("done");
  const job = {
    id: generated.job_id,
    kind: "quiz",
    state: "done",
    stage: "Generating diagnostic scenarios...",
    total: generated.totalCombinations,
    done: generated.totalCombinations,
    failures: 0,
    error: null,
  };
  expect(await getJob()).toMatchObject({
    ...job,
    quiz: { id: generated.quiz.id, slug: generated.quiz.slug },
  });
  expect(await getJob("latest")).toMatchObject(job);
  expect(await getJob(`latest?quiz=${generated.quiz.id}`)).toMatchObject(job);
  const { rows } = await db.query(
    "select is_active, (select count(*)::int from quiz_diagnoses where quiz_id = q.id and status = 'pending_review') as diagnoses, (select count(*)::int from quiz_outcomes where quiz_id = q.id and status = 'pending_review') as causes, (select count(*)::int from quiz_outcomes where quiz_id = q.id and status = 'approved') as approved from quizzes q where id = $1",
    [generated.quiz.id],
  );
  expect(rows[0]).toMatchObject({ is_active: false, approved: 0 });
  expect(rows[0].causes).toBeGreaterThan(5);
  // Visitors cannot open it.
  expect((await send(`/quiz/${generated.quiz.slug}`)).status).toBe(404);

  const secondResponse = await call(
    send,
    "generate-quiz-diagnoses",
    { quiz_id: generated.quiz.id },
    headers,
  );
  const secondJob = (await secondResponse.json()) as { job_id: string };
  expect(secondJob).toMatchObject({ success: true, generatedDiagnoses: rows[0].diagnoses });
  await expect
    .poll(async () => (await getJob(secondJob.job_id)).state, { timeout: 20_000 })
    .toBe("done");
});

test("a topic becomes an article that is not stored, and is offered until it is used", async ({
  send,
  db,
}) => {
  const { headers, userId } = await createSignedInStaff(db, "staff");
  const sendJob = (
    path: string,
    init: RequestInit = {},
    cookies: Record<string, string> = headers,
  ) =>
    send(`/backyard/advertorials/jobs/${path}`, {
      ...init,
      headers: { ...cookies, Origin: site() },
    });
  const getJob = async (path: string) =>
    ((await (await sendJob(path)).json()) as { job: { id: string; state: string } | null }).job;
  const postIntent = (id: string, intent: string) =>
    sendJob(id, { method: "POST", body: new URLSearchParams({ intent }) });
  expect(await getJob("latest")).toBeNull();
  expect(await (await sendJob("estimate")).json()).toEqual({
    generator: "built-in",
    label: "Built-in generator",
    costCents: 0,
    budgetLeftCents: null,
  });
  const { rows: countBefore } = await db.query(
    "select count(*)::int as count from advertorial_content",
  );

  const response = await call(
    send,
    "generate-advertorial-content",
    { topic: " sump pump\u0000 <b>runs</b> all the time " },
    headers,
  );
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const generated = (await response.json()) as {
    success: boolean;
    content: { hero: { title: string } };
    job_id: string;
  };
  expect(generated).toMatchObject({
    success: true,
    content: { hero: { title: "Why Is My Sump Pump Not Working Right?" }, cta: { phone: "" } },
  });
  const job = {
    id: generated.job_id,
    state: "done",
    error: null,
    generator: "built-in",
    title: generated.content.hero.title,
    slug: "why-is-my-sump-pump-not-working-right",
    content: generated.content,
  };
  expect(await getJob(generated.job_id)).toMatchObject(job);
  expect(await getJob("latest")).toMatchObject(job);
  expect((await db.query("select count(*)::int as count from advertorial_content")).rows).toEqual(
    countBefore,
  );
  const { rows: auditRows } = await db.query(
    "select action, entity from audit_log where actor = $1 and action = 'generate'",
    [userId],
  );
  expect(auditRows).toEqual([{ action: "generate", entity: "advertorial" }]);

  // A colleague is not offered the article, and cannot dismiss it.
  const colleague = await createSignedInStaff(db, "staff");
  expect(await (await sendJob("latest", {}, colleague.headers)).json()).toEqual({ job: null });
  await sendJob(
    generated.job_id,
    { method: "POST", body: new URLSearchParams({ intent: "dismiss" }) },
    colleague.headers,
  );
  expect(await getJob("latest")).toMatchObject({ id: generated.job_id });

  expect((await postIntent(generated.job_id, "dance")).status).toBe(400);
  expect((await postIntent(randomUUID(), "dismiss")).status).toBe(404);
  expect(await (await postIntent(generated.job_id, "cancel")).json()).toMatchObject({
    job: { state: "done" },
  });
  expect(await (await postIntent(generated.job_id, "dismiss")).json()).toMatchObject({
    job: { state: "done" },
  });
  expect(await getJob("latest")).toBeNull();
  expect(await getJob(generated.job_id)).toMatchObject(job);
});

test("a topic that no article treats is refused with the nearest subjects, and shown so while it is typed", async ({
  send,
  db,
}) => {
  const { headers } = await createSignedInStaff(db, "staff");
  const preview = async (topic: string) => {
    const query = new URLSearchParams({ topic });
    const response = await send(`/backyard/advertorials/topic?${query}`, { headers });
    return ((await response.json()) as { preview: unknown }).preview;
  };
  const topic = "refrigerator repair";
  const response = await call(send, "generate-advertorial-content", { topic }, headers);
  expect(response.status).toBe(422);
  expect(await response.json()).toEqual({
    success: false,
    error: expect.stringMatching(
      /"refrigerator" is none of our services\. The nearest subjects: \w/,
    ),
  });
  expect(await preview(topic)).toEqual({
    kind: "refused",
    reason: 'No article fits this topic: "refrigerator" is none of our services.',
    safetyPath: null,
    nearest: [expect.any(String), expect.any(String), expect.any(String)],
  });
  expect(await preview("carbon monoxide alarm going off")).toMatchObject({
    kind: "refused",
    safetyPath: "/resources/guides-tips/emergency-preparedness#carbon-monoxide",
  });
  expect(await preview("deck repair")).toEqual({
    kind: "subject",
    title: "Deck Building and Repair: When to Call, What It Costs and What to Ask",
    untreated: [],
    existing: [],
  });
  expect(await preview("")).toBeNull();
});

test("a job can be cancelled, and a finished one does not change", async ({ send, db }) => {
  const { headers } = await createSignedInStaff(db, "staff");
  const postIntent = (id: string, intent = "cancel") =>
    send(`/backyard/quizzes/jobs/${id}`, {
      method: "POST",
      headers: { ...headers, Origin: site() },
      body: new URLSearchParams({ intent }),
    });
  const id = randomUUID();
  await db.query(
    "insert into generation_jobs (id, kind, input, generator, state, stage, lease_until, created_at) values ($1, 'quiz', '{}', 'built-in', 'running', 'Formatting questions...', now() + interval '1 hour', now())",
    [id],
  );
  expect((await postIntent(id, "dance")).status).toBe(400);
  expect(await (await postIntent(id)).json()).toMatchObject({
    job: { id, state: "cancelled", error: "Stopped by a person." },
  });
  expect(await (await postIntent(id)).json()).toMatchObject({ job: { state: "cancelled" } });
  expect((await postIntent(randomUUID())).status).toBe(404);
});

test("one person may start twenty generations in an hour", async ({ send, db }) => {
  const { headers, userId } = await createSignedInStaff(db, "staff");
  await db.query(
    "insert into rate_limits (key, window_start, hits) values ($1, now(), 20) on conflict (key) do update set hits = 20",
    [`generation:${userId}`],
  );
  const response = await call(send, "orchestrate-quiz-generation", { topic: "roof leak" }, headers);
  expect(response.status).toBe(429);
  expect(await response.json()).toMatchObject({
    success: false,
    error: expect.stringContaining("More than 20"),
  });
});
