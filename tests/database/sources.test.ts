import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import {
  createSourceCounter,
  MAX_SOURCES_A_DAY,
} from "#app/features/analytics/source-counter.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { exportPerson } from "#app/features/privacy/export-person.server.ts";
import { erasePerson } from "#app/features/privacy/mutations.server.ts";
import { createPersonToken } from "#app/features/privacy/person-token.server.ts";
import { setAdContactHashes } from "#app/features/settings/mutations.server.ts";
import { getSiteSettings } from "#app/features/settings/queries.server.ts";
import { exportOutcomes } from "#app/features/sources/export-outcomes.server.ts";
import { countSources, getRequestSource } from "#app/features/sources/queries.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { contactKeys, openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { insertProvider } from "../providers.ts";

const now = new Date("2026-03-20T12:00:00Z");
const timeZone = "America/New_York";
const FIRST = { referrer: "www.google.com", landing: "/home-services/plumbing" };
const LAST = {
  utm_source: "google",
  utm_medium: "cpc",
  utm_campaign: "AC repair",
  gclid: "Cj0-abc",
  landing: "/",
};

let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(() =>
  context.owner.$client.query(
    "truncate service_requests, source_visits, suppressions, providers, settings, call_attributions cascade",
  ),
);

const actionContext = () => ({
  db: context.db,
  contactKeys,
  env: parseEnv({ PUBLIC_URL: "https://henry.example" }),
  actor: randomUUID(),
  now,
  httpRequestId: "r",
});
type Options = NonNullable<Parameters<typeof storeRequest>[1]>;
async function store({ touch, ...options }: Options & { touch?: unknown } = {}): Promise<string> {
  const result = await storeRequest(context.db, { now, meta: { touch }, ...options });
  if (!result.ok) throw new Error(result.reason);
  return result.id;
}
const getSource = (requestId: string) => getRequestSource(context.db, { requestId });

describe("a request", () => {
  test("is stored with its first and its last touch, and its record stays as it is", async () => {
    const id = await store({ touch: { first: FIRST, last: LAST } });
    expect(await getSource(id)).toEqual({ source: "Google Ads", first: FIRST, last: LAST });
    const [row] = await queryRows(context.db, "select * from service_requests");
    expect(JSON.stringify(row)).not.toContain("Cj0-abc");
  });

  test("with an opt-out signal has the campaign's own words alone, whatever the browser sent", async () => {
    const id = await store({ touch: { first: FIRST, last: LAST }, gpc: true });
    expect(await getSource(id)).toEqual({
      source: "Google Ads",
      first: {},
      last: { utm_source: "google", utm_medium: "cpc", utm_campaign: "AC repair" },
    });
    expect(
      await getSource(await store({ touch: { first: FIRST, last: FIRST }, gpc: true })),
    ).toEqual({
      source: "Not shared (opt-out signal)",
      first: {},
      last: {},
    });
  });

  test("has no click ID in the page's address of its consent record, which is never erased", async () => {
    await store({
      meta: { page_url: "https://henry.example/auto?gclid=Cj0-abc&utm_source=google" },
    });
    expect(
      await queryRows(
        context.db,
        "select distinct page_url from consent_records where page_url like '%/auto%'",
      ),
    ).toEqual([{ page_url: "https://henry.example/auto?utm_source=google" }]);
  });

  test.each([
    ["no touch", undefined],
    ["one of another shape", { first: FIRST }],
    ["one with an unknown field", { first: FIRST, last: { visitor: "1" } }],
    ["text in its place", "google"],
    ["a huge one", { first: FIRST, last: { utm_source: ["x".repeat(100_000)] } }],
  ])("with %s is stored without it", async (_name, touch) => {
    expect(await getSource(await store({ touch }))).toBeNull();
  });

  test("that is sent twice has one touch", async () => {
    const key = randomUUID();
    const id = await store({ key, touch: { first: FIRST, last: LAST } });
    expect(await store({ key, touch: { first: FIRST, last: FIRST } })).toBe(id);
    expect(await getSource(id)).toMatchObject({ source: "Google Ads" });
  });
});

test("a person's export has their touches; after an erasure only the source is left", async () => {
  const id = await store({ touch: { first: FIRST, last: LAST } });
  const person = { kind: "phone", value: "+14045550123" } as const;
  const action = actionContext();
  const token = createPersonToken(contactKeys, { person, staffId: action.actor, now });
  const query = new URLSearchParams({ format: "json", person: token });
  const data = await (await exportPerson(action, { query })).json();
  expect(data.arrivals).toMatchObject([
    { source: "Google Ads", firstTouch: FIRST, lastTouch: LAST },
  ]);
  expect(await erasePerson(action, { person })).toMatchObject({ ok: true });
  expect(await getSource(id)).toEqual({ source: "Google Ads", first: null, last: null });
});

describe("visits by source", () => {
  const createCounter = () =>
    createSourceCounter({
      db: context.db,
      now: () => now,
      timeZone: async () => timeZone,
      log: createLogger("silent"),
    });
  const listVisits = () =>
    queryRows<{ source: string; count: number }>(
      context.db,
      "select source, count::int from source_visits order by count desc, source",
    );

  test("are added up by day, from several processes", async () => {
    for (const counter of [createCounter(), createCounter()]) {
      for (const source of ["Direct", "Direct", "homeforum.example"]) counter.count(source);
      await counter.stop();
    }
    expect(await listVisits()).toEqual([
      { source: "Direct", count: 4 },
      { source: "homeforum.example", count: 2 },
    ]);
  });

  test("of sources beyond the number of a day count as others, and known ones always count", async () => {
    const first = createCounter();
    for (let index = 0; index < 150; index += 1) first.count(`a${index}.example`);
    await first.stop();
    const second = createCounter();
    for (let index = 0; index < 2_000; index += 1) second.count(`b${index}.example`);
    for (const source of ["a0.example", "Google Ads"]) second.count(source);
    await second.stop();
    const visits = await listVisits();
    expect(visits).toHaveLength(MAX_SOURCES_A_DAY + 2);
    // a0.example was among the first, but its process had no place left in memory.
    expect(visits.reduce((sum, { count }) => sum + count, 0)).toBe(2_152);
    expect(visits).toContainEqual({ source: "Google Ads", count: 1 });
    expect(visits[0]?.source).toBe("Other referrers");
  });
});

/** Stores a closed request with an outcome. */
async function storeHired({
  value = 450 as number | null,
  hired = true,
  closedAt = now,
  ...options
}: Parameters<typeof store>[0] & { value?: number | null; hired?: boolean; closedAt?: Date } = {}) {
  const id = await store({ touch: { first: FIRST, last: LAST }, ...options });
  await context.db.$client.query(
    "update service_requests set status = 'closed', closed_at = $2 where id = $1",
    [id, closedAt],
  );
  await context.db.$client.query(
    "insert into request_outcomes (request_id, reached, connected, hired, value, recorded_at) values ($1, true, true, $2, $3, $4)",
    [id, hired, value, closedAt],
  );
  return id;
}

describe("the report", () => {
  const count = (days: 7 | 30 | 90 = 30) => countSources(context.db, { days, now, timeZone });

  test("has visits, requests, connections, hired customers and their value by source", async () => {
    await storeHired();
    await storeHired({ value: null, hired: false });
    await store({ touch: { first: {}, last: {} } });
    await store();
    await context.db.$client.query(
      "insert into source_visits (day, source, count) values ('2026-03-20', 'Google Ads', 40), ('2026-02-01', 'Google Ads', 7)",
    );
    const google = {
      source: "Google Ads",
      visits: 40,
      requests: 2,
      connected: 2,
      hired: 1,
      value: 450,
    };
    const none = { visits: 0, requests: 1, connected: 0, hired: 0, value: 0 };
    expect((await count()).sources).toEqual([
      google,
      { source: "Direct", ...none },
      { source: "Not recorded", ...none },
    ]);
    expect((await count(90)).sources[0]).toEqual({ ...google, visits: 47 });
  });

  test("counts a customer's yes to a provider as a connection, once", async () => {
    const id = await store({ touch: { first: FIRST, last: FIRST } });
    const providerId = randomUUID();
    await context.db.$client.query(
      "insert into providers (id, company_name, contact_name, phone, verification_status, created_at) values ($1, 'Test', 'Test', '4045550100', 'verified', $2)",
      [providerId, now],
    );
    await context.db.$client.query(
      "insert into offers (id, request_id, provider_id, state, token_hash, cost, offered_by, created_at, expires_at, customer_approved_at, customer_approval_recorded_by) values (gen_random_uuid(), $1, $2, 'accepted', $3, 1, 'test', $4, $4, $4, 'customer')",
      [id, providerId, randomUUID(), now],
    );
    expect((await count()).sources).toMatchObject([
      { source: "Google organic", connected: 1, hired: 0 },
    ]);
  });

  test("leaves out what is older than the period, and has calls by number", async () => {
    await storeHired({
      now: new Date(now.getTime() - 40 * DAY_MS),
      closedAt: new Date(now.getTime() - 39 * DAY_MS),
    });
    await context.db.$client.query(
      `insert into call_attributions (id, number_label, started_at, connected_at) values
        (gen_random_uuid(), 'AC pages', $1, $1), (gen_random_uuid(), 'AC pages', $1, null),
        (gen_random_uuid(), null, $1, null), (gen_random_uuid(), 'AC pages', $2, null)`,
      [now, new Date(now.getTime() - 40 * DAY_MS)],
    );
    expect(await count()).toEqual({
      sources: [],
      numbers: [
        { number: "AC pages", calls: 2, connected: 1 },
        { number: "Other numbers", calls: 1, connected: 0 },
      ],
    });
    expect((await count(90)).sources).toMatchObject([{ source: "Google Ads", hired: 1 }]);
  });
});

describe("a file for an ad platform", () => {
  const download = async (query = "platform=google&days=30", action = actionContext()) => {
    const site = await getSiteSettings(context.db);
    const response = await exportOutcomes(
      { ...action, site },
      { query: new URLSearchParams(query) },
    );
    return { status: response.status, lines: (await response.text()).trim().split("\r\n") };
  };
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

  test("has the click ID of hired requests, no contact data in any form, and an audit row", async () => {
    await storeHired();
    const action = actionContext();
    const { lines } = await download(undefined, action);
    expect(lines).toEqual([
      "Google Click ID,GBRAID,WBRAID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency",
      "Cj0-abc,,,Hired,2026-03-20 12:00:00+0000,450.00,USD",
    ]);
    expect(
      await queryRows(context.db, "select action, changes from audit_log where actor = $1", [
        action.actor,
      ]),
    ).toEqual([
      {
        action: "export-outcomes",
        changes: { platform: "google", days: 30, rows: 1, contactHashes: false },
      },
    ]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["was not hired", () => storeHired({ hired: false })],
    ["sent an opt-out signal", () => storeHired({ gpc: true })],
    [
      "has no proof of consent",
      () => storeHired({ meta: { consent_text_id: "none", touch: { first: FIRST, last: LAST } } }),
    ],
    ["came from elsewhere", () => storeHired({ touch: { first: FIRST, last: FIRST } })],
    [
      "was closed before the period",
      () => storeHired({ closedAt: new Date(now.getTime() - 31 * DAY_MS) }),
    ],
    [
      "opted out, even before the request",
      async () => {
        await suppressContact(context.db, {
          phone: "(404) 555-0123",
          source: "test",
          scope: "company",
          now: new Date(now.getTime() - 5 * DAY_MS),
          contactKeys,
        });
        await storeHired();
      },
    ],
    [
      "opted out of one company",
      async () => {
        const id = await storeHired();
        const { id: providerId } = await insertProvider(context.db.$client);
        await context.db.$client.query(
          "insert into provider_opt_outs (id, provider_id, contact_hash, source, opted_out_at) select gen_random_uuid(), $2, email_hash, 'test', $3 from service_requests where id = $1",
          [id, providerId, now],
        );
      },
    ],
    [
      "sent an opt-out signal with another request of the same phone",
      async () => {
        await storeHired();
        await store({ gpc: true, values: { email: "other@example.com" } });
      },
    ],
    [
      "sent an opt-out signal with another request of the same email",
      async () => {
        await storeHired();
        await store({ gpc: true, values: { phone: "404-555-0177" } });
      },
    ],
    [
      "opted out with another contact, in a request that was merged into this one",
      async () => {
        const id = await storeHired();
        const merged = await store({
          values: { phone: "404-555-0177", email: "other@example.com" },
        });
        await context.db.$client.query(
          "update service_requests set merged_into_id = $2 where id = $1",
          [merged, id],
        );
        await suppressContact(context.db, {
          phone: "404-555-0177",
          source: "test",
          now,
          contactKeys,
        });
      },
    ],
    [
      "was erased",
      async () => {
        await storeHired();
        await erasePerson(actionContext(), { person: { kind: "phone", value: "+14045550123" } });
      },
    ],
    [
      "is open again",
      async () => {
        const id = await storeHired();
        await context.db.$client.query(
          "update service_requests set status = 'contacted', closed_at = null where id = $1",
          [id],
        );
      },
    ],
    [
      "is demo data",
      async () => {
        await storeHired();
        await context.db.$client.query("update service_requests set is_demo = true");
      },
    ],
  ])("leaves out a customer who %s", async (_name, prepare) => {
    await prepare();
    expect((await download()).lines).toHaveLength(1);
  });

  test("with the setting on has hashes, of requests that were sent since then", async () => {
    await storeHired({ now: new Date(now.getTime() - 2 * DAY_MS) });
    const switchedAt = new Date(now.getTime() - DAY_MS);
    await setAdContactHashes({ ...actionContext(), now: switchedAt }, { isOn: true });
    await setAdContactHashes(actionContext(), { isOn: true });
    expect((await getSiteSettings(context.db)).adContactHashesSince).toBe(switchedAt.toISOString());
    await storeHired({ closedAt: new Date(now.getTime() + 1) });
    const { lines } = await download();
    expect(lines.map((line) => line.split(",").slice(-2))).toEqual([
      ["Email", "Phone Number"],
      ["", ""],
      [sha256("jordan@example.com"), sha256("+14045550123")],
    ]);
    for (const text of [lines.join(), JSON.stringify(await download("platform=meta"))])
      for (const secret of ["jordan", "4045550123", "Jordan", "Elm"])
        expect(text).not.toContain(secret);
    await setAdContactHashes(actionContext(), { isOn: false });
    expect((await download()).lines[0]).not.toContain("Email");
  });

  test("starts no formula in a spreadsheet", async () => {
    await storeHired({ touch: { first: {}, last: { gclid: "-2+3" } } });
    await storeHired({ touch: { first: {}, last: { gclid: "-2" } } });
    const { lines } = await download();
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(["'-2"]);
  });

  test.each(["", "platform=tiktok", "platform=toString"])("is refused for %j", async (query) => {
    expect((await download(query)).status).toBe(400);
  });
});
