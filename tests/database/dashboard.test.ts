import { randomUUID } from "node:crypto";
import { beforeEach, expect, inject, test } from "vitest";
import { type ReadReplica, readFromPrimary } from "#app/db/read-replica.server.ts";
import { TOTALS_MAX_AGE_MS, WINDOW_DAYS } from "#app/features/dashboard/constants.ts";
import { type Dashboard, getDashboard } from "#app/features/dashboard/queries.server.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let replica: ReadReplica;
/** 9:05 AM in New York, where the day began at 5:00 UTC. */
let now: Date;
const timeZone = "America/New_York";
const TODAY = "2026-11-21";

// A new database for each test, because totals are cached per database.
beforeEach(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  replica = readFromPrimary(context.db);
  now = new Date("2026-11-21T14:05:00Z");
  return () => context.close();
});

const loadDashboard = () => getDashboard(replica, { now, timeZone });
const advanceClock = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
/** The totals of a small database are ready at once; only a busy machine needs another try. */
async function loadCountedDashboard(): Promise<Dashboard & { requests: { total: number } }> {
  for (;;) {
    const dashboard = await loadDashboard();
    if (dashboard.requests.total !== null)
      return dashboard as Dashboard & { requests: { total: number } };
  }
}
const insert = (table: string, row: Record<string, unknown>) => {
  const names = Object.keys(row);
  return context.db.$client.query(
    `insert into ${table} (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
    Object.values(row),
  );
};

type NewRequest = { at: string; name?: string; status?: string; synced?: boolean };
async function addRequest({ at, name = "Jordan", status = "new", synced = false }: NewRequest) {
  const id = randomUUID();
  await insert("service_requests", {
    id,
    body_hash: "-",
    customer_name: name,
    customer_phone: "404",
    service_type: "Plumbing",
    project_type: "-",
    project_size: "-",
    additional_details: "{}",
    status,
    synced_at: synced ? at : null,
    created_at: at,
  });
  return id;
}
async function addProvider(verification: string, subscription: string) {
  const id = randomUUID();
  await insert("providers", {
    id,
    company_name: "Co",
    contact_name: "Pat",
    phone: "404",
    verification_status: verification,
    created_at: now,
  });
  await insert("payments_subscriptions", {
    id: randomUUID(),
    provider_id: id,
    status: subscription,
  });
  return id;
}

test("an empty database has a dashboard of zeros, and a row for each day", async () => {
  const dashboard = await loadCountedDashboard();
  expect(dashboard).toMatchObject({
    requests: { total: 0, today: 0 },
    providers: { total: 0, active: 0 },
    homeowners: { today: 0, setUp: 0 },
    quizzes: { total: 0, active: 0 },
    income: { today: 0, window: 0, perDay: 0 },
    calls: { today: 0, connected: 0 },
    notifications: { email: 0, sms: 0 },
    refunds: { today: 0, window: 0 },
    latest: [],
  });
  expect(dashboard.days).toHaveLength(WINDOW_DAYS);
  expect([dashboard.days[0]?.day, dashboard.days.at(-1)?.day]).toEqual(["2026-10-23", TODAY]);
  const { form, requests, states, ...others } = dashboard.funnel;
  expect([...form, ...requests, ...states].map(({ count }) => count)).toEqual(Array(13).fill(0));
  expect(others).toEqual({ pageViews: 0, opened: null, worstDrop: null });
});

test("counts requests by business day, and shows the five newest", async () => {
  const times = [
    "2025-01-01T12:00:00Z",
    "2026-10-23T03:59:59Z",
    "2026-10-23T04:00:00Z",
    "2026-11-21T04:59:59Z",
    "2026-11-21T05:00:00Z",
    "2026-11-21T14:04:00Z",
  ];
  for (const [index, at] of times.entries()) await addRequest({ at, name: `Customer ${index}` });
  const dashboard = await loadCountedDashboard();
  expect(dashboard.requests).toEqual({ total: 6, today: 2 });
  expect(
    dashboard.days.filter(({ requests }) => requests).map(({ day, requests }) => [day, requests]),
  ).toEqual([
    ["2026-10-23", 1],
    ["2026-11-20", 1],
    [TODAY, 2],
  ]);
  expect(dashboard.latest.map((request) => request.customerName)).toEqual(
    [5, 4, 3, 2, 1].map((index) => `Customer ${index}`),
  );
  expect(dashboard.latest[0]).toMatchObject({
    serviceType: "Plumbing",
    status: "new",
    age: "1 minute ago",
    exactTime: "Nov 21, 2026, 9:04 AM EST",
  });
});

test("counts a new request at once and only once, before and after the totals are recounted", async () => {
  await storeRequest(context.db, { now: new Date("2026-11-01T12:00:00Z") });
  expect((await loadCountedDashboard()).requests).toEqual({ total: 1, today: 0 });
  for (let added = 1; added <= 4; added++) {
    await storeRequest(context.db, { now });
    expect((await loadCountedDashboard()).requests).toEqual({ total: 1 + added, today: added });
    advanceClock(TOTALS_MAX_AGE_MS - 1_000);
    expect((await loadCountedDashboard()).requests).toEqual({ total: 1 + added, today: added });
  }
});

test("starts today at zero when the day ends, and moves the window", async () => {
  await addRequest({ at: "2026-10-23T12:00:00Z" });
  await addRequest({ at: "2026-11-21T13:00:00Z" });
  await loadCountedDashboard();
  now = new Date("2026-11-22T05:00:01Z");
  const dashboard = await loadCountedDashboard();
  expect(dashboard.requests).toEqual({ total: 2, today: 0 });
  expect(dashboard.days.filter(({ requests }) => requests).map(({ day }) => day)).toEqual([TODAY]);
});

test("shares totals for ten seconds, even between concurrent page loads", async () => {
  await loadCountedDashboard();
  await addProvider("verified", "active");
  await addRequest({ at: "2025-01-01T12:00:00Z" });
  advanceClock(TOTALS_MAX_AGE_MS - 1);
  expect(await loadCountedDashboard()).toMatchObject({
    providers: { total: 0 },
    requests: { total: 0 },
  });
  advanceClock(1);
  await Promise.all(Array.from({ length: 20 }, loadDashboard));
  await expect.poll(async () => (await loadDashboard()).providers.total).toBe(1);
  expect((await loadDashboard()).requests.total).toBe(1);
});

test("counts every other number from its rows", async () => {
  const provider = await addProvider("verified", "active");
  await addProvider("verified", "trialing");
  await addProvider("verified", "past_due");
  await addProvider("pending", "active");
  const [today, yesterday, monthAgo] = [
    "2026-11-21T05:00:00Z",
    "2026-11-21T04:59:00Z",
    "2026-10-22T12:00:00Z",
  ];
  for (const [created, done] of [
    [today, true],
    [today, false],
    [yesterday, true],
  ] as const)
    await insert("homeowners", {
      id: randomUUID(),
      name: "Sam",
      setup_completed: done,
      created_at: created,
    });
  for (const [slug, active, deleted] of [
    ["a", true, null],
    ["b", false, null],
    ["c", true, now],
  ] as const) {
    const quiz = {
      title: slug,
      slug,
      description: "-",
      service_type: "-",
      questions: "[]",
      is_active: active,
    };
    await insert("quizzes", {
      id: randomUUID(),
      ...quiz,
      created_at: now,
      updated_at: now,
      deleted_at: deleted,
    });
  }
  for (const [paid, amount] of [
    [today, 0.1],
    [today, 0.2],
    [yesterday, 29.7],
    // Income covers the last 720 hours, which start before the first business day of the window.
    ["2026-10-22T14:05:00Z", 0.6],
    ["2026-10-22T14:04:59Z", 7],
    [monthAgo, 500],
  ] as const)
    await insert("bid_unlocks", {
      id: randomUUID(),
      provider_id: provider,
      amount_paid: amount,
      paid_at: paid,
    });
  for (const [started, connected] of [
    [today, today],
    [today, null],
    [yesterday, yesterday],
  ] as const)
    await insert("call_attributions", {
      id: randomUUID(),
      started_at: started,
      connected_at: connected,
    });
  for (const [channel, sent] of [
    ["email", today],
    ["email", today],
    ["sms", today],
    ["sms", yesterday],
  ] as const)
    await insert("notifications", { id: randomUUID(), channel, kind: "test", sent_at: sent });

  const dashboard = await loadCountedDashboard();
  expect(dashboard).toMatchObject({
    providers: { total: 4, active: 2 },
    homeowners: { today: 2, setUp: 2 },
    quizzes: { total: 2, active: 1 },
    income: { today: 0.3, window: 30.6, perDay: 1.02 },
    calls: { today: 2, connected: 1 },
    notifications: { email: 2, sms: 1 },
  });
  expect(
    dashboard.days.filter(({ income }) => income).map(({ day, income }) => [day, income]),
  ).toEqual([
    ["2026-11-20", 29.7],
    [TODAY, 0.3],
  ]);
});

test("the funnel shows counts of events and the states of the window's requests", async () => {
  await context.db.$client.query(
    "insert into funnel_counts (day, name, count) values ('2026-10-22', 'page-view', 1000), ('2026-10-23', 'page-view', 20), ($1, 'page-view', 30)",
    [TODAY],
  );
  for (const [name, count] of [
    ["wizard-opened", 40],
    ["wizard-step-1", 10],
    ["wizard-submitted", 5],
  ] as const)
    await insert("funnel_counts", { day: TODAY, name, count });
  await addRequest({ at: "2026-09-01T12:00:00Z", status: "closed", synced: true });
  await addRequest({ at: "2026-11-01T12:00:00Z", status: "closed", synced: true });
  await addRequest({ at: "2026-11-02T12:00:00Z", status: "contacted", synced: true });
  await addRequest({ at: now.toISOString(), synced: true });
  const { funnel } = await loadCountedDashboard();
  expect(funnel).toMatchObject({
    pageViews: 50,
    opened: 0.8,
    worstDrop: { step: "step 1", goOn: 0.25 },
  });
  const stages = [...funnel.form, ...funnel.requests, ...funnel.states];
  expect(Object.fromEntries(stages.map(({ label, count }) => [label, count]))).toMatchObject({
    "Form opened": 40,
    Submitted: 5,
    Received: 3,
    "Synced to CRM": 3,
    Contacted: 2,
    Closed: 1,
  });
});

/** Records what became of a request after it arrived. */
async function addOutcome(requestId: string, facts: Record<string, boolean | null>) {
  await insert("request_outcomes", { request_id: requestId, ...facts, recorded_at: now });
}
const addAttempt = (requestId: string, result: string) =>
  insert("contact_attempts", {
    id: randomUUID(),
    request_id: requestId,
    at: now,
    channel: "call",
    result,
  });

test("counts each request once, at the furthest stage that anybody recorded", async () => {
  const provider = await addProvider("verified", "active");
  const add = () => addRequest({ at: "2026-11-20T12:00:00Z" });
  await addAttempt(await add(), "no-answer");
  const reached = await add();
  await addAttempt(reached, "reached");
  await addAttempt(reached, "reached");
  await addOutcome(await add(), { reached: true, connected: null, hired: false });
  await addOutcome(await add(), { reached: false, connected: false, hired: false });
  const hired = await add();
  await addAttempt(hired, "reached");
  await addOutcome(hired, { reached: true, connected: true, hired: true });
  // The customer approved a provider on their own page: nobody called.
  const approved = await add();
  await insert("offers", {
    id: randomUUID(),
    request_id: approved,
    provider_id: provider,
    state: "accepted",
    token_hash: "-",
    cost: 0,
    offered_by: "test",
    created_at: now,
    expires_at: now,
    customer_approved_at: now,
    customer_approval_recorded_by: "customer",
  });
  const old = await addRequest({ at: "2026-10-01T12:00:00Z" });
  await addOutcome(old, { reached: true, connected: true, hired: true });
  const { funnel } = await loadCountedDashboard();
  expect(funnel.requests.map(({ label, count }) => [label, count])).toEqual([
    ["Received", 6],
    ["Reached", 4],
    ["Connected", 2],
    ["Hired", 1],
  ]);
});

test("shows the dashboard even with an invalid time zone in the settings", async () => {
  expect((await getDashboard(replica, { now, timeZone: "Mars/Olympus" })).days.at(-1)?.day).toBe(
    TODAY,
  );
});

test("reads the newest requests from the index, without sorting all", async () => {
  await context.owner.$client.query(
    `insert into service_requests (id, body_hash, customer_name, customer_phone, service_type, project_type, project_size, additional_details, created_at)
     select gen_random_uuid(), '-', 'Name', '404', 'Plumbing', '-', '-', '{}', $1::timestamptz - i * interval '1 minute' from generate_series(1, 5000) i`,
    [now],
  );
  await context.owner.$client.query("analyze service_requests");
  const plan = await queryRows(
    context.owner,
    "explain select id from service_requests order by created_at desc nulls last, id desc nulls last limit 5",
  );
  expect(JSON.stringify(plan)).toContain("service_requests_created_at_id");
  expect(JSON.stringify(plan)).not.toContain("Sort");
  expect((await loadCountedDashboard()).requests.total).toBe(5_000);
});
