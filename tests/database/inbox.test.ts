import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { GROUPS, MAX_COUNT } from "#app/features/requests/inbox/groups.ts";
import {
  countAssigned,
  countSearch,
  countViews,
  listInbox,
} from "#app/features/requests/inbox/inbox.server.ts";
import { updateStatuses } from "#app/features/requests/inbox/mutations.server.ts";
import { listRequests } from "#app/features/requests/inbox/queries.server.ts";
import { parseFilters } from "#app/features/requests/inbox/schema.ts";
import { recordJobValue, recordOutcome } from "#app/features/requests/outcomes/mutations.server.ts";
import { getOutcome } from "#app/features/requests/outcomes/queries.server.ts";
import { handleViewForm } from "#app/features/requests/views/actions.server.ts";
import { listSavedViews } from "#app/features/requests/views/queries.server.ts";
import { createSearchCounts } from "#app/features/requests/views/search-counts.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { createStaff } from "../staff.ts";

const NOW = new Date("2026-05-04T16:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
let context: Awaited<ReturnType<typeof openTestDatabase>>;
let ana: string;
let ben: string;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  const client = new pg.Client({ connectionString: context.url });
  await client.connect();
  ana = (await createStaff(client, { role: "staff" })).userId;
  ben = (await createStaff(client, { role: "staff" })).userId;
  await client.end();
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.owner.$client.query("truncate service_requests, saved_views cascade");
});

const by = (actor: string) => ({ db: context.db, actor, httpRequestId: "r1", now: NOW });

type Columns = Record<string, unknown>;
let phones = 0;
/** Stores a request that arrived some minutes ago, and sets further columns. */
async function store(name: string, minutes: number, columns: Columns = {}): Promise<string> {
  phones += 1;
  const { timeframe = "urgent", ...set } = columns;
  const result = await storeRequest(context.db, {
    now: ago(minutes),
    values: {
      name,
      phone: `(404) 555-${String(1_000 + phones)}`,
      timeframe: timeframe as "urgent",
    },
  });
  if (!result.ok) throw new Error(result.reason);
  const names = Object.keys(set);
  if (names.length > 0)
    await context.owner.$client.query(
      `update service_requests set ${names.map((name, index) => `${name} = $${index + 2}`)}
       where id = $1`,
      [result.id, ...Object.values(set)],
    );
  return result.id;
}

const SNOOZED = (until: Date) => ({ snoozed_until: until, snooze_kind: "time" });

describe("the inbox", () => {
  test("shows every open request in exactly one group, who has waited longest first", async () => {
    await store("Fresh", 5);
    await store("Fresher", 2);
    await store("Tried", 300, { first_attempt_at: ago(200), attempt_count: 1 });
    await store("Late", 90);
    await store("Later", 600);
    await store("Fire", 3, { timeframe: "emergency" });
    await store("Flood", 200, { timeframe: "emergency" });
    await store("Fire, reached", 3, { timeframe: "emergency", status: "contacted" });
    await store("Came back", 100, { returned_at: ago(10) });
    await store("Spoken with", 500, { status: "contacted" });
    await store("Done", 900, { status: "closed" });
    await store("Asleep", 400, SNOOZED(ago(-30)));
    await store("Awake again", 95, SNOOZED(ago(1)));
    const kept = await store("Kept", 20, { status: "contacted" });
    await store("Merged", 700, { merged_into_id: kept });
    const groups = await listInbox(context.db, { now: NOW });
    const names = Object.fromEntries(
      groups.map(({ group, rows }) => [group, rows.map(({ name }) => name)]),
    );
    expect(names).toEqual({
      emergency: ["Flood", "Fire"],
      returned: ["Came back"],
      overdue: ["Later", "Awake again", "Late"],
      new: ["Fresher", "Fresh", "Tried"],
      contacted: ["Fire, reached", "Kept", "Spoken with"],
      closed: ["Done"],
    });
    expect(groups.map(({ group }) => group)).toEqual(GROUPS.filter((group) => group in names));
    for (const { group, rows } of groups) {
      const filters = parseFilters(new URLSearchParams({ view: group }));
      const page = await listRequests(context.db, { filters, userId: ana, now: NOW });
      expect(page.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    }
  });

  test("counts each view, and stops where nobody reads on", async () => {
    await store("Mine", 5, { assignee_id: ana });
    await store("No longer mine", 500, { assignee_id: ana, status: "closed" });
    await store("Fire", 3, { timeframe: "emergency" });
    await store("Asleep", 400, SNOOZED(ago(-30)));
    expect(await countViews(context.db, { userId: ana, now: NOW })).toMatchObject({
      emergency: 1,
      overdue: 0,
      new: 1,
      mine: 1,
      snoozed: 1,
    });
    expect((await countViews(context.db, { userId: ben, now: NOW })).mine).toBe(0);
    expect(await countAssigned(context.db, { now: NOW })).toMatchObject({ [ana]: 1, [ben]: 0 });
    await context.owner.$client.query(
      `insert into service_requests (id, body_hash, customer_name, customer_phone, service_type,
         project_type, project_size, additional_details, created_at)
       select gen_random_uuid(), '', 'Many', '4045550000', 'Roofing', 'a', 'b', '{}', $1
       from generate_series(1, 1100)`,
      [ago(120)],
    );
    expect((await countViews(context.db, { userId: ana, now: NOW })).overdue).toBe(MAX_COUNT);
  });

  test("counts what was tried and what has just arrived together, up to the limit", async () => {
    await context.owner.$client.query(
      `insert into service_requests (id, body_hash, customer_name, customer_phone, service_type,
         project_type, project_size, additional_details, created_at, first_attempt_at)
       select gen_random_uuid(), '', 'Many', '4045550000', 'Roofing', 'a', 'b', '{}', $1,
         case when i % 2 = 0 then $1::timestamptz end
       from generate_series(1, 1300) i`,
      [ago(5)],
    );
    const count = async () => (await countViews(context.db, { userId: ana, now: NOW })).new;
    expect(await count()).toBe(MAX_COUNT);
    await context.owner.$client.query(
      "delete from service_requests where id in (select id from service_requests limit 400)",
    );
    expect(await count()).toBe(900);
  });

  test("pages through what waits from the oldest to the newest and back", async () => {
    for (let i = 0; i < 60; i++) await store(`Person ${i}`, 100 + i);
    const read = async (query: string) =>
      listRequests(context.db, {
        filters: parseFilters(new URLSearchParams(query)),
        userId: ana,
        now: NOW,
      });
    const first = await read("view=overdue");
    expect(first.rows[0]?.name).toBe("Person 59");
    const second = await read(`view=overdue&after=${first.next}`);
    expect(second.rows.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Person ${9 - index}`),
    );
    expect(second.next).toBeNull();
    const back = await read(`view=overdue&before=${second.previous}`);
    expect(back.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id));
  });

  test("has a member's own requests until they are closed, and those on request", async () => {
    await store("Jordan Open", 5, { assignee_id: ana, status: "contacted" });
    await store("Jordan Done", 50, { assignee_id: ana, status: "closed" });
    const read = async (query: string) => {
      const filters = parseFilters(new URLSearchParams(query));
      const page = await listRequests(context.db, { filters, userId: ana, now: NOW });
      return page.rows.map(({ name }) => name);
    };
    expect(await read("view=mine")).toEqual(["Jordan Open"]);
    expect((await countViews(context.db, { userId: ana, now: NOW })).mine).toBe(1);
    expect(await read("view=mine&status=closed")).toEqual(["Jordan Done"]);
    expect(await read("view=mine&q=jordan")).toEqual(["Jordan Open", "Jordan Done"]);
  });

  test("finds snoozed and merged requests by a search", async () => {
    const kept = await store("Jordan Kept", 20);
    await store("Jordan Merged", 700, { merged_into_id: kept });
    await store("Jordan Asleep", 400, SNOOZED(ago(-30)));
    const filters = parseFilters(new URLSearchParams({ q: "jordan" }));
    const page = await listRequests(context.db, { filters, userId: ana, now: NOW });
    expect(page.rows.map(({ name }) => name)).toEqual([
      "Jordan Kept",
      "Jordan Asleep",
      "Jordan Merged",
    ]);
  });
});

describe("how a request ended", () => {
  const close = (id: string, outcome?: "hired" | "spam") =>
    updateStatuses(by(ana), { changes: [{ id, status: "closed", outcome }] });

  test("is stored with the close, corrected, and forgotten when the request is opened again", async () => {
    const id = await store("Done", 60, {
      return_due_at: ago(-5),
      ...SNOOZED(ago(-30)),
    });
    await close(id, "hired");
    expect(await getOutcome(context.db, id)).toEqual({ choice: "hired", value: null });
    expect(await recordJobValue(by(ana), { id, value: 1250.5 })).toEqual({ ok: true });
    expect(await getOutcome(context.db, id)).toEqual({ choice: "hired", value: 1250.5 });
    await recordOutcome(by(ben), { id, outcome: "too-expensive" });
    expect(await getOutcome(context.db, id)).toEqual({ choice: "too-expensive", value: null });
    expect(await recordJobValue(by(ana), { id, value: 10 })).toMatchObject({ reason: "not-hired" });
    const [waits] = await queryRows(
      context.db,
      "select return_due_at, snoozed_until, snooze_kind from service_requests",
    );
    expect(waits).toEqual({ return_due_at: null, snoozed_until: null, snooze_kind: null });
    await updateStatuses(by(ana), { changes: [{ id, status: "new" }] });
    expect(await getOutcome(context.db, id)).toBeNull();
    expect(await recordOutcome(by(ana), { id, outcome: "spam" })).toMatchObject({
      reason: "not-closed",
    });
  });

  test("is in timeline and audit log", async () => {
    const id = await store("Done", 60);
    await close(id, "spam");
    expect(
      await queryRows(context.db, "select kind, detail from request_events order by id"),
    ).toEqual([
      { kind: "status", detail: { from: "new", to: "closed" } },
      { kind: "outcome", detail: { outcome: "spam" } },
    ]);
    expect(
      await queryRows(
        context.db,
        "select action, changes from audit_log where entity_id = $1 and action = 'outcome'",
        [id],
      ),
    ).toEqual([{ action: "outcome", changes: { outcome: "spam" } }]);
  });
});

describe("saved views", () => {
  const save = (actor: string, fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: "save-view", ...fields }))
      form.set(name, value);
    return handleViewForm(by(actor), { form });
  };
  const searchCounts = createSearchCounts({
    count: (search) => countSearch(context.db, { ...search, now: NOW }),
    log: createLogger("silent"),
  });
  const list = async (userId: string) =>
    (await listSavedViews({ db: context.db, searchCounts }, { userId, now: NOW })).map(
      ({ name, query, count, isOwn }) => ({ name, query, count, isOwn }),
    );

  test("belong to a person or to everybody, and are counted for whoever looks", async () => {
    await store("Jordan", 5, { assignee_id: ben });
    await save(ana, { name: "Closed", query: "status=closed" });
    await save(ana, { name: "Jordans", query: "q=jordan&after=1.2&status=all" });
    await save(ana, { name: "Own work", query: "view=mine", shared: "yes" });
    expect(await list(ana)).toEqual([
      { name: "Closed", query: "status=closed", count: 0, isOwn: true },
      // Counted in the background, for the next load.
      { name: "Jordans", query: "q=jordan", count: null, isOwn: true },
      { name: "Own work", query: "view=mine", count: 0, isOwn: true },
    ]);
    await expect.poll(async () => (await list(ana))[1]?.count).toBe(1);
    expect(await list(ben)).toEqual([
      { name: "Own work", query: "view=mine", count: 1, isOwn: false },
    ]);
    await save(ana, { name: "Jordans", query: "q=jordan&status=closed" });
    expect((await list(ana))[1]).toMatchObject({ query: "q=jordan&status=closed" });
  });

  test("refuse an empty view, too many, and another person's", async () => {
    expect(await save(ana, { name: "Nothing", query: "status=all" })).toMatchObject({
      ok: false,
      reason: "fields",
    });
    for (let i = 0; i < 20; i++) await save(ana, { name: `View ${i}`, query: "view=mine" });
    expect(await save(ana, { name: "View 20", query: "view=mine" })).toMatchObject({
      reason: "too-many",
    });
    const [view] = await queryRows<{ id: string }>(
      context.db,
      "select id from saved_views limit 1",
    );
    const form = new FormData();
    form.set("intent", "delete-view");
    form.set("id", view?.id ?? randomUUID());
    expect(await handleViewForm(by(ben), { form })).toMatchObject({ reason: "not-found" });
    expect(await handleViewForm(by(ana), { form })).toMatchObject({ ok: true });
  });
});
