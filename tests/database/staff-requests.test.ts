import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { ERASED_HASH, eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import {
  addNote,
  assignRequest,
  resendRequest,
  updateStatuses,
} from "#app/features/requests/inbox/mutations.server.ts";
import { listAssignees, listRequests } from "#app/features/requests/inbox/queries.server.ts";
import { getRequestDetail } from "#app/features/requests/inbox/request-detail.server.ts";
import { parseFilters } from "#app/features/requests/inbox/schema.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";

/** The timeline of these requests has no events of other features. */
const formatEvent = () => undefined;
const NOW = new Date("2026-05-04T16:00:00Z");
let context: Awaited<ReturnType<typeof openTestDatabase>>;
let staffId: string;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  staffId = await makePerson("staff", "Ana");
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.owner.$client.query(
    "truncate service_requests, crm_outbox, request_notes, request_events cascade",
  );
});

async function makePerson(role: string, name: string, isActive = true) {
  const id = randomUUID();
  await context.db.$client.query(
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1::uuid, $2, $1::text || '@example.com', now(), now())",
    [id, name],
  );
  await context.db.$client.query(
    "insert into admin_users (user_id, role, display_name, is_active, created_at) values ($1, $2, $3, $4, now())",
    [id, role, name, isActive],
  );
  return id;
}
const by = () => ({ db: context.db, actor: staffId, httpRequestId: "r1", now: NOW });
let phones = 0;
/** Stored requests, the first one the oldest, a second between them. */
async function store(values: Parameters<typeof storeRequest>[1] = {}, secondsAgo = 0) {
  phones += 1;
  const now = new Date(NOW.getTime() - secondsAgo * 1_000);
  const result = await storeRequest(context.db, {
    now,
    ...values,
    values: { phone: `(404) 555-${String(1_000 + phones)}`, ...values.values },
  });
  if (!result.ok) throw new Error(result.reason);
  return result.id;
}
const list = (query = "") =>
  listRequests(context.db, { filters: parseFilters(new URLSearchParams(query)), userId: staffId });
const names = async (query: string) => (await list(query)).rows.map((row) => row.name);

describe("the list", () => {
  test("is paged in both directions, even if many rows have the same time and new ones arrive", async () => {
    for (let i = 0; i < 120; i++)
      await store({ values: { name: `Person ${i}` } }, Math.floor((120 - i) / 40) * 60);
    const first = await list();
    expect(first.rows).toHaveLength(50);
    expect(first.newer).toBeNull();
    await store({ values: { name: "Newcomer" } }, -10);
    const second = await list(`after=${first.older}`);
    const third = await list(`after=${second.older}`);
    expect(third.rows).toHaveLength(20);
    expect(third.older).toBeNull();
    const walked = [...first.rows, ...second.rows, ...third.rows].map((row) => row.id);
    const all = (
      await queryRows<{ id: string }>(
        context.db,
        "select id from service_requests where customer_name <> 'Newcomer' order by created_at desc, id desc",
      )
    ).map((row) => row.id);
    expect(walked).toEqual(all);
    const back = await list(`before=${third.newer}`);
    expect(back.rows.map((row) => row.id)).toEqual(second.rows.map((row) => row.id));
    const again = await list(`before=${second.newer}`);
    expect(again.rows.map((row) => row.id)).toEqual(first.rows.map((row) => row.id));
    // The newest page is a full one, with what came meanwhile.
    const start = await list(`before=${again.newer}`);
    expect(start.rows[0]?.name).toBe("Newcomer");
    expect(start.newer).toBeNull();
    expect(start.rows).toHaveLength(50);
  });

  test("is searched by name, service and phone, however the phone is written", async () => {
    await store({ values: { name: "Jordan Example", phone: "(404) 555-0123" } }, 3);
    await store({ values: { name: "Al 100%", phone: "404.555.0199" } }, 2);
    await store({ values: { name: "Kim O_Neil", phone: "+1 512 555 0123" } }, 1);
    expect(await names("q=jordan")).toEqual(["Jordan Example"]);
    expect(await names("q=PLUMB")).toHaveLength(3);
    expect(await names("q=exam+plumbing")).toEqual(["Jordan Example"]);
    expect(await names("q=404-555-0123")).toEqual(["Jordan Example"]);
    expect(await names("q=%2B1+(512)+555")).toEqual(["Kim O_Neil"]);
    expect(await names("q=5550123")).toEqual(["Kim O_Neil", "Jordan Example"]);
    expect(await names("q=al")).toEqual(["Al 100%"]);
    expect(await names("q=100%25")).toEqual(["Al 100%"]);
    expect(await names("q=o_n")).toEqual(["Kim O_Neil"]);
    expect(await names("q=o%25n")).toEqual([]);
    expect(await names("q='; drop table service_requests; --")).toEqual([]);
  });

  test("is filtered by status and view, together with a search", async () => {
    const fresh = await store({ values: { name: "Fresh" } }, 4);
    const closed = await store({ values: { name: "Closed" } }, 3);
    const flagged = await store(
      { values: { name: "Flagged" }, meta: { website: "http://spam.example" } },
      2,
    );
    const released = await store({ values: { name: "Released" }, meta: { filled_ms: 10 } }, 1);
    await updateStatuses(by(), {
      changes: [{ id: closed, status: "closed" }],
    });
    await resendRequest(by(), { id: released });
    await assignRequest(by(), { id: fresh, assigneeId: staffId });
    expect(await names("status=closed")).toEqual(["Closed"]);
    expect(await names("status=new&q=fresh")).toEqual(["Fresh"]);
    expect(await names("view=flagged")).toEqual(["Flagged"]);
    expect(await names("view=flagged&status=closed")).toEqual([]);
    expect(await names("view=mine")).toEqual(["Fresh"]);
    const [row] = (await list("view=flagged")).rows;
    expect(row).toMatchObject({
      id: flagged,
      sync: "held",
      isOptedOut: false,
      flags: ["honeypot"],
    });
  });
});

describe("changes", () => {
  const audit = () =>
    queryRows<{ action: string; changes: unknown }>(
      context.db,
      "select action, changes from audit_log where http_request_id = 'r1' and entity = 'service-request' order by at, id",
    );

  test("of many statuses are one step, leave a line each, and can be undone", async () => {
    const ids = [await store({}, 2), await store({}, 1)];
    const before = (await audit()).length;
    const result = await updateStatuses(by(), {
      changes: ids.map((id) => ({ id, status: "contacted" as const })),
    });
    expect(result).toMatchObject({
      ok: true,
      changed: expect.arrayContaining(ids.map((id) => ({ id, from: "new", to: "contacted" }))),
    });
    expect((await audit()).slice(before)).toEqual(
      ids.map(() => ({ action: "status", changes: { status: { from: "new", to: "contacted" } } })),
    );
    expect(
      await updateStatuses(by(), {
        changes: [{ id: ids[0] ?? "", status: "contacted" }],
      }),
    ).toEqual({ ok: true, changed: [] });
    await updateStatuses(by(), {
      changes: ids.map((id) => ({ id, status: "new" as const })),
    });
    expect((await list("status=new")).rows).toHaveLength(2);
    expect(
      await updateStatuses(by(), {
        changes: [{ id: randomUUID(), status: "closed" }],
      }),
    ).toEqual({ ok: false, reason: "not-found" });
  });

  test("that cross each other both end", async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => store()));
    const turn = (status: "closed" | "contacted", order: string[]) =>
      updateStatuses(by(), { changes: order.map((id) => ({ id, status })) });
    const results = await Promise.all([
      turn("closed", ids),
      turn("contacted", ids.toReversed()),
      turn("closed", ids.toSorted()),
    ]);
    expect(results.every((result) => result.ok)).toBe(true);
  });

  test("of the assignee accept only active staff", async () => {
    const id = await store();
    const reviewer = await makePerson("reviewer", "Rex");
    const left = await makePerson("staff", "Lee", false);
    for (const assigneeId of [reviewer, left, randomUUID()])
      expect(await assignRequest(by(), { id, assigneeId })).toEqual({
        ok: false,
        reason: "not-staff",
      });
    expect(await assignRequest(by(), { id, assigneeId: staffId })).toEqual({
      ok: true,
    });
    expect((await getRequestDetail(context.db, { id, formatEvent }))?.request).toMatchObject({
      assigneeId: staffId,
      assigneeName: "Ana",
    });
    expect(await assignRequest(by(), { id, assigneeId: null })).toEqual({
      ok: true,
    });
    expect((await listAssignees(context.db)).map(({ name }) => name)).toEqual(["Ana"]);
  });

  test("a held request is released, a dead one sent again; others and demo ones are not", async () => {
    const held = await store({ meta: { website: "x" } }, 3);
    const dead = await store({}, 2);
    const fine = await store({}, 1);
    const demo = await store({ meta: { website: "x" } });
    await context.db.$client.query(
      "update crm_outbox set state = 'dead', attempts = 10 where request_id = $1",
      [dead],
    );
    await context.db.$client.query("update service_requests set is_demo = true where id = $1", [
      demo,
    ]);
    const send = (id: string) => resendRequest(by(), { id });
    expect([await send(held), await send(dead)]).toEqual([{ ok: true }, { ok: true }]);
    expect(
      [await send(fine), await send(held), await send(demo), await send(randomUUID())].map(
        (result) => (result.ok ? "ok" : result.reason),
      ),
    ).toEqual(["not-stuck", "not-stuck", "demo", "not-found"]);
    const states = await queryRows(
      context.db,
      "select state, attempts, next_attempt_at from crm_outbox where request_id = any($1)",
      [[held, dead]],
    );
    expect(states).toEqual(
      [held, dead].map(() => ({ state: "waiting", attempts: 0, next_attempt_at: NOW })),
    );
    expect(
      (
        await queryRows<{ kind: string }>(
          context.db,
          "select kind from request_events where kind <> 'status' order by kind",
        )
      ).map(({ kind }) => kind),
    ).toEqual(["released", "sent-again"]);
  });
});

test("a request without a delivery gets one for the current target, once; erased, demo and delivered ones do not", async () => {
  const [lost, erased, demo, known] = [
    await store({}, 4),
    await store({}, 3),
    await store({}, 2),
    await store({}, 1),
  ];
  await context.db.$client.query("delete from crm_outbox");
  await context.db.$client.query("update service_requests set body_hash = $2 where id = $1", [
    erased,
    ERASED_HASH,
  ]);
  await context.db.$client.query("update service_requests set is_demo = true where id = $1", [
    demo,
  ]);
  await context.db.$client.query(
    "update service_requests set ghl_contact_id = 'c1' where id = $1",
    [known],
  );
  await context.db.$client.query(
    "insert into settings (key, value, updated_at) values ('deliveryTarget', '\"highlevel\"', $1) on conflict (key) do update set value = excluded.value",
    [NOW],
  );
  const send = (id: string) => resendRequest(by(), { id });
  for (const id of [erased, demo, known])
    expect(await send(id)).toEqual({ ok: false, reason: "not-found" });
  expect(await send(lost)).toEqual({ ok: true });
  expect(await send(lost)).toEqual({ ok: false, reason: "not-stuck" });
  expect(
    await queryRows(context.db, "select request_id, target, state, attempts from crm_outbox"),
  ).toEqual([{ request_id: lost, target: "highlevel", state: "waiting", attempts: 0 }]);
  await context.db.$client.query("delete from settings where key = 'deliveryTarget'");
});

test("an erased request is not sent again, whatever became of its delivery before", async () => {
  const [failed, held] = [await store({}, 2), await store({ meta: { website: "x" } }, 1)];
  await context.db.$client.query(
    "update crm_outbox set state = 'dead', attempts = 10, last_error = 'status 500' where request_id = $1",
    [failed],
  );
  expect((await getRequestDetail(context.db, { id: failed, formatEvent }))?.request).toMatchObject({
    sync: "dead",
    isErased: false,
  });
  await withTransaction(context.db, (tx) => eraseRequestFields(tx, [failed, held]));
  for (const id of [failed, held]) {
    expect(await resendRequest(by(), { id })).toEqual({
      ok: false,
      reason: "not-found",
    });
    expect((await getRequestDetail(context.db, { id, formatEvent }))?.request).toMatchObject({
      sync: "dead",
      isErased: true,
    });
  }
});

describe("one request", () => {
  test("comes with notes, timeline, attempts and the other requests of the person; others have none", async () => {
    const first = await store(
      { values: { name: "Jo", phone: "404-555-7777", email: "JO@example.com" } },
      100,
    );
    const samePhone = await store(
      { values: { name: "Joanna", phone: "(404) 555 7777", email: "" } },
      50,
    );
    const sameMail = await store({ values: { name: "J", email: "jo@EXAMPLE.com" } }, 20);
    await store({ values: { name: "Somebody else", email: "" } }, 10);
    await addNote(by(), {
      id: first,
      text: "Call after five. <script>alert(1)</script>",
    });
    await updateStatuses(
      { ...by(), now: new Date(NOW.getTime() + 1_000) },
      { changes: [{ id: first, status: "contacted" }] },
    );
    await context.db.$client.query(
      "insert into crm_attempts (id, outbox_id, started_at, finished_at, outcome, http_status, error) select gen_random_uuid(), id, $2, $2, 'failed', 500, 'broken' from crm_outbox where request_id = $1",
      [first, new Date(NOW.getTime() - 5_000)],
    );
    const detail = await getRequestDetail(context.db, { id: first, formatEvent });
    expect(detail?.request).toMatchObject({
      name: "Jo",
      sync: "waiting",
      consent: "captured",
      isOptedOut: false,
      additionalDetails: { urgency_level: "this-week" },
    });
    expect(detail?.duplicates.map(({ id }) => id)).toEqual([sameMail, samePhone]);
    expect(detail?.notes).toMatchObject([
      { text: "Call after five. <script>alert(1)</script>", author: "Ana" },
    ]);
    expect(detail?.attempts).toMatchObject([
      { outcome: "failed", httpStatus: 500, error: "broken" },
    ]);
    expect(detail?.timeline.map(({ text, by: who }) => [text, who])).toEqual([
      ["Status changed from New to Contacted", "Ana"],
      ["Note added", "Ana"],
      ["Delivery failed: HTTP 500, broken", null],
      ["Request received", null],
    ]);
    expect(await getRequestDetail(context.db, { id: randomUUID(), formatEvent })).toBeNull();
    expect(await getRequestDetail(context.db, { id: "1' or '1'='1", formatEvent })).toBeNull();
    expect(await addNote(by(), { id: randomUUID(), text: "x" })).toEqual({
      ok: false,
      reason: "not-found",
    });
  });

  test("no audit row of requests contains text of customers or notes", async () => {
    const rows = await queryRows<{ changes: unknown }>(
      context.db,
      "select changes from audit_log where entity = 'service-request'",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/Call after five|555-?7777|example\.com|Jo\b/);
  });
});
