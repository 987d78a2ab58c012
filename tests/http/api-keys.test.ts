import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { SCOPES } from "#app/features/api-keys/constants.ts";
import { formatKey, KEY_BYTES } from "#app/features/api-keys/key-format.ts";
import { ALL_SCOPES, insertApiKey } from "../api-keys.ts";
import { createRandomAddress } from "../send-raw.ts";
import { createSignedInStaff } from "../staff.ts";
import { fetchDocument, openClient, openClientWithKey } from "./api-client.ts";
import { site, test } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

test("without a working key nothing is read, and only the holder learns why", async ({ db }) => {
  const past = new Date(Date.now() - 1_000);
  const expired = await insertApiKey(db, { expiresAt: past });
  const revoked = await insertApiKey(db, { revokedAt: past });
  const cut = (key: string) => `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
  const unknown = formatKey(randomBytes(KEY_BYTES)).key;
  const bodies: string[] = [];
  for (const [key, type] of [
    [null, "missing-key"],
    ["", "missing-key"],
    ["nonsense", "invalid-key"],
    [unknown, "invalid-key"],
    [cut(expired.key), "invalid-key"],
    [cut(revoked.key), "invalid-key"],
    [expired.key, "inactive-key"],
    [revoked.key, "inactive-key"],
  ] as const) {
    const response = await (await openClient(key)).listRequests?.();
    expect([response?.status, response?.body.type], String(key)).toEqual([401, `/api#${type}`]);
    expect(response?.headers.get("www-authenticate")).toMatch(/^Bearer /);
    if (type === "invalid-key") bodies.push(JSON.stringify({ ...response?.body, request_id: "" }));
  }
  expect(new Set(bodies).size).toBe(1);
});

test("an address that sends many wrong keys waits, and a right one of that address still works", async ({
  db,
}) => {
  const address = createRandomAddress();
  const stranger = await openClient("hh_live_wrong", address);
  const statuses: (number | undefined)[] = [];
  for (let call = 0; call < 21; call += 1) statuses.push((await stranger.listRequests?.())?.status);
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
  expect(statuses[20]).toBe(429);
  const { key } = await insertApiKey(db);
  expect((await (await openClient(key, address)).listRequests?.())?.status).toBe(200);
});

test("each key has its own limit, says what is left, and others are not affected", async ({
  db,
}) => {
  const { id, client } = await openClientWithKey(db, { limit: 3 });
  const calls = [];
  for (let call = 0; call < 5; call += 1) calls.push(await client.listProviders?.());
  expect(calls.map((call) => call?.status)).toEqual([200, 200, 200, 429, 429]);
  expect(calls[0]?.headers.get("ratelimit-policy")).toBe('"key";q=3;w=60');
  expect(calls[1]?.headers.get("ratelimit")).toMatch(/^"key";r=1;t=\d+$/);
  const wait = Number(calls[4]?.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  const other = await openClientWithKey(db);
  expect((await other.client.listProviders?.())?.status).toBe(200);
  const { rows } = await db.query(
    "select status, count(*)::int from api_calls where key_id = $1 group by status order by status",
    [id],
  );
  expect(rows).toEqual([
    { status: 200, count: 3 },
    { status: 429, count: 1 },
  ]);
});

test("each operation needs its scope, and names it", async ({ db }) => {
  const document = await fetchDocument();
  const operations = Object.values(document.paths).flatMap(
    (methods) =>
      Object.values(methods) as unknown as {
        operationId: string;
        security: [{ key: [(typeof SCOPES)[number]] }];
      }[],
  );
  expect(operations.length).toBeGreaterThan(8);
  for (const { operationId, security } of operations) {
    const [scope] = security[0].key;
    const { client } = await openClientWithKey(db, {
      scopes: ALL_SCOPES.filter((other) => other !== scope),
    });
    const response = await client[operationId]?.({
      path: { id: randomUUID(), slug: "no-such-quiz" },
      isUnchecked: true,
    });
    expect([response?.status, response?.body.scope], operationId).toEqual([403, scope]);
  }
});

test("every call leaves a row without personal data, and the key shows its last use", async ({
  db,
}) => {
  const { id, client } = await openClientWithKey(db, {
    scopes: ["requests:read", "requests:personal"],
  });
  const missing = randomUUID();
  await client.listRequests?.();
  await client.getRequest?.({ path: { id: missing } });
  await client.getRequest?.({ path: { id: "jordan-example" }, isUnchecked: true });
  await client.listProviders?.();
  const { rows } = await db.query(
    "select operation, target_id, status, is_personal from api_calls where key_id = $1 order by at, id",
    [id],
  );
  expect(rows).toEqual([
    { operation: "listRequests", target_id: null, status: 200, is_personal: true },
    { operation: "getRequest", target_id: missing, status: 404, is_personal: false },
    { operation: "getRequest", target_id: null, status: 404, is_personal: false },
    { operation: "listProviders", target_id: null, status: 403, is_personal: false },
  ]);
  const staff = createVisitor(await createSignedInStaff(db, "superadmin"));
  const page = await staff.open(`/backyard/settings/api-keys/${id}`);
  expect(page.text).toContain("getRequest");
  expect(page.text).toContain(missing);
  expect(page.text).toMatch(/Last call\s+just now/);
});

test("a revoked key stops at once", async ({ db }) => {
  const { id, client } = await openClientWithKey(db);
  expect((await client.listQuizzes?.())?.status).toBe(200);
  const staff = createVisitor(await createSignedInStaff(db, "superadmin"));
  await staff.submit("/backyard/settings/api-keys", { intent: "revoke", id });
  expect((await client.listQuizzes?.())?.status).toBe(401);
});

test("what is no call of the API is refused as a problem, too", async ({ db, send }) => {
  const { key } = await insertApiKey(db);
  const headers = { Authorization: `Bearer ${key}` };
  const post = { method: "POST", headers: { ...headers, "Content-Type": "application/json" } };
  const notes = `/api/v1/requests/${randomUUID()}/notes`;
  for (const [path, init, status] of [
    ["/api/v1/nothing", { headers }, 404],
    ["/api/v1/requests/%00", { headers }, 404],
    ["/api/v1/requests", { ...post, body: "{}" }, 405],
    [notes, { ...post, body: "{" }, 400],
    [notes, { ...post, body: JSON.stringify({ text: "x".repeat(300_000) }) }, 413],
    [notes, { ...post, headers, body: "text=x" }, 415],
    [notes, { ...post, body: JSON.stringify({ text: "x", author: "me" }) }, 422],
    ["/api/v1/requests?stauts=new", { headers }, 422],
    ["/api/v1/requests?cursor=1", { headers }, 422],
  ] as const) {
    const response = await send(path, init);
    const label = `${path}: ${await response.clone().text()}`;
    expect(response.status, label).toBe(status);
    expect(response.headers.get("content-type"), label).toBe("application/problem+json");
    expect(response.headers.get("access-control-allow-origin"), label).toBeNull();
    const { detail } = (await response.json()) as { detail: string };
    expect(detail).toMatch(/\.$/);
  }
});

test("a cookie of staff opens nothing, and a page of another site gets no permission", async ({
  db,
  send,
}) => {
  const { headers } = await createSignedInStaff(db, "superadmin");
  expect((await send("/api/v1/requests", { headers })).status).toBe(401);
  const { key } = await insertApiKey(db);
  const foreign = await send("/api/v1/requests", {
    headers: { Authorization: `Bearer ${key}`, Origin: "https://other.example" },
  });
  expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
  const preflight = await send("/api/v1/requests", {
    method: "OPTIONS",
    headers: { Origin: "https://other.example", "Access-Control-Request-Method": "GET" },
  });
  expect(preflight.status).toBe(405);
  expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
});

test("the page has every operation with an example, and every error where its type leads", async () => {
  const { status, html, text } = await createVisitor().open("/api");
  expect(status).toBe(200);
  expect(html).toContain('content="noindex"');
  const { paths } = await fetchDocument();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId }] of Object.entries(methods)) {
      expect(html).toContain(`id="${operationId}"`);
      expect(text).toContain(`${method.toUpperCase()} /api/v1${path}`);
    }
  for (const code of ["invalid-key", "missing-scope", "version-changed", "rate-limited"])
    expect(html).toContain(`id="${code}"`);
  expect(text).toContain(`curl "${site()}/api/v1/requests?limit=5"`);
  for (const scope of SCOPES) expect(text).toContain(scope);
});
