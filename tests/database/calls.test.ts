import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { listCallsOfPhone } from "#app/features/calls/queries.server.ts";
import { receiveCallEvent } from "#app/features/calls/receive-call-event.server.ts";
import { callEventSchema } from "#app/features/calls/schema.ts";
import { exportPerson } from "#app/features/privacy/export-person.server.ts";
import { erasePerson } from "#app/features/privacy/mutations.server.ts";
import { createPersonToken } from "#app/features/privacy/person-token.server.ts";
import { runRetention } from "#app/features/privacy/run-retention.server.ts";
import { upgradeHashes } from "#app/features/secrets/upgrade-hashes.server.ts";
import type { ContactKeys } from "#app/lib/contact-keys.server.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { explainQuery } from "../explain-query.ts";
import {
  contactKeys,
  openTestDatabase,
  queryRows,
  siteSettings,
  storeRequest,
} from "../factories.ts";
import { signEvent } from "../mail-webhook.ts";

const SECRET = `whsec_${Buffer.alloc(24, 3).toString("base64")}`;
const CALLER = "+14045550123";
const CALLER_SHA256 = createHash("sha256").update(CALLER).digest("hex");
const now = new Date("2026-03-01T12:00:00Z");
const site = {
  ...siteSettings,
  phoneNumbers: [{ phone: "(800) 555-0111", label: "AC pages", pages: ["/articles"] }],
};

let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(() =>
  context.owner.$client.query("truncate call_attributions, service_requests cascade"),
);

const actionContext = () => ({
  db: context.db,
  contactKeys,
  env: parseEnv({ PUBLIC_URL: "https://henry.example" }),
  actor: "0190163d-8694-739b-aea5-966c26f8ad91",
  now,
  httpRequestId: "r",
});
function receive(event: Record<string, unknown>) {
  const { body, headers } = signEvent(
    { type: "call.started", id: "c1", at: now.toISOString(), ...event },
    { secret: SECRET, at: now },
  );
  return receiveCallEvent(
    {
      ...actionContext(),
      env: parseEnv({ CALLS_WEBHOOK_SECRET: SECRET }),
      now: () => now,
      settings: { get: async () => site, drop() {} },
    },
    { headers: new Headers(headers), body: Buffer.from(body) },
  );
}
const listCalls = (phoneE164 = CALLER, keys: ContactKeys = contactKeys) =>
  listCallsOfPhone(context.db, keys, { phoneE164, limit: 10 });
const listRows = () => queryRows(context.db, "select * from call_attributions");

describe("a call event", () => {
  test.each([
    ["its hash", { caller_sha256: CALLER_SHA256 }],
    ["its hash in capitals", { caller_sha256: CALLER_SHA256.toUpperCase() }],
    ["the number", { caller: CALLER }],
    ["the number as it is typed", { caller: "(404) 555-0123" }],
  ])(
    "is found by who knows the caller's number, where the phone system sends %s",
    async (_name, caller) => {
      expect(await receive({ called: "8005550111", ...caller })).toEqual({ ok: true });
      expect(await receive({ type: "call.connected", at: "2026-03-01T12:00:10Z" })).toEqual({
        ok: true,
      });
      expect(await listCalls()).toEqual([
        {
          id: expect.any(String),
          at: now,
          connectedAt: new Date("2026-03-01T12:00:10Z"),
          endedAt: null,
          label: "AC pages",
        },
      ]);
      expect(await listCalls("+14045550124")).toEqual([]);
      const stored = JSON.stringify(await listRows());
      for (const secret of ["4045550123", "404) 555", CALLER_SHA256])
        expect(stored).not.toContain(secret);
    },
  );

  test("with the least a phone system has to send is stored as before", async () => {
    expect(await receive({ source: "/home-services/plumbing" })).toEqual({ ok: true });
    expect(await listRows()).toMatchObject([
      {
        source: "/home-services/plumbing",
        called_number: null,
        number_label: null,
        caller_hash: null,
        key_version: null,
      },
    ]);
  });

  test("counts, where the caller withheld the number", async () => {
    for (const caller of ["anonymous", "", "+266696687"])
      await receive({ id: `c-${caller}`, caller });
    expect(
      await queryRows(
        context.db,
        "select distinct caller_hash from call_attributions where external_id <> 'c-+266696687'",
      ),
    ).toEqual([{ caller_hash: null }]);
    expect(await listRows()).toHaveLength(3);
  });

  test.each([
    ["called", { called: "our number" }],
    ["called", { called: 8005550111 }],
    ["caller_sha256", { caller_sha256: "abc" }],
    ["caller", { caller: CALLER, caller_sha256: CALLER_SHA256 }],
    ["caller", { caller: "1".repeat(200) }],
    ["body", { name: "Jordan" }],
  ])("is refused for a wrong %s, without repeating it", async (field, wrong) => {
    const result = await receive(wrong);
    expect(result).toMatchObject({
      ok: false,
      status: 400,
      error: expect.stringMatching(new RegExp(`^${field}: `)),
    });
    expect(JSON.stringify(result)).not.toContain("4045550123");
  });

  test("of a number that Settings does not list has no label", async () => {
    await receive({ called: "+18005550177", caller: CALLER });
    expect(await listCalls()).toMatchObject([{ label: null }]);
    expect(
      callEventSchema.parse({
        type: "call.ended",
        id: "1",
        at: now.toISOString(),
        called: "1 (800) 555-0177",
      }).called,
    ).toBe("+18005550177");
  });
});

test("calls of a number are read from an index, newest first", async () => {
  await receive({ id: "c1", caller: CALLER });
  await receive({ id: "c2", at: "2026-03-01T12:01:00Z", caller: CALLER });
  expect((await listCalls()).map(({ at }) => at.toISOString())).toEqual([
    "2026-03-01T12:01:00.000Z",
    "2026-03-01T12:00:00.000Z",
  ]);
  const query = listCallsOfPhone(context.db, contactKeys, { phoneE164: CALLER, limit: 5 });
  expect(await explainQuery(context.db, query, { withSeqScan: false })).toContain(
    "call_attributions_caller_hash",
  );
});

test("a person's calls are in their export, and anonymous once the person is erased", async () => {
  await receive({ called: "8005550111", caller: CALLER });
  await receive({ id: "other", caller: "+14045550199" });
  await storeRequest(context.db, { now, values: { phone: CALLER, email: "jordan@example.com" } });
  const person = { kind: "email", value: "jordan@example.com" } as const;
  const token = createPersonToken(contactKeys, { person, staffId: actionContext().actor, now });
  const query = new URLSearchParams({ format: "json", person: token });
  const data = await (await exportPerson(actionContext(), { query })).json();
  expect(data.calls).toEqual([
    { at: now.toISOString(), connectedAt: null, endedAt: null, label: "AC pages" },
  ]);

  expect(await erasePerson(actionContext(), { person })).toMatchObject({ ok: true });
  expect(await listCalls()).toEqual([]);
  expect(await listCalls("+14045550199")).toHaveLength(1);
  expect(await listRows()).toHaveLength(2);
});

test("retention makes old calls anonymous, and keeps them for the counts", async () => {
  await receive({ id: "old", at: "2024-01-01T12:00:00Z", caller: CALLER });
  await receive({ id: "new", caller: CALLER });
  expect(
    await runRetention(context.db, {
      now: new Date("2026-03-02T08:00:00Z"),
      timeZone: "America/New_York",
    }),
  ).toMatchObject({ callers: 1 });
  expect(await listCalls()).toMatchObject([{ at: now }]);
  expect(await listRows()).toHaveLength(2);
});

test("after the secret is rotated, calls from before are still found", async () => {
  await receive({ caller: CALLER });
  await receive({ id: "withheld" });
  const rotated: ContactKeys = [...contactKeys, Buffer.alloc(32, 8)];
  expect(await listCalls(CALLER, rotated)).toEqual([]);
  expect(await upgradeHashes(context.db, { keys: rotated })).toBe(1);
  expect(await listCalls(CALLER, rotated)).toHaveLength(1);
  expect(await upgradeHashes(context.db, { keys: rotated })).toBe(0);
});
