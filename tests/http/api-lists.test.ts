import { randomUUID } from "node:crypto";
import type pg from "pg";
import { expect } from "vitest";
import { HOSTILE_STRINGS } from "../hostile-strings.ts";
import type { ApiResponse } from "../openapi-client.ts";
import { insertProvider } from "../providers.ts";
import { insertQuiz } from "../quizzes.ts";
import { openClientWithKey } from "./api-client.ts";
import { test } from "./http-client.ts";

type Row = { id: string };
const listIds = (rows: Row[]) => rows.map(({ id }) => id);

/** A request of a service that only one test has, `ageMs` old. */
async function insertRequest(
  db: pg.Client,
  { service, ageMs = 0, zip = "30301" }: { service: string; ageMs?: number; zip?: string },
): Promise<string> {
  const id = randomUUID();
  await db.query(
    `insert into service_requests (id, body_hash, customer_name, customer_phone, service_type, project_type,
       project_size, additional_details, zip_code, zip_valid, created_at, changed_at)
     select $1, 'x', 'Jordan Example', '(404) 555-0123', $2, 'Repair', 'Small', '{}', $3, $3, at, at
     from (select now() - $4 * interval '1 millisecond') as sent (at)`,
    [id, service, zip, ageMs],
  );
  return id;
}

test("pages follow each other while requests arrive: none is skipped, none comes twice", async ({
  db,
}) => {
  const service = `Service ${randomUUID()}`;
  const { client } = await openClientWithKey(db);
  const before: string[] = [];
  for (let age = 1; age <= 7; age += 1)
    before.push(await insertRequest(db, { service, ageMs: age * 1_000 }));
  const read: string[] = [];
  let cursor: string | null = null;
  do {
    const page: ApiResponse | undefined = await client.listRequests?.({
      query: { service: service.toUpperCase(), limit: 3, ...(cursor ? { cursor } : {}) },
    });
    read.push(...listIds(page?.body.data));
    cursor = page?.body.next_cursor;
    await insertRequest(db, { service });
  } while (cursor);
  expect(read).toEqual(before);
});

test("changes are followed: what changed comes again, the earliest first", async ({ db }) => {
  const service = `Service ${randomUUID()}`;
  const { client } = await openClientWithKey(db);
  const [a, b, c] = [
    await insertRequest(db, { service, ageMs: 3_000 }),
    await insertRequest(db, { service, ageMs: 2_000 }),
    await insertRequest(db, { service, ageMs: 1_000 }),
  ];
  const follow = async (since: string) => {
    const response = await client.listRequests?.({ query: { service, changed_since: since } });
    return response?.body;
  };
  const first = await follow("2020-01-01T00:00:00+02:00");
  expect(listIds(first.data)).toEqual([a, b, c]);
  const since = first.data.at(-1).changed_at;
  await db.query("update service_requests set status = 'contacted' where id = $1", [a]);
  const second = await follow(since);
  expect(listIds(second.data)).toEqual([c, a]);
  expect(second.data[1]).toMatchObject({ status: "contacted", version: 2 });
  // Nothing that is being written now may be missed.
  const overlap = Date.now() - Date.parse(second.next_changed_since);
  expect(overlap).toBeGreaterThan(55_000);
  expect(listIds((await follow(second.next_changed_since)).data)).toEqual([b, c, a]);
});

test("requests are filtered by status, service and ZIP code", async ({ db }) => {
  const service = `Service ${randomUUID()}`;
  const { client } = await openClientWithKey(db);
  const near = await insertRequest(db, { service });
  const far = await insertRequest(db, { service, zip: "94110" });
  await db.query("update service_requests set status = 'closed' where id = $1", [far]);
  const list = async (query: Record<string, string>) =>
    listIds((await client.listRequests?.({ query: { service, ...query } }))?.body.data);
  expect(await list({ zip: "30301" })).toEqual([near]);
  expect(await list({ status: "closed" })).toEqual([far]);
  expect(await list({ status: "closed", zip: "30301" })).toEqual([]);
});

test("no input makes an operation fail, or leave the document", async ({ db }) => {
  const { client } = await openClientWithKey(db);
  const { id } = await insertProvider(db);
  const requestId = await insertRequest(db, { service: "Plumbing" });
  const cursor = "99999999999999.ffffffff-ffff-ffff-ffff-ffffffffffff";
  const values = [
    ...HOSTILE_STRINGS.filter((_, index) => index % 8 === 0),
    "\u0000",
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999+23:59",
    "1e999",
    cursor,
  ];
  const statuses = new Set<number | undefined>();
  for (const text of values) {
    const query = { changed_since: text, cursor };
    const calls = [
      client.listRequests?.({ query, isUnchecked: true }),
      client.listRequests?.({ query: { service: text, limit: text }, isUnchecked: true }),
      client.listRequests?.({ query: { service: text.slice(0, 200) }, isUnchecked: true }),
      client.listProviders?.({ query: { zip: text, status: text }, isUnchecked: true }),
      client.getQuizMetrics?.({
        path: { slug: text.replaceAll(/\W/g, "-") || "-" },
        isUnchecked: true,
      }),
      client.addRequestNote?.({
        path: { id: requestId },
        body: { text },
        headers: { "Idempotency-Key": encodeURIComponent(text.toWellFormed()).slice(0, 250) },
        isUnchecked: true,
      }),
      client.updateProvider?.({
        path: { id },
        headers: { "If-Match": '"1"' },
        body: { company_name: text, service_categories: [text], business_zip: text },
        isUnchecked: true,
      }),
      client.updateRequest?.({
        path: { id: requestId },
        headers: { "If-Match": '"999999999"' },
        body: { status: text, outcome: [text] },
        isUnchecked: true,
      }),
    ];
    for (const response of await Promise.all(calls)) statuses.add(response?.status);
  }
  expect([...statuses].filter((status) => status === undefined || status >= 500)).toEqual([]);
  expect(statuses).toContain(422);
});

test("providers are listed by the ZIP codes of their area, with its size", async ({ db }) => {
  const { client } = await openClientWithKey(db);
  const zips = ["30301", "30302", "99950"];
  const { id } = await insertProvider(db, { service_area_zips: zips });
  await insertProvider(db, { service_area_zips: ["30301"] });
  const found = await client.listProviders?.({ query: { zip: "99950", limit: 100 } });
  expect(found?.body.data).toContainEqual(expect.objectContaining({ id, service_area_size: 3 }));
  expect(found?.body.data[0].service_area_zips).toBeUndefined();
  const read = await client.getProvider?.({ path: { id } });
  expect(read?.body.service_area_zips).toEqual(zips);
});

test("the list of quizzes and the metrics of one count the same", async ({ db }) => {
  const { client } = await openClientWithKey(db, { scopes: ["metrics:read"] });
  const { id, slug } = await insertQuiz(db, { slug: `quiz-${randomUUID()}` });
  for (const [name, count] of [
    ["view", 10],
    ["start", 6],
    ["finish", 3],
    ["danger:1", 1],
  ])
    await db.query(
      "insert into content_counts (content_id, day, name, count) values ($1, current_date, $2, $3)",
      [id, name, count],
    );
  await db.query(
    `insert into service_requests (id, body_hash, customer_name, customer_phone, service_type, project_type,
       project_size, additional_details, created_at)
     values (gen_random_uuid(), 'x', 'Jordan', '1', 'Plumbing', '', '', jsonb_build_object('quiz_slug', $1::text), now())`,
    [slug],
  );
  const list = await client.listQuizzes?.({ query: { limit: 100, days: "90" } });
  const totals = { views: 10, starts: 6, finishes: 4 };
  expect(list?.body.data).toContainEqual(
    expect.objectContaining({ id, slug, ...totals, requests: 1 }),
  );
  const metrics = await client.getQuizMetrics?.({ path: { slug }, query: { days: "90" } });
  expect(metrics?.body).toMatchObject({
    ...totals,
    days: 90,
    requests: { new: 1, contacted: 0, closed: 0 },
  });
  const missing = await client.getQuizMetrics?.({ path: { slug: "no-such-quiz" } });
  expect(missing?.status).toBe(404);
});
