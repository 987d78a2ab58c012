import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { sealConsentRecords } from "#app/features/consent/seal-chain.server.ts";
import { verifyConsentChain } from "#app/features/consent/verify-chain.server.ts";
import { runRetention } from "#app/features/privacy/run-retention.server.ts";
import { getRetentionPage } from "#app/features/settings/retention.server.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/durations.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { insertProvider } from "../providers.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
const now = new Date("2028-07-02T07:00:00Z");
const monthsAgo = (months: number) => new Date(Date.UTC(2028, 6 - months, 1, 7));
const run = (runAt = now) => runRetention(context.db, { now: runAt, timeZone: "America/New_York" });

beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.owner.$client.query("truncate service_requests cascade");
  await context.owner.$client.query("delete from settings");
  await context.owner.$client.query(
    "alter table audit_log disable trigger user; delete from audit_log; alter table audit_log enable trigger user",
  );
});

async function store(options: { months: number; status?: string; lastEventMonths?: number }) {
  const result = await storeRequest(context.db, {
    now: monthsAgo(options.months),
    values: { description: "Water under the sink" },
  });
  if (!result.ok) throw new Error(result.reason);
  await context.db.$client.query(
    'update service_requests set status = $2, additional_details = additional_details || \'{"property_contact_name": "Sam"}\' where id = $1',
    [result.id, options.status ?? "closed"],
  );
  if (options.lastEventMonths !== undefined) {
    await context.db.$client.query(
      "insert into request_events (id, request_id, at, kind, detail) values (gen_random_uuid(), $1, $2, 'status', '{\"to\": \"closed\"}')",
      [result.id, monthsAgo(options.lastEventMonths)],
    );
  }
  return result.id;
}
const listErased = async () =>
  (
    await queryRows<{ id: string }>(
      context.db,
      "select id from service_requests where customer_name = 'Erased' order by id",
    )
  ).map(({ id }) => id);

test("erases the personal data of old requests and keeps what reports count; consent records and their chain stay intact", async () => {
  const oldId = await store({ months: 25 });
  await context.db.$client.query(
    "insert into request_notes (id, request_id, text, created_at) values (gen_random_uuid(), $1, 'Sam has a dog', $2)",
    [oldId, monthsAgo(25)],
  );
  await store({ months: 23 });
  const [before] = await queryRows(
    context.db,
    "select r::text as row from consent_records r where service_request_id = $1",
    [oldId],
  );
  expect(await run()).toMatchObject({ requests: 1 });
  expect(await listErased()).toEqual([oldId]);
  const [row = {}] = await queryRows<Record<string, unknown>>(
    context.db,
    "select * from service_requests where id = $1",
    [oldId],
  );
  expect(row).toMatchObject({
    service_type: "Plumbing",
    status: "closed",
    city: "Atlanta",
    state: "GA",
    created_at: monthsAgo(25),
    customer_phone: "",
  });
  expect(JSON.stringify(row)).not.toMatch(/Jordan|Elm|555-?0123|example\.com|sink|Sam|\b30301\b/i);
  expect(row.additional_details).toMatchObject({ property_class: "residential" });
  expect(await queryRows(context.db, "select 1 from request_notes")).toEqual([]);
  expect(
    await queryRows(context.db, "select state from crm_outbox where request_id = $1", [oldId]),
  ).toEqual([{ state: "dead" }]);
  expect(
    (
      await queryRows(
        context.db,
        "select r::text as row from consent_records r where service_request_id = $1",
        [oldId],
      )
    )[0],
  ).toEqual(before);
  await sealConsentRecords(context.db, { now, sweep: true });
  expect(await verifyConsentChain(context.db)).toMatchObject({ damage: null, unsealed: 0 });
});

test("requests with recent events are kept, and open requests have a separate period", async () => {
  await context.db.$client.query(
    "insert into settings (key, value, updated_at) values ('retainClosedMonths', '12', now()), ('retainOpenMonths', '36', now())",
  );
  const closedId = await store({ months: 13 });
  const recentId = await store({ months: 13, lastEventMonths: 2 });
  const openId = await store({ months: 30, status: "contacted" });
  const oldOpenId = await store({ months: 37, status: "new" });
  expect(await run()).toMatchObject({ requests: 2 });
  expect(await listErased()).toEqual([closedId, oldOpenId].sort());
  expect(await listErased()).not.toContain(recentId);
  expect(await listErased()).not.toContain(openId);
});

test("runs once a night, even with several instances, with one audit row, and erases nothing twice", async () => {
  await store({ months: 25 });
  const results = await Promise.all([run(), run(), run()]);
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await run(new Date(now.getTime() + 60_000))).toBeNull();
  expect(await run(new Date(now.getTime() + 24 * HOUR_MS))).toMatchObject({ requests: 0 });
  const { runs } = await getRetentionPage(context.db);
  expect(runs.map(({ changes }) => changes.requests)).toEqual([0, 1]);
});

test("continues in batches until nothing old is left", async () => {
  const id = await store({ months: 30 });
  await context.owner.$client.query(
    `insert into service_requests (id, body_hash, customer_name, customer_phone, service_type, project_type, project_size, additional_details, status, created_at)
     select gen_random_uuid(), 'hash', customer_name, customer_phone, service_type, project_type, project_size, additional_details, 'closed', created_at
     from service_requests, generate_series(1, 1200) where id = $1`,
    [id],
  );
  expect(await run()).toMatchObject({ requests: 1_201 });
});

test("deletes expired data of sign-ins", async () => {
  const pool = context.db.$client;
  const userId = "0190f1a0-0000-7000-8000-00000000aaaa";
  await pool.query(
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'A', 'a@example.com', now(), now())",
    [userId],
  );
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  for (const days of [89, 91])
    await pool.query(
      "insert into staff_devices (token_hash, user_id, first_seen_at, last_seen_at) values ($1, $2, $3, $3)",
      [String(days), userId, daysAgo(days)],
    );
  for (const days of [0, 2])
    await pool.query(
      "insert into staff_used_codes (user_id, code_hash, used_at) values ($1, $2, $3)",
      [userId, String(days), daysAgo(days)],
    );
  for (const days of [0, 2])
    await pool.query(
      "insert into staff_password_attempts (key, failures, last_at, next_at) values ($1, 1, $2, $2)",
      [String(days), daysAgo(days)],
    );
  for (const days of [0, 8])
    await pool.query(
      "insert into staff_sessions (id, token, user_id, expires_at, created_at, updated_at) values (gen_random_uuid(), $1, $2, $3, $3, $3)",
      [String(days), userId, daysAgo(days)],
    );
  expect(await run()).toMatchObject({
    requests: 0,
    devices: 1,
    sessions: 1,
    codes: 1,
    passwordAttempts: 1,
    links: 0,
  });
  expect(await queryRows(context.db, "select token_hash from staff_devices")).toEqual([
    { token_hash: "89" },
  ]);
});

test("deletes papers of providers that were refused or ended long ago, and old changes; the evidence stays", async () => {
  const pool = context.db.$client;
  const { id: providerId } = await insertProvider(pool);
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const evidenceId = randomUUID();
  await pool.query(
    `insert into verification_evidence (id, provider_id, "check", description, checked_by, valid_until, created_at)
     values ($1, $2, 'license', 'License MP-1', 'Sam', $3, $4)`,
    [evidenceId, providerId, daysAgo(367), daysAgo(700)],
  );
  const papers: [name: string, state: string, validUntil: Date, decidedAt: Date | null][] = [
    ["refused long ago", "refused", daysAgo(-300), daysAgo(91)],
    ["refused lately", "refused", daysAgo(400), daysAgo(89)],
    ["ended long ago", "accepted", daysAgo(367), daysAgo(700)],
    ["ended within a year", "accepted", daysAgo(363), daysAgo(700)],
    ["valid", "accepted", daysAgo(-300), daysAgo(700)],
    ["ended before anybody looked", "pending", daysAgo(367), null],
    ["waiting", "pending", daysAgo(-300), null],
  ];
  for (const [number, state, validUntil, decidedAt] of papers)
    await pool.query(
      `insert into provider_documents (id, provider_id, kind, number, issuer, valid_until, content_type, file, created_at, state, decided_at, evidence_id)
       values (gen_random_uuid(), $1, 'license', $2, 'Board', $3, 'application/pdf', '\\x00', $4, $5, $6, $7)`,
      [
        ...[providerId, number, validUntil, daysAgo(800), state, decidedAt],
        number === "ended long ago" ? evidenceId : null,
      ],
    );
  for (const [state, days] of [
    ["accepted", 731],
    ["refused", 731],
    ["accepted", 729],
    ["pending", 900],
  ])
    await pool.query(
      `insert into provider_changes (id, provider_id, changes, created_at, state, decided_at)
       values (gen_random_uuid(), $1, '{}', $2, $3, case when $3 <> 'pending' then $2::timestamptz end)`,
      [providerId, daysAgo(Number(days)), state],
    );
  expect(await run()).toMatchObject({ papers: 3, changes: 2 });
  const left = await queryRows<{ number: string }>(
    context.db,
    "select number from provider_documents",
  );
  expect(left.map(({ number }) => number).sort()).toEqual([
    "ended within a year",
    "refused lately",
    "valid",
    "waiting",
  ]);
  expect(await queryRows(context.db, "select id from verification_evidence")).toEqual([
    { id: evidenceId },
  ]);
  expect(await queryRows(context.db, "select state from provider_changes order by state")).toEqual([
    { state: "accepted" },
    { state: "pending" },
  ]);
});

test("deletes versions and counts of content that can no longer be restored", async () => {
  const pool = context.db.$client;
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const insert = {
    quiz: "insert into quizzes (id, title, slug, description, service_type, questions, created_at, updated_at, deleted_at) values ($1, 'T', $2, 'd', 'HVAC', '[]', $3, $3, $3)",
    article:
      "insert into advertorial_content (id, title, slug, content_data, created_at, updated_at, deleted_at) values ($1, 'T', $2, '{}', $3, $3, $3)",
  };
  const keptIds: string[] = [];
  for (const text of [insert.quiz, insert.article])
    for (const days of [29, 31]) {
      const id = randomUUID();
      if (days === 29) keptIds.push(id);
      await pool.query(text, [id, `versions-${id}`, daysAgo(days)]);
      for (const version of [1, 2])
        await pool.query("insert into content_versions values ($1, $2, '{}', 'T', $3)", [
          id,
          version,
          daysAgo(days),
        ]);
      await pool.query("insert into content_counts values ($1, '2028-05-01', 'view', 7)", [id]);
    }
  expect(await run()).toMatchObject({ deletedContent: 2 });
  const listContentIds = (table: string) =>
    queryRows<{ id: string }>(
      context.db,
      `select distinct content_id as id from ${table} order by id`,
    );
  for (const table of ["content_versions", "content_counts"])
    expect((await listContentIds(table)).map(({ id }) => id)).toEqual(keptIds.toSorted());
  await pool.query("delete from quizzes");
});

test("deletes old quizzes, drafts and finished jobs after their period, and not before", async () => {
  const pool = context.db.$client;
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  for (const [slug, days] of [
    ["gone", 31],
    ["kept", 29],
  ] as const) {
    await pool.query(
      "insert into quizzes (id, title, slug, description, service_type, questions, created_at, updated_at, deleted_at) values (gen_random_uuid(), $1, $1, 'd', 'HVAC', '[]', $2, $2, $2)",
      [slug, daysAgo(days)],
    );
    await pool.query(
      "insert into generation_jobs (id, kind, input, generator, state, stage, created_at, finished_at) values (gen_random_uuid(), 'quiz', $1, 'built-in', 'done', '', $2, $2)",
      [JSON.stringify({ topic: slug }), daysAgo(days)],
    );
  }
  expect(await run()).toMatchObject({ deletedContent: 1, jobs: 1 });
  expect(
    await queryRows(
      context.db,
      "select slug from quizzes union all select input->>'topic' from generation_jobs",
    ),
  ).toEqual([{ slug: "kept" }, { slug: "kept" }]);
});
