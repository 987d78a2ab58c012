import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { assignRequest } from "#app/features/requests/assignments/assign-request.server.ts";
import { ERASED_HASH, eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import {
  addNote,
  resendRequest,
  updateStatuses,
} from "#app/features/requests/inbox/mutations.server.ts";
import { listRequests } from "#app/features/requests/inbox/queries.server.ts";
import { getRequestDetail } from "#app/features/requests/inbox/request-detail.server.ts";
import { parseFilters } from "#app/features/requests/inbox/schema.ts";
import { listAssignees } from "#app/features/requests/staff-members.server.ts";
import { openTestDatabase, queryRows, siteSettings, storeRequest } from "../factories.ts";

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
const actionContext = () => ({
  db: context.db,
  settings: { get: async () => siteSettings, drop() {} },
  actor: staffId,
  httpRequestId: "r1",
  now: NOW,
});
let phones = 0;
/** Stores a request, by default with a phone number that no other request has. */
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
const listPage = (query = "") =>
  listRequests(context.db, {
    filters: parseFilters(new URLSearchParams(query)),
    userId: staffId,
    now: NOW,
  });
const listNames = async (query: string) => (await listPage(query)).rows.map((row) => row.name);

describe("the list", () => {
  test("is paged in both directions, even if many rows have the same time and new ones arrive", async () => {
    for (let i = 0; i < 120; i++)
      await store({ values: { name: `Person ${i}` } }, Math.floor((120 - i) / 40) * 60);
    const firstPage = await listPage();
    expect(firstPage.rows).toHaveLength(50);
    expect(firstPage.previous).toBeNull();
    await store({ values: { name: "Newcomer" } }, -10);
    const secondPage = await listPage(`after=${firstPage.next}`);
    const thirdPage = await listPage(`after=${secondPage.next}`);
    expect(thirdPage.rows).toHaveLength(20);
    expect(thirdPage.next).toBeNull();
    const pagedIds = [...firstPage.rows, ...secondPage.rows, ...thirdPage.rows].map(
      (row) => row.id,
    );
    const allIds = (
      await queryRows<{ id: string }>(
        context.db,
        "select id from service_requests where customer_name <> 'Newcomer' order by created_at desc, id desc",
      )
    ).map((row) => row.id);
    expect(pagedIds).toEqual(allIds);
    const previousPage = await listPage(`before=${thirdPage.previous}`);
    expect(previousPage.rows.map((row) => row.id)).toEqual(secondPage.rows.map((row) => row.id));
    const firstPageAgain = await listPage(`before=${secondPage.previous}`);
    expect(firstPageAgain.rows.map((row) => row.id)).toEqual(firstPage.rows.map((row) => row.id));
    // The newest page is full, and includes the request that arrived in between.
    const newestPage = await listPage(`before=${firstPageAgain.previous}`);
    expect(newestPage.rows[0]?.name).toBe("Newcomer");
    expect(newestPage.previous).toBeNull();
    expect(newestPage.rows).toHaveLength(50);
  });

  test("is searched by name, service and phone, however the phone is written", async () => {
    await store({ values: { name: "Jordan Example", phone: "(404) 555-0123" } }, 3);
    await store({ values: { name: "Al 100%", phone: "404.555.0199" } }, 2);
    await store({ values: { name: "Kim O_Neil", phone: "+1 512 555 0123" } }, 1);
    expect(await listNames("q=jordan")).toEqual(["Jordan Example"]);
    expect(await listNames("q=PLUMB")).toHaveLength(3);
    expect(await listNames("q=exam+plumbing")).toEqual(["Jordan Example"]);
    expect(await listNames("q=404-555-0123")).toEqual(["Jordan Example"]);
    expect(await listNames("q=%2B1+(512)+555")).toEqual(["Kim O_Neil"]);
    expect(await listNames("q=5550123")).toEqual(["Kim O_Neil", "Jordan Example"]);
    expect(await listNames("q=al")).toEqual(["Al 100%"]);
    expect(await listNames("q=100%25")).toEqual(["Al 100%"]);
    expect(await listNames("q=o_n")).toEqual(["Kim O_Neil"]);
    expect(await listNames("q=o%25n")).toEqual([]);
    expect(await listNames("q='; drop table service_requests; --")).toEqual([]);
  });

  test("is filtered by status and view, together with a search", async () => {
    const newId = await store({ values: { name: "Fresh" } }, 4);
    const closedId = await store({ values: { name: "Closed" } }, 3);
    const flaggedId = await store(
      { values: { name: "Flagged" }, meta: { website: "http://spam.example" } },
      2,
    );
    const releasedId = await store({ values: { name: "Released" }, meta: { filled_ms: 10 } }, 1);
    await updateStatuses(actionContext(), {
      changes: [{ id: closedId, status: "closed" }],
    });
    await resendRequest(actionContext(), { id: releasedId });
    await assignRequest(actionContext(), { id: newId, assigneeId: staffId });
    expect(await listNames("status=closed")).toEqual(["Closed"]);
    expect(await listNames("status=new&q=fresh")).toEqual(["Fresh"]);
    expect(await listNames("view=flagged")).toEqual(["Flagged"]);
    expect(await listNames("view=flagged&status=closed")).toEqual([]);
    expect(await listNames("view=mine")).toEqual(["Fresh"]);
    const [row] = (await listPage("view=flagged")).rows;
    expect(row).toMatchObject({
      id: flaggedId,
      sync: "held",
      isOptedOut: false,
      flags: ["honeypot"],
    });
  });
});

describe("changes", () => {
  const listAuditRows = () =>
    queryRows<{ action: string; changes: unknown }>(
      context.db,
      "select action, changes from audit_log where http_request_id = 'r1' and entity = 'service-request' order by at, id",
    );

  test("of many statuses are one step, leave a line each, and can be undone", async () => {
    const ids = [await store({}, 2), await store({}, 1)];
    const before = (await listAuditRows()).length;
    const result = await updateStatuses(actionContext(), {
      changes: ids.map((id) => ({ id, status: "contacted" as const })),
    });
    expect(result).toMatchObject({
      ok: true,
      changed: expect.arrayContaining(ids.map((id) => ({ id, from: "new", to: "contacted" }))),
    });
    expect((await listAuditRows()).slice(before)).toEqual(
      ids.map(() => ({ action: "status", changes: { status: { from: "new", to: "contacted" } } })),
    );
    expect(
      await updateStatuses(actionContext(), {
        changes: [{ id: ids[0] ?? "", status: "contacted" }],
      }),
    ).toMatchObject({ ok: true, changed: [] });
    await updateStatuses(actionContext(), {
      changes: ids.map((id) => ({ id, status: "new" as const })),
    });
    expect((await listPage("status=new")).rows).toHaveLength(2);
    expect(
      await updateStatuses(actionContext(), {
        changes: [{ id: randomUUID(), status: "closed" }],
      }),
    ).toEqual({ ok: false, reason: "not-found" });
  });

  test("in different orders at once do not deadlock", async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => store()));
    const setStatuses = (status: "closed" | "contacted", order: string[]) =>
      updateStatuses(actionContext(), { changes: order.map((id) => ({ id, status })) });
    const results = await Promise.all([
      setStatuses("closed", ids),
      setStatuses("contacted", ids.toReversed()),
      setStatuses("closed", ids.toSorted()),
    ]);
    expect(results.every((result) => result.ok)).toBe(true);
  });

  test("of the assignee accept only active staff", async () => {
    const id = await store();
    const reviewer = await makePerson("reviewer", "Rex");
    const inactiveMember = await makePerson("staff", "Lee", false);
    for (const assigneeId of [reviewer, inactiveMember, randomUUID()])
      expect(await assignRequest(actionContext(), { id, assigneeId })).toEqual({
        ok: false,
        reason: "not-staff",
      });
    expect(await assignRequest(actionContext(), { id, assigneeId: staffId })).toEqual({
      ok: true,
    });
    expect((await getRequestDetail(context.db, { id, formatEvent }))?.request).toMatchObject({
      assigneeId: staffId,
      assigneeName: "Ana",
    });
    expect(await assignRequest(actionContext(), { id, assigneeId: null })).toEqual({
      ok: true,
    });
    expect((await listAssignees(context.db)).map(({ name }) => name)).toEqual(["Ana"]);
  });

  test("a held request is released, a dead one sent again; others and demo ones are not", async () => {
    const heldId = await store({ meta: { website: "x" } }, 3);
    const deadId = await store({}, 2);
    const waitingId = await store({}, 1);
    const demoId = await store({ meta: { website: "x" } });
    await context.db.$client.query(
      "update crm_outbox set state = 'dead', attempts = 10 where request_id = $1",
      [deadId],
    );
    await context.db.$client.query("update service_requests set is_demo = true where id = $1", [
      demoId,
    ]);
    const resend = (id: string) => resendRequest(actionContext(), { id });
    expect([await resend(heldId), await resend(deadId)]).toEqual([{ ok: true }, { ok: true }]);
    expect(
      [
        await resend(waitingId),
        await resend(heldId),
        await resend(demoId),
        await resend(randomUUID()),
      ].map((result) => (result.ok ? "ok" : result.reason)),
    ).toEqual(["not-stuck", "not-stuck", "demo", "not-found"]);
    const states = await queryRows(
      context.db,
      "select state, attempts, next_attempt_at from crm_outbox where request_id = any($1)",
      [[heldId, deadId]],
    );
    expect(states).toEqual(
      [heldId, deadId].map(() => ({ state: "waiting", attempts: 0, next_attempt_at: NOW })),
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
  const [lostId, erasedId, demoId, deliveredId] = [
    await store({}, 4),
    await store({}, 3),
    await store({}, 2),
    await store({}, 1),
  ];
  await context.db.$client.query("delete from crm_outbox");
  await context.db.$client.query("update service_requests set body_hash = $2 where id = $1", [
    erasedId,
    ERASED_HASH,
  ]);
  await context.db.$client.query("update service_requests set is_demo = true where id = $1", [
    demoId,
  ]);
  await context.db.$client.query(
    "update service_requests set ghl_contact_id = 'c1' where id = $1",
    [deliveredId],
  );
  await context.db.$client.query(
    "insert into settings (key, value, updated_at) values ('deliveryTarget', '\"highlevel\"', $1) on conflict (key) do update set value = excluded.value",
    [NOW],
  );
  const resend = (id: string) => resendRequest(actionContext(), { id });
  for (const id of [erasedId, demoId, deliveredId])
    expect(await resend(id)).toEqual({ ok: false, reason: "not-found" });
  expect(await resend(lostId)).toEqual({ ok: true });
  expect(await resend(lostId)).toEqual({ ok: false, reason: "not-stuck" });
  expect(
    await queryRows(context.db, "select request_id, target, state, attempts from crm_outbox"),
  ).toEqual([{ request_id: lostId, target: "highlevel", state: "waiting", attempts: 0 }]);
  await context.db.$client.query("delete from settings where key = 'deliveryTarget'");
});

test("an erased request is not sent again, whatever became of its delivery before", async () => {
  const [failedId, heldId] = [await store({}, 2), await store({ meta: { website: "x" } }, 1)];
  await context.db.$client.query(
    "update crm_outbox set state = 'dead', attempts = 10, last_error = 'status 500' where request_id = $1",
    [failedId],
  );
  expect(
    (await getRequestDetail(context.db, { id: failedId, formatEvent }))?.request,
  ).toMatchObject({
    sync: "dead",
    isErased: false,
  });
  await withTransaction(context.db, (tx) => eraseRequestFields(tx, [failedId, heldId]));
  for (const id of [failedId, heldId]) {
    expect(await resendRequest(actionContext(), { id })).toEqual({
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
  test("comes with notes, timeline and attempts; another one has none", async () => {
    const firstId = await store(
      { values: { name: "Jo", phone: "404-555-7777", email: "JO@example.com" } },
      100,
    );
    await addNote(actionContext(), {
      id: firstId,
      text: "Call after five. <script>alert(1)</script>",
    });
    await updateStatuses(
      { ...actionContext(), now: new Date(NOW.getTime() + 1_000) },
      { changes: [{ id: firstId, status: "contacted" }] },
    );
    await context.db.$client.query(
      "insert into crm_attempts (id, outbox_id, started_at, finished_at, outcome, http_status, error) select gen_random_uuid(), id, $2, $2, 'failed', 500, 'broken' from crm_outbox where request_id = $1",
      [firstId, new Date(NOW.getTime() - 5_000)],
    );
    const detail = await getRequestDetail(context.db, { id: firstId, formatEvent });
    expect(detail?.request).toMatchObject({
      name: "Jo",
      sync: "waiting",
      consent: "captured",
      isOptedOut: false,
      additionalDetails: { urgency_level: "this-week" },
    });
    expect(detail?.notes).toMatchObject([
      { text: "Call after five. <script>alert(1)</script>", author: "Ana" },
    ]);
    expect(detail?.attempts).toMatchObject([
      { outcome: "failed", httpStatus: 500, error: "broken" },
    ]);
    expect(detail?.timeline.map(({ text, by: actor }) => [text, actor])).toEqual([
      ["Status changed from New to Contacted", "Ana"],
      ["Note added", "Ana"],
      ["Delivery failed: HTTP 500, broken", null],
      ["Request received", null],
    ]);
    expect(await getRequestDetail(context.db, { id: randomUUID(), formatEvent })).toBeNull();
    expect(await getRequestDetail(context.db, { id: "1' or '1'='1", formatEvent })).toBeNull();
    expect(await addNote(actionContext(), { id: randomUUID(), text: "x" })).toEqual({
      ok: false,
      reason: "not-found",
    });
  });

  test("has a note once that was sent twice", async () => {
    const id = await store({}, 50);
    const note = { id, noteId: randomUUID(), text: "Has a dog" };
    const results = await Promise.all([1, 2].map(() => addNote(actionContext(), note)));
    expect(results).toEqual([{ ok: true }, { ok: true }]);
    expect((await getRequestDetail(context.db, { id, formatEvent }))?.notes).toHaveLength(1);
    expect(
      await queryRows(
        context.db,
        "select 1 from audit_log where entity_id = $1 and action = 'note'",
        [id],
      ),
    ).toHaveLength(1);
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
