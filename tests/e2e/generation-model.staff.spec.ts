import { once } from "node:events";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { type ModelApiFake, startModelApi } from "../fakes/model-api.ts";
import type { IsolatedSite } from "../setup/built-site.ts";
import { createStaff } from "../staff.ts";
import { expect, test } from "./fixtures.ts";
import { startSiteApart } from "./own-site.ts";
import { openSession } from "./staff.ts";

// An isolated site, because its generator is a model.
test.describe.configure({ mode: "serial" });
test.use({ expectedProblems: [/^outside http:\/\/(?:localhost|127\.0\.0\.1)|502 \(/] });
let api: ModelApiFake;
let site: IsolatedSite;
let siteDb: pg.Client;
const KEY = "sk-test-abcdef-7788";
const start = (env: Record<string, string> = {}) =>
  startSiteApart({
    ...env,
    AI_PROVIDER: "openai-compatible",
    AI_MODEL: "test-model",
    AI_API_KEY: KEY,
    AI_BASE_URL: api.url,
    AI_PRICE_INPUT_CENTS: "100",
    AI_PRICE_OUTPUT_CENTS: "400",
  });
test.beforeAll(async () => {
  api = await startModelApi({ key: KEY });
  site = await start();
  siteDb = site.db;
});
test.afterAll(async () => {
  await site.stop();
  await api.close();
});

async function enter(page: Page) {
  const person = await createStaff(siteDb, { role: "superadmin" });
  await openSession(page, siteDb, person);
}
type Job = {
  id: string;
  state: string;
  total: number;
  done: number;
  failures: number;
  error: string | null;
};
const look = async (page: Page, id: string): Promise<Job> =>
  (
    (await (await page.request.get(`${site.url}/backyard/quizzes/jobs/${id}`)).json()) as {
      job: Job;
    }
  ).job;

test("a server killed during paid work resumes after a restart and pays for nothing twice", async ({
  page,
}) => {
  test.setTimeout(180_000);
  await enter(page);
  // The fifth question is never answered, so that the job is certainly under way.
  api.behave((_call, number) => (number === 5 ? { kind: "hang" } : { kind: "ok" }));
  const answer = await page.request.post(`${site.url}/functions/v1/orchestrate-quiz-generation`, {
    data: { topic: "my boiler leaks", numQuestions: 3 },
    headers: { Origin: site.url },
  });
  const generated = (await answer.json()) as {
    success: boolean;
    job_id: string;
    totalCombinations: number;
  };
  expect(generated).toMatchObject({ success: true, totalCombinations: 48 });
  await expect.poll(() => api.calls.length, { timeout: 30_000 }).toBe(5);
  expect(await look(page, generated.job_id)).toMatchObject({ state: "running", done: 8 });
  site.child.kill("SIGKILL");
  await once(site.child, "exit");
  // Another process takes the job over when its lease ends; a database test proves that it waits.
  await siteDb.query("update generation_jobs set lease_until = now()");
  await siteDb.end();

  site = await start({ DATABASE_URL: site.databaseUrl });
  siteDb = site.db;
  // Browsers send cookies to a host whatever its port; the session is in the database.
  await expect
    .poll(async () => (await look(page, generated.job_id)).state, { timeout: 120_000 })
    .toBe("done");
  expect(await look(page, generated.job_id)).toMatchObject({ done: 48, total: 48, failures: 0 });
  // Three questions, six batches, and the one that was never answered.
  expect(api.calls.length).toBe(10);
  const { rows } = await siteDb.query(
    "select count(*)::int as rows, count(distinct answer_combination_hash)::int as hashes, bool_and(status = 'pending_review') as pending from quiz_diagnoses where generator = 'model'",
  );
  expect(rows).toEqual([{ rows: 48, hashes: 48, pending: true }]);
});

test("settings show the model, today's cost, its connection, and only the end of the key", async ({
  page,
}) => {
  await enter(page);
  await page.goto(`${site.url}/backyard/settings/integrations`);
  const card = page.getByRole("region", { name: "AI generation" });
  await expect(card.getByText("OpenAI-compatible server")).toBeVisible();
  await expect(card.getByText("test-model")).toBeVisible();
  await expect(card.getByText("Set, ends in 7788")).toBeVisible();
  // Nine answers of nine tenths of a cent, and the most that the question which the killed server
  // had sent may cost.
  await expect(card.getByText(/^\$0\.1\d of \$5\.00$/)).toBeVisible();
  expect(await page.content()).not.toContain("sk-test");
  await card.getByRole("button", { name: "Test model" }).click();
  await expect(card.getByText("test-model answered.")).toBeVisible();
  api.behave({ kind: "status", status: 401 });
  await card.getByRole("button", { name: "Test model" }).click();
  await expect(card.getByText("The model did not answer: status 401.")).toBeVisible();
});

test("the cost of a generation is shown before it starts", async ({ page }) => {
  await enter(page);
  const estimate = async (questions: number) =>
    (
      await page.request.get(`${site.url}/backyard/quizzes/jobs/estimate?questions=${questions}`)
    ).json();
  expect(await estimate(6)).toMatchObject({
    generator: "model",
    label: "test-model",
    costCents: 4,
    budgetLeftCents: expect.any(Number),
  });
  for (const questions of [4, 5])
    expect(((await estimate(questions)) as { costCents: number }).costCents).toBeGreaterThan(20);
});

test("the model writes an article, its claims are sent back once, and its cost is shown first", async ({
  page,
}) => {
  await enter(page);
  const call = (topic: string) =>
    page.request.post(`${site.url}/functions/v1/generate-advertorial-content`, {
      data: { topic },
      headers: { Origin: site.url },
    });
  api.behave(({ kind }) =>
    kind === "article"
      ? {
          kind: "changed",
          change: (text) => text.replace("What people notice", "The best plumbers"),
        }
      : { kind: "ok" },
  );
  const before = api.calls.length;
  const generated = await (await call("a faucet that drips at night")).json();
  expect(generated).toMatchObject({
    success: true,
    content: { hero: { title: "A Drip in the Night" } },
    job_id: expect.any(String),
  });
  expect(JSON.stringify(generated)).not.toContain("The best plumbers");
  expect(api.calls.slice(before).map(({ kind }) => kind)).toEqual(["article", "fix"]);
  expect(
    await (await page.request.get(`${site.url}/backyard/advertorials/jobs/estimate`)).json(),
  ).toMatchObject({ generator: "model", label: "test-model", costCents: 3 });

  api.behave({ kind: "text", text: "<script>alert(1)</script>" });
  const refused = await call("toilet keeps running");
  expect(refused.status()).toBe(502);
  expect(await refused.json()).toMatchObject({
    success: false,
    error: expect.stringContaining("no article that could be used"),
    job_id: expect.any(String),
  });
});

test("a provider that refuses the key is reported in plain words", async ({ page }) => {
  await enter(page);
  api.behave({ kind: "status", status: 403 });
  const answer = await page.request.post(`${site.url}/functions/v1/orchestrate-quiz-generation`, {
    data: { topic: "another leak" },
    headers: { Origin: site.url },
  });
  expect(answer.status()).toBe(502);
  expect(await answer.json()).toMatchObject({
    success: false,
    error: expect.stringContaining("refuses the calls (status 403)"),
    job_id: expect.any(String),
  });
});
