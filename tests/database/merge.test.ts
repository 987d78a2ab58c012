import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { handleMessageForm, writeAsCustomer } from "#app/features/messages/actions.server.ts";
import { loadMessagePanel } from "#app/features/messages/loaders.server.ts";
import { loadCustomerThread } from "#app/features/messages/threads.server.ts";
import { listHeldRequests, listNewRequests } from "#app/features/notifications/queries.sql.ts";
import { createOffer } from "#app/features/offers/mutations.server.ts";
import { listRequestsToReoffer } from "#app/features/offers/queries.sql.ts";
import { stopAllContact } from "#app/features/privacy/customer-stop.server.ts";
import { erasePerson, optOutPerson } from "#app/features/privacy/mutations.server.ts";
import { getPersonData } from "#app/features/privacy/queries.server.ts";
import { runRetention } from "#app/features/privacy/run-retention.server.ts";
import { MERGE_EVENTS } from "#app/features/requests/constants.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { addNote } from "#app/features/requests/inbox/mutations.server.ts";
import { listRequests } from "#app/features/requests/inbox/queries.server.ts";
import { getRequestDetail } from "#app/features/requests/inbox/request-detail.server.ts";
import { parseFilters } from "#app/features/requests/inbox/schema.ts";
import {
  type MergeResult,
  mergeRequests,
  undoMerge,
} from "#app/features/requests/person/merge-requests.server.ts";
import { handlePersonForm } from "#app/features/requests/person/person-actions.server.ts";
import { MAX_MERGED } from "#app/features/requests/person/schema.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import {
  contactKeys,
  openTestDatabase,
  queryRows,
  siteSettings,
  storeRequest,
} from "../factories.ts";
import { dumpRequests } from "../merged-requests.ts";
import { insertProvider } from "../providers.ts";

const NOW = new Date("2026-05-04T16:00:00Z");
let context: Awaited<ReturnType<typeof openTestDatabase>>;
const ana = randomUUID();
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  await context.db.$client.query(
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Ana', 'ana@staff.example', $2, $2)",
    [ana, NOW],
  );
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.owner.$client.query("truncate service_requests cascade");
});

const act = () => ({ db: context.db, actor: ana, now: NOW });
const merge = (sourceId: string, targetId: string) => mergeRequests(act(), { sourceId, targetId });
const undo = (sourceId: string) => undoMerge(act(), { sourceId });

/** Stores a request, by default with the same phone and email as the others. */
async function store(values: Record<string, string> = {}, now = NOW): Promise<string> {
  const result = await storeRequest(context.db, { now, values });
  if (!result.ok) throw new Error(result.reason);
  return result.id;
}
const update = (id: string, assignments: string) =>
  context.db.$client.query(`update service_requests set ${assignments} where id = $1`, [id]);
const listParents = async () =>
  new Map(
    (
      await queryRows<{ id: string; parent: string | null }>(
        context.db,
        "select id, merged_into_id as parent from service_requests order by id",
      )
    ).map(({ id, parent }) => [id, parent]),
  );
async function offer(requestId: string, state: string, visit?: string) {
  const { id: providerId } = await insertProvider(context.db.$client);
  const offerId = randomUUID();
  await context.db.$client.query(
    "insert into offers (id, request_id, provider_id, state, token_hash, cost, offered_by, created_at, expires_at) values ($1::uuid, $2, $3, $4, $1::text, 25, 'test', $5, $5)",
    [offerId, requestId, providerId, state, NOW],
  );
  if (visit)
    await context.db.$client.query(
      "insert into appointments (id, request_id, offer_id, provider_id, state, starts_at, ends_at, created_at, updated_at) values (gen_random_uuid(), $1, $2, $3, $4, $5, $5::timestamptz + interval '2 hours', $5, $5)",
      [requestId, offerId, providerId, visit, NOW],
    );
}

/** Writes a row into what may refer to a request: notes, messages, attempts, photos, keys and so on. */
async function fill(id: string) {
  await addNote(act(), { id, text: `Note of ${id}` });
  for (const statement of [
    "insert into request_messages (id, request_id, author, text, channel, created_at) values (gen_random_uuid(), $1, 'customer', 'The gate code is 1234', 'page', $2)",
    "insert into contact_attempts (id, request_id, at, channel, result) values (gen_random_uuid(), $1, $2, 'call', 'voicemail')",
    "insert into request_photos (id, request_id, image, thumbnail, width, height, created_at) values (gen_random_uuid(), $1, '\\x01', '\\x02', 1, 1, $2)",
    "insert into request_windows (id, request_id, starts_at, ends_at, created_at) values (gen_random_uuid(), $1, $2, $2, $2)",
    "insert into request_outcomes (request_id, reached, recorded_at) values ($1, true, $2)",
    "insert into customer_codes (id, request_id, created_at, expires_at) values (gen_random_uuid(), $1, $2, $2)",
    "insert into crm_attempts (id, outbox_id, started_at, finished_at, outcome) select gen_random_uuid(), id, $2, $2, 'failed' from crm_outbox where request_id = $1",
  ])
    await context.db.$client.query(statement, [id, NOW]);
  await update(
    id,
    `status = 'contacted', assignee_id = '${ana}', return_due_at = now(), snoozed_until = now(), snooze_kind = 'time', attempt_count = 3`,
  );
}

describe("merging and undoing it", () => {
  test("restores every byte, and adds only events and audit rows", async () => {
    const [sourceId, targetId] = [await store(), await store({ phone: "404-555-0199" })];
    for (const id of [sourceId, targetId]) await fill(id);
    const before = await dumpRequests(context.db, [sourceId, targetId]);
    expect(Object.keys(before).length).toBeGreaterThan(12);
    const countAudits = async () =>
      (await queryRows(context.db, "select id from audit_log where entity = 'service-request'"))
        .length;
    const audits = await countAudits();

    expect(await merge(sourceId, targetId)).toEqual({ ok: true, sourceId, targetId });
    const merged = await dumpRequests(context.db, [sourceId, targetId]);
    expect(merged.service_requests).not.toEqual(before.service_requests);
    expect(await undo(sourceId)).toEqual({ ok: true, sourceId, targetId });

    const after = await dumpRequests(context.db, [sourceId, targetId]);
    const isAdded = (row: string) =>
      MERGE_EVENTS.includes((JSON.parse(row) as { kind: (typeof MERGE_EVENTS)[number] }).kind);
    const added = (after.request_events ?? []).filter(isAdded).map((row) => JSON.parse(row));
    expect({
      ...after,
      request_events: (after.request_events ?? []).filter((row) => !isAdded(row)),
    }).toEqual(before);
    expect(
      added.map(({ request_id, kind, detail }) => [request_id, kind, detail]).toSorted(),
    ).toEqual(
      [
        [sourceId, "merged-into", { service: "Plumbing" }],
        [targetId, "merged-here", { service: "Plumbing" }],
        [sourceId, "unmerged-from", { service: "Plumbing" }],
        [targetId, "unmerged-here", { service: "Plumbing" }],
      ].toSorted(),
    );
    expect(await countAudits()).toBe(audits + 4);
    expect(await undo(sourceId)).toEqual({ ok: false, reason: "not-merged" });
  });

  test("takes along what was merged into the source, and gives it back", async () => {
    const [a, b, c] = [await store(), await store(), await store()] as const;
    await merge(c, b);
    await merge(b, a);
    const before = await listParents();
    expect([...before.values()].filter(Boolean)).toHaveLength(2);
    await addNote(act(), { id: c, text: "Has a dog" });
    const readNotes = async (id: string) =>
      (await getRequestDetail(context.db, { id, formatEvent: () => undefined }))?.notes.map(
        ({ text, from }) => [text, from],
      );
    expect(await readNotes(a)).toEqual([["Has a dog", NOW]]);
    await undo(b);
    expect(await readNotes(a)).toEqual([]);
    expect(await readNotes(b)).toEqual([["Has a dog", NOW]]);
  });

  test("50 at once among a few requests leave a state that fits what was accepted", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) ids.push(await store());
    const before = await dumpRequests(context.db, ids);
    let seed = 7;
    const pick = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return ids[Math.floor((seed / 2 ** 31) * ids.length)] ?? "";
    };
    const accepted: (MergeResult & { kind: string })[] = [];
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const isMerge = index % 3 !== 0;
        const result = isMerge ? await merge(pick(), pick()) : await undo(pick());
        if (result.ok) accepted.push({ ...result, kind: isMerge ? "merge" : "undo" });
      }),
    );
    expect(accepted.length).toBeGreaterThan(5);
    // Not even one that was repeated.
    expect(
      await queryRows(
        context.db,
        "select deadlocks::int from pg_stat_database where datname = current_database()",
      ),
    ).toEqual([{ deadlocks: 0 }]);
    const parents = await listParents();
    for (const id of ids) {
      const own = accepted.flatMap((one) => (one.ok && one.sourceId === id ? one : []));
      const merges = own.filter(({ kind }) => kind === "merge");
      const parent = parents.get(id) ?? null;
      expect(merges.length - (own.length - merges.length)).toBe(parent ? 1 : 0);
      if (parent) expect(merges.map(({ targetId }) => targetId)).toContain(parent);
      // Ends at a request that is not merged: there is no circle.
      let root: string | null = id;
      for (let steps = 0; root !== null && steps < ids.length; steps += 1)
        root = parents.get(root) ?? null;
      expect(root).toBeNull();
    }
    for (const id of ids) await undo(id);
    const after = await dumpRequests(context.db, ids);
    expect(after.service_requests).toEqual(before.service_requests);
    expect(after.request_events).toHaveLength(
      2 * (accepted.length + [...parents.values()].filter(Boolean).length),
    );
  });
});

describe("a merge is refused", () => {
  const expectRefused = async (sourceId: string, targetId: string, reason: string) => {
    expect(await merge(sourceId, targetId)).toEqual({ ok: false, reason });
    expect([...(await listParents()).values()].filter(Boolean)).toEqual([]);
  };

  test("with itself, with a request that does not exist, and with one of another person", async () => {
    const [a, b] = [await store(), await store({ phone: "404-555-0188", email: "b@example.com" })];
    const noContact = [
      await store({ phone: "12345", email: "" }),
      await store({ phone: "12345", email: "" }),
    ] as const;
    await expectRefused(a, a, "same");
    await expectRefused(a, randomUUID(), "not-found");
    await expectRefused(randomUUID(), a, "not-found");
    await expectRefused(a, b, "other-person");
    await expectRefused(...noContact, "other-person");
    expect(await undo(randomUUID())).toEqual({ ok: false, reason: "not-found" });
  });

  test("where a provider has the source, but not where one has the target or has had the source", async () => {
    const [open, accepted, ended, target] = [
      await store(),
      await store(),
      await store(),
      await store(),
    ] as const;
    await offer(open, "open");
    await offer(accepted, "accepted", "booked");
    await offer(ended, "declined", "canceled");
    await expectRefused(open, target, "offer");
    await expectRefused(accepted, target, "visit");
    expect(await merge(target, accepted)).toMatchObject({ ok: true });
    expect(await merge(ended, accepted)).toMatchObject({ ok: true });
  });

  test("where open work would disappear in the other one", async () => {
    const [plain, closed, emergency, tried] = [
      await store(),
      await store(),
      await store({ timeframe: "emergency" }),
      await store(),
    ] as const;
    await update(closed, "status = 'closed'");
    await update(tried, "first_attempt_at = now()");
    await expectRefused(plain, closed, "target-closed");
    await expectRefused(emergency, plain, "emergency");
    await expectRefused(tried, plain, "tried");
    await offer(plain, "accepted");
    await expectRefused(emergency, plain, "emergency-apart");
    // Its provider has that one, so that it cannot be merged the other way.
    for (const id of [tried, closed]) expect(await merge(id, plain)).toMatchObject({ ok: true });
  });

  test("where one of them is merged, erased, or would hold too many", async () => {
    const [a, b, c, erased] = [await store(), await store(), await store(), await store()] as const;
    await withTransaction(context.db, (tx) => eraseRequestFields(tx, [erased]));
    await expectRefused(erased, a, "erased");
    await expectRefused(a, erased, "erased");
    await merge(a, b);
    expect(await merge(a, c)).toEqual({ ok: false, reason: "merged" });
    expect(await merge(c, a)).toEqual({ ok: false, reason: "target-merged" });
    expect(await merge(b, a)).toEqual({ ok: false, reason: "target-merged" });
    for (let i = 1; i < MAX_MERGED; i++)
      expect(await merge(await store(), b)).toMatchObject({ ok: true });
    expect(await merge(c, b)).toEqual({ ok: false, reason: "too-many" });
    expect(await merge(b, c)).toEqual({ ok: false, reason: "too-many" });
  });

  test("by a form that is incomplete or has more than it should", async () => {
    const requestFeed = { publishChange: (id: string) => void published.push(id) } as never;
    const published: string[] = [];
    const [sourceId, targetId] = [await store(), await store()];
    const post = (fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      return handlePersonForm({ ...act(), requestFeed }, { form });
    };
    const refused = { ok: false, reason: "fields", sourceId: null };
    expect(await post({ intent: "merge", sourceId })).toEqual(refused);
    expect(await post({ intent: "undo-merge", sourceId, targetId })).toEqual(refused);
    expect(await post({ intent: "merge", sourceId, targetId: sourceId })).toEqual({
      ok: false,
      reason: "same",
      sourceId,
    });
    expect(published).toEqual([]);
    expect(await post({ intent: "merge", sourceId, targetId })).toMatchObject({ ok: true });
    expect(published).toEqual([sourceId, targetId]);
  });
});

describe("a merged request", () => {
  test("is not offered, by staff or automatically", async () => {
    const [sourceId, targetId] = [await store(), await store()];
    await offer(sourceId, "declined");
    await context.db.$client.query("update offers set offered_by = 'auto:x', decided_at = $1", [
      NOW,
    ]);
    const listDue = () =>
      listRequestsToReoffer.rows(context.db, { now: NOW, hours: 24, limit: 10 });
    expect(await listDue()).toHaveLength(1);
    await merge(sourceId, targetId);
    expect(await listDue()).toEqual([]);
    const { id: providerId } = await insertProvider(context.db.$client);
    const offered = await createOffer(act(), { serviceRequestId: sourceId, providerId, cost: 0 });
    expect(offered).toEqual({ ok: false, reason: "merged" });
  });

  test("is not mailed to staff as a new or a held request", async () => {
    const [sourceId, targetId] = [await store(), await store()];
    await context.db.$client.query("update crm_outbox set state = 'held'");
    const rows = {
      since: new Date(NOW.getTime() - 1_000),
      until: NOW,
      after: null,
      limit: 10,
    };
    const list = async () => [
      (await listNewRequests.rows(context.db, { ...rows, holdingFlags: [] })).map(({ id }) => id),
      (await listHeldRequests.rows(context.db, rows)).map(({ id }) => id),
    ];
    expect((await list()).map(({ length }) => length)).toEqual([2, 2]);
    await merge(sourceId, targetId);
    expect(await list()).toEqual([[targetId], [targetId]]);
  });

  test("shows what its customer writes as a new message of the other one, where staff answer", async () => {
    const [sourceId, middleId, targetId] = [await store(), await store(), await store()] as const;
    await merge(sourceId, middleId);
    await merge(middleId, targetId);
    const settings = { get: async () => siteSettings, drop() {} };
    let minutes = 0;
    const write = (author: "customer" | "staff", id: string, text: string) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ intent: "message", id, text, offerId: "" }))
        form.set(name, value);
      minutes += 1;
      const now = new Date(Date.now() + minutes * 60_000);
      const options = {
        ...act(),
        now,
        requestFeed: { publishChange() {} } as never,
        notifyOutbox() {},
      };
      return author === "staff"
        ? handleMessageForm(options, { form })
        : writeAsCustomer(options, { form, requestId: id });
    };
    const readState = async () => {
      const detail = await getRequestDetail(context.db, { id: targetId, formatEvent: () => "" });
      const filters = parseFilters(new URLSearchParams({ view: "messages" }));
      const { rows } = await listRequests(context.db, { filters, userId: ana, now: NOW });
      return [detail?.request.hasNewMessage, rows.map(({ id }) => id)];
    };
    expect(await readState()).toEqual([false, []]);
    await write("customer", sourceId, "The gate code is 1234");
    expect(await readState()).toEqual([true, [targetId]]);
    const panel = await loadMessagePanel({ db: context.db, now: () => NOW, settings }, targetId);
    expect(panel.messages).toMatchObject([{ text: "The gate code is 1234", from: "May 4" }]);
    expect(panel.merged.map(({ id }) => id).toSorted()).toEqual([sourceId, middleId].toSorted());

    // Whoever has the link to one request reads nothing of another.
    const readPage = async (requestId: string) =>
      (
        await loadCustomerThread(
          { db: context.db, now: NOW },
          { requestId, timeZone: "America/New_York" },
        )
      ).messages.map(({ text }) => text);
    expect(await readPage(targetId)).toEqual([]);
    await write("staff", targetId, "Thank you");
    expect(await readState()).toEqual([false, []]);
    expect(await readPage(sourceId)).toEqual(["The gate code is 1234"]);

    await write("customer", targetId, "Are you there?");
    await write("staff", sourceId, "We are");
    expect(await readState()).toEqual([false, []]);
  });

  test("is erased with the others of the person, whose export has them all", async () => {
    const [sourceId, targetId] = [await store(), await store()];
    await merge(sourceId, targetId);
    const person = { kind: "phone", value: "+14045550123" } as const;
    const data = await getPersonData({ db: context.db, contactKeys }, person);
    expect(data.requests.map(({ request }) => request.mergedIntoId).toSorted()).toEqual(
      [null, targetId].toSorted(),
    );
    const privacy = { ...act(), contactKeys, env: parseEnv({ DATA_DIR: "/tmp/never-written" }) };
    expect(await erasePerson(privacy, { person })).toMatchObject({ ok: true, requests: 2 });
    expect((await listParents()).get(sourceId)).toBe(targetId);
  });

  test("stands alone again where only one of the two is erased", async () => {
    const privacy = { ...act(), contactKeys, env: parseEnv({ DATA_DIR: "/tmp/never-written" }) };
    for (const isTarget of [true, false]) {
      const email = `${isTarget}@example.com`;
      const [sourceId, targetId] = [
        await store(isTarget ? {} : { email }),
        await store(isTarget ? { email } : {}),
      ];
      await merge(sourceId, targetId);
      const erased = await erasePerson(privacy, { person: { kind: "email", value: email } });
      expect(erased).toMatchObject({ ok: true, requests: 1 });
      expect((await listParents()).get(sourceId)).toBeNull();
    }
  });

  test("is kept as long as the request that it was merged into, and erased with it", async () => {
    const old = new Date("2024-01-05T16:00:00Z");
    const [sourceId, targetId] = [await store({}, old), await store({}, old)];
    for (const id of [sourceId, targetId]) await update(id, "status = 'closed'");
    await mergeRequests({ ...act(), now: old }, { sourceId, targetId });
    const countErased = async () =>
      (
        await queryRows(
          context.db,
          "select id from service_requests where customer_name = 'Erased'",
        )
      ).length;
    const run = (day: string) =>
      runRetention(context.db, { now: new Date(day), timeZone: "America/New_York" });
    await addNote({ ...act(), now: new Date("2026-01-05T16:00:00Z") }, { id: sourceId, text: "x" });
    expect(await run("2026-05-04T07:00:00Z")).toMatchObject({ requests: 0 });
    expect(await run("2029-05-04T07:00:00Z")).toMatchObject({ requests: 2 });
    expect(await countErased()).toBe(2);
  });
});

describe("a stop of all contact", () => {
  /** Three requests of one person; the first and the last have no contact in common. */
  async function storeMerged() {
    const [p1, p2] = ["(404) 555-0191", "(404) 555-0192"];
    const first = await store({ phone: p1, email: "e1@example.com" });
    const second = await store({ phone: p2, email: "e1@example.com" });
    const last = await store({ phone: p2, email: "e2@example.com" });
    await merge(first, second);
    await merge(second, last);
    return { first, last };
  }
  const readLast = async (id: string) =>
    (await getRequestDetail(context.db, { id, formatEvent: () => undefined }))?.request.isOptedOut;
  beforeEach(() => context.owner.$client.query("truncate suppressions"));

  test("on the page of a merged request stops every contact of the person, and what is offered", async () => {
    const { first, last } = await storeMerged();
    await offer(last, "open");
    expect(await stopAllContact(act(), { requestId: first })).toBe(true);
    expect(await readLast(last)).toBe(true);
    expect(
      await queryRows(context.db, "select state from offers where request_id = $1", [last]),
    ).toEqual([{ state: "withdrawn" }]);
    // Each contact once.
    expect(await queryRows(context.db, "select from suppressions")).toHaveLength(4);
  });

  test("by staff, of one contact, stops those of merged requests", async () => {
    const { last } = await storeMerged();
    await optOutPerson(
      { ...act(), contactKeys, env: parseEnv({}) },
      { person: { kind: "phone", value: "+14045550191" }, scope: "all" },
    );
    expect(await readLast(last)).toBe(true);
  });

  test("leaves who shares only a request that is not merged", async () => {
    const { first } = await storeMerged();
    const other = await store({ phone: "(404) 555-0193", email: "e3@example.com" });
    await stopAllContact(act(), { requestId: first });
    expect(await readLast(other)).toBe(false);
  });
});
