import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { formatKeyActor } from "#app/db/action-context.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { authenticateCall } from "#app/features/api-keys/authenticate.server.ts";
import { deleteOldCalls, recordCall } from "#app/features/api-keys/calls.server.ts";
import { MAX_KEYS } from "#app/features/api-keys/constants.ts";
import { beginWrite, endWrite } from "#app/features/api-keys/idempotency.server.ts";
import { createKey, revokeKey } from "#app/features/api-keys/mutations.server.ts";
import { getKeyPage } from "#app/features/api-keys/queries.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { addNote, updateStatuses } from "#app/features/requests/inbox/mutations.server.ts";
import { getRequestDetail } from "#app/features/requests/inbox/request-detail.server.ts";
import { recordOutcome } from "#app/features/requests/outcomes/mutations.server.ts";
import { getRecord } from "#app/features/requests/records/queries.server.ts";
import { API_CALL_DAYS } from "#app/features/settings/retention.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";
import { insertApiKey } from "../api-keys.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";

const NOW = new Date("2026-03-02T15:00:00Z");
let context: Awaited<ReturnType<typeof openTestDatabase>>;
let superadmin: string;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  superadmin = randomUUID();
  await context.db.$client.query(
    "insert into staff_users (id, name, email, email_verified, created_at, updated_at) values ($1, 'Ana', 'ana@example.com', true, now(), now())",
    [superadmin],
  );
});
afterAll(() => context.close());

const act = (now = NOW) => ({ db: context.db, actor: superadmin, now });
const later = (ms: number) => new Date(NOW.getTime() + ms);
const VALUES = { name: "Dispatch", days: "30", limit: "30", "scope:requests:read": "on" };
async function create(changes: Record<string, string> = {}) {
  const result = await createKey(act(), { values: { ...VALUES, ...changes } });
  if (!result.ok) throw new Error(result.reason);
  return result;
}
const authenticate = (key: string, now = NOW) =>
  authenticateCall(context.db, { authorization: `Bearer ${key}`, address: "192.0.2.1", now });
const lastUse = async (id: string) =>
  (await getKeyPage(context.db, { id, now: NOW }))?.key.lastUsedAt;

test("a new key works with the chosen scopes alone, and neither database nor log has it", async () => {
  const { id, key } = await create({ "scope:metrics:read": "on" });
  expect(await authenticate(key)).toMatchObject({
    ok: true,
    key: { id, scopes: ["requests:read", "metrics:read"], limitPerMinute: 30 },
  });
  const stored = JSON.stringify([
    await queryRows(context.db, "select * from api_keys where id = $1", [id]),
    await queryRows(context.db, "select * from audit_log where entity_id = $1", [id]),
  ]);
  const [prefix = "", secret = ""] = [key.slice(0, 20), key.slice(21)];
  expect(stored).toContain(prefix);
  expect(stored).not.toContain(secret);
  expect(stored).toContain('"action":"create"');
});

test("a key is named, has at least one scope, ends, and has a limit", async () => {
  const errors = async (values: Record<string, string>) => {
    const result = await createKey(act(), { values });
    return !result.ok && result.reason === "fields" ? Object.keys(result.errors) : [];
  };
  const { "scope:requests:read": _, ...withoutScope } = VALUES;
  expect(await errors(withoutScope)).toEqual(["scopes"]);
  expect(await errors({ ...withoutScope, "scope:everything": "on" })).toEqual(["scopes"]);
  expect(await errors({ ...VALUES, name: " " })).toEqual(["name"]);
  expect(await errors({ ...VALUES, days: "9999" })).toEqual(["days"]);
  expect(await errors({ ...VALUES, limit: "1000000" })).toEqual(["limit"]);
});

test("only a caller with its secret learns that a key has ended or was revoked", async () => {
  const { id, key } = await create();
  expect(await authenticate(key, later(30 * DAY_MS - 1))).toMatchObject({ ok: true });
  expect(await authenticate(key, later(30 * DAY_MS))).toMatchObject({ reason: "expired" });
  expect(await revokeKey(act(), { id })).toMatchObject({ ok: true });
  expect(await revokeKey(act(later(1)), { id })).toMatchObject({ ok: true });
  expect(await authenticate(key)).toMatchObject({ reason: "revoked" });
  expect(await authenticate(`${key.slice(0, -4)}0000`)).toEqual({ ok: false, reason: "wrong" });
  expect(
    await queryRows(
      context.db,
      "select 1 from audit_log where entity_id = $1 and action = 'revoke'",
      [id],
    ),
  ).toHaveLength(1);
});

test("the last use is written at most once a minute", async () => {
  const { id, key } = await create();
  await authenticate(key);
  expect(await lastUse(id)).toEqual(NOW);
  await authenticate(key, later(59 * SECOND_MS));
  expect(await lastUse(id)).toEqual(NOW);
  await authenticate(key, later(61 * SECOND_MS));
  expect(await lastUse(id)).toEqual(later(61 * SECOND_MS));
});

test("the limit of a key is counted for all processes, and starts again each minute", async () => {
  const { key } = await create();
  const allowed = await Promise.all(Array.from({ length: 40 }, () => authenticate(key)));
  const states = allowed.map((one) => one.ok && one.limit.isAllowed);
  expect(states.filter(Boolean)).toHaveLength(30);
  expect(await authenticate(key, later(MINUTE_MS))).toMatchObject({
    limit: { isAllowed: true, remaining: 29 },
  });
});

test("a write with an Idempotency-Key is done once; one that failed or lost its process runs again", async () => {
  const { id: keyId } = await create();
  const write = { keyId, idempotencyHash: "a", fingerprint: "x" };
  const begin = (ms: number, fingerprint = "x") =>
    beginWrite(context.db, { ...write, fingerprint }, later(ms));
  expect(await begin(0)).toBe("new");
  expect(await begin(1)).toBe("running");
  expect(await begin(2, "y")).toBe("other-request");
  await endWrite(context.db, write, { isDone: false, now: later(3) });
  expect(await begin(4)).toBe("new");
  expect(await begin(2 * MINUTE_MS)).toBe("new");
  await endWrite(context.db, write, { isDone: true, now: later(2 * MINUTE_MS) });
  expect(await begin(HOUR_MS)).toBe("done");
  expect(await begin(26 * HOUR_MS, "y")).toBe("new");
});

test("calls are kept for their days, and writes for theirs", async () => {
  const { id: keyId } = await create();
  const call = {
    keyId,
    operation: "listRequests",
    targetId: null,
    status: 200,
    isPersonal: false,
    httpRequestId: randomUUID(),
  };
  const limit = later(-API_CALL_DAYS * DAY_MS);
  await recordCall(context.db, { ...call, now: new Date(limit.getTime() - 1) });
  await recordCall(context.db, { ...call, now: limit });
  await beginWrite(
    context.db,
    { keyId, idempotencyHash: "old", fingerprint: "x" },
    later(-25 * HOUR_MS),
  );
  expect(await deleteOldCalls(context.db, { now: NOW })).toBe(1);
  expect(await deleteOldCalls(context.db, { now: NOW })).toBe(0);
  const writes = await queryRows(
    context.db,
    "select idempotency_hash from api_writes where key_id = $1",
    [keyId],
  );
  expect(writes).toEqual([]);
});

test("the version of a request counts what programs read of it, and nothing else", async () => {
  const stored = await storeRequest(context.db, { now: NOW });
  if (!stored.ok) throw new Error(stored.reason);
  const { id } = stored;
  const version = async () => (await getRecord(context.db, id))?.version;
  expect(await version()).toBe(1);
  await context.db.$client.query(
    "update service_requests set attempt_count = 3, ghl_contact_id = 'x', phone_hash = 'y' where id = $1",
    [id],
  );
  await addNote(act(), { id, text: "Has a dog" });
  expect(await version()).toBe(1);
  await updateStatuses(act(), { changes: [{ id, status: "closed" }] });
  expect(await version()).toBe(2);
  await recordOutcome(act(), { id, outcome: "hired" });
  expect(await version()).toBe(3);
  await context.db.$client.query(
    "update service_requests set description = 'Changed by the customer' where id = $1",
    [id],
  );
  expect(await version()).toBe(4);
  const before = await getRecord(context.db, id);
  await withTransaction(context.db, (tx) => eraseRequestFields(tx, [id]));
  const after = await getRecord(context.db, id);
  expect(after).toMatchObject({ isErased: true, description: null, zipValid: null });
  expect(after?.version).toBeGreaterThan(before?.version ?? 0);
  expect(after?.changedAt.getTime()).toBeGreaterThanOrEqual(before?.changedAt.getTime() ?? 0);
});

test("what a program does carries the name of its key wherever staff look", async () => {
  const { id: keyId } = await create({ name: "Night desk" });
  const stored = await storeRequest(context.db, { now: NOW });
  if (!stored.ok) throw new Error(stored.reason);
  const { id } = stored;
  const program = { ...act(), actor: formatKeyActor(keyId) };
  await updateStatuses(program, { changes: [{ id, status: "closed", outcome: "spam" }] });
  await addNote(program, { id, text: "Same words as yesterday" });
  const detail = await getRequestDetail(context.db, { id, formatEvent: () => undefined });
  expect(detail?.notes).toMatchObject([{ author: "API key Night desk" }]);
  expect(
    detail?.timeline.filter(({ by }) => by === "API key Night desk").map(({ text }) => text),
  ).toEqual(
    expect.arrayContaining([
      "Status changed from New to Closed",
      "How it ended: Spam",
      "Note added",
    ]),
  );
  const actors = await queryRows(
    context.db,
    "select distinct actor from audit_log where entity_id = $1 and entity = 'service-request'",
    [id],
  );
  expect(actors).toEqual([{ actor: `api-key:${keyId}` }]);
});

test("a limited number of keys works at the same time", async () => {
  const [counted] = await queryRows<{ count: number }>(
    context.db,
    "select count(*)::int from api_keys where revoked_at is null",
  );
  for (let count = counted?.count ?? 0; count < MAX_KEYS; count += 1)
    await insertApiKey(context.db.$client, { expiresAt: later(DAY_MS) });
  expect(await createKey(act(), { values: VALUES })).toEqual({ ok: false, reason: "too-many" });
});
