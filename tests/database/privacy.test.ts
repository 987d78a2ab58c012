import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { sealConsentRecords } from "#app/features/consent/seal-chain.server.ts";
import { verifyConsentChain } from "#app/features/consent/verify-chain.server.ts";
import { createContactSyncTarget } from "#app/features/crm/contact-sync/client.server.ts";
import { claimDeliveries } from "#app/features/crm/outbox/claim.server.ts";
import { type DeliveryOptions, deliverDue } from "#app/features/crm/outbox/deliver.server.ts";
import { handlePersonForm } from "#app/features/privacy/actions.server.ts";
import { exportPerson } from "#app/features/privacy/export-person.server.ts";
import { loadPersonPage } from "#app/features/privacy/loaders.server.ts";
import {
  createPersonToken,
  parsePerson,
  parsePersonToken,
} from "#app/features/privacy/person-token.server.ts";
import type { Person } from "#app/features/privacy/schema.ts";
import {
  createStopLink,
  optOutByLink,
  parseStopToken,
} from "#app/features/privacy/stop-link.server.ts";
import { type ContactKeys, hashContact } from "#app/lib/contact-keys.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { contactKeys, openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { type ContactSyncFake, startContactSync } from "../fakes/contact-sync.ts";

const staffId = randomUUID();
const requestId = "test-request";
const timeZone = "America/New_York";
/** A person whose values occur in no other row. */
const ZOE = {
  name: "Zoe Quillfeather",
  phone: "(404) 555-0162",
  email: " Zoe.Quill@Mail.example ",
  address: "77 Periwinkle Court",
  city: "Zebulon",
  zipCode: "30295",
  description: "Attic fan near the periwinkle door, dog named Biscuit",
  isPropertyOwner: "No",
  isAuthorizedToHire: "No",
  authorizedContactName: "Ulf Marrowby",
  authorizedContactEmail: "ulf.marrowby@mail.example",
  authorizedContactPhone: "404-555-0163",
} as const;
const PHOTO_ID = randomUUID();
const TRACES = [
  "quillfeather",
  "555-0162",
  "4045550162",
  "zoe.quill",
  "periwinkle",
  "zebulon",
  "30295",
  "biscuit",
  "marrowby",
  "555-0163",
  PHOTO_ID,
];

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let crm: ContactSyncFake;
let clock: Date;
let services: {
  db: typeof context.db;
  contactKeys: ContactKeys;
  env: ReturnType<typeof parseEnv>;
  now: () => Date;
};
let delivery: DeliveryOptions;

beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  crm = await startContactSync({ key: "sync-key", secret: "sync-secret" });
  services = {
    db: context.db,
    contactKeys,
    env: parseEnv({ PUBLIC_URL: "https://henry.example" }),
    now: () => clock,
  };
  delivery = {
    db: context.db,
    target: createContactSyncTarget({ db: context.db, config: crm, now: () => clock }),
    log: createLogger("silent"),
    now: () => clock,
    random: () => 0.5,
  };
});
afterAll(async () => {
  await crm.close();
  await context.close();
});
beforeEach(async () => {
  await context.owner.$client.query(
    "alter table consent_chain disable trigger user; alter table consent_records disable trigger user; alter table audit_log disable trigger user",
  );
  await context.owner.$client.query(
    "truncate service_requests, crm_attempts, crm_outbox, crm_targets, crm_opt_outs, crm_connections, suppressions, homeowners, rate_limits, consent_chain, consent_records, audit_log cascade",
  );
  await context.owner.$client.query(
    "alter table consent_chain enable trigger user; alter table consent_records enable trigger user; alter table audit_log enable trigger user",
  );
  crm.calls.length = 0;
  services.env = parseEnv({ PUBLIC_URL: "https://henry.example" });
  clock = new Date("2026-03-01T12:00:00Z");
});

const actionContext = () => ({ ...services, actor: staffId, now: clock, httpRequestId: requestId });
const advanceClock = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
async function store(changes: Parameters<typeof storeRequest>[1] = {}) {
  const result = await storeRequest(context.db, { now: clock, ...changes });
  if (!result.ok) throw new Error(result.reason);
  return result.id;
}
const createToken = (contact: string) =>
  createPersonToken(contactKeys, { person: parsePerson(contact) as Person, staffId, now: clock });
const postForm = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return handlePersonForm(actionContext(), { form });
};
const findPerson = async (contact: string) => {
  const page = await loadPersonPage(services, { token: createToken(contact), staffId, timeZone });
  if (page.state !== "found") throw new Error(page.state);
  return page;
};
const downloadExport = (contact: string, format: string) =>
  exportPerson(actionContext(), {
    query: new URLSearchParams({ format, person: createToken(contact) }),
  });
const listAuditRows = () =>
  queryRows<{ action: string; entity_id: string; changes: Record<string, unknown> }>(
    context.db,
    "select action, entity_id, changes from audit_log order by at, id",
  );

/** Stores a request with every kind of related row. */
async function storeZoe() {
  const id = await store({ values: ZOE });
  const { $client } = context.db;
  await $client.query(
    "insert into request_notes (id, request_id, text, created_at) values (gen_random_uuid(), $1, 'Zoe Quillfeather asked for a call', $2)",
    [id, clock],
  );
  await $client.query(
    `insert into request_events (id, request_id, at, kind, detail) values
       (gen_random_uuid(), $1, $2, 'note', '{"preview":"Zoe Quillfeather asked"}'), (gen_random_uuid(), $1, $2, 'status', '{"from":"new","to":"contacted"}')`,
    [id, clock],
  );
  await $client.query(
    "insert into request_photos (id, request_id, image, thumbnail, width, height, created_at) values ($1, $2, 'image', 'small', 300, 400, $3)",
    [PHOTO_ID, id, clock],
  );
  await $client.query(
    "insert into homeowners (id, name, email, phone, created_at) values (gen_random_uuid(), 'Zoe Quillfeather', 'ZOE.quill@mail.example', '404.555.0162', $1)",
    [clock],
  );
  return id;
}

/** Lists the tables that contain one of the words in any column. */
async function findTablesWith(words: string[]): Promise<string[]> {
  const tables = await queryRows<{ name: string }>(
    context.owner,
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname",
  );
  const tableNames: string[] = [];
  for (const { name } of tables) {
    const rows = await queryRows(
      context.owner,
      `select 1 from "${name}" t where lower(t::text) like any($1) limit 1`,
      [words.map((word) => `%${word}%`)],
    );
    if (rows.length > 0) tableNames.push(name);
  }
  return tableNames;
}

describe("finding a person", () => {
  test("by the whole number or address, however it is written, and not by a part of it", async () => {
    const id = await store({ values: ZOE });
    await store();
    for (const contact of [
      "404.555.0162",
      "+1 404 555 0162",
      "zoe.quill@mail.example",
      "ZOE.QUILL@MAIL.EXAMPLE ",
    ])
      expect((await findPerson(contact)).requests.map((row) => row.id)).toEqual([id]);
    for (const contact of ["", "Zoe", "555-01", "zoe.quill@"])
      expect(await postForm({ intent: "find", contact })).toEqual({ ok: false, reason: "unclear" });
    expect((await findPerson("404 555 0199")).requests).toEqual([]);
    expect(await postForm({ intent: "nonsense" })).toEqual({ ok: false, reason: "unknown" });
  });

  test("uses a URL without personal data, for one member of staff and half an hour", async () => {
    const result = await postForm({ intent: "find", contact: ZOE.phone });
    if (!result.ok || result.done !== "found") throw new Error("not found");
    const token = new URL(result.path, "https://henry.example").searchParams.get("person") ?? "";
    expect(parsePersonToken(contactKeys, { token, staffId, now: clock })).toEqual({
      kind: "phone",
      value: "+14045550162",
    });
    expect(Buffer.from(token, "base64url").toString("latin1")).not.toContain("0162");
    expect(parsePersonToken(contactKeys, { token, staffId: randomUUID(), now: clock })).toBeNull();
    expect(
      parsePersonToken(contactKeys, { token: `${token.slice(0, -2)}AA`, staffId, now: clock }),
    ).toBeNull();
    advanceClock(31 * MINUTE_MS);
    expect(await loadPersonPage(services, { token, staffId, timeZone })).toEqual({
      state: "expired",
    });
    expect(await postForm({ intent: "stop", person: token })).toEqual({
      ok: false,
      reason: "expired",
    });
    expect(await listAuditRows()).toMatchObject([
      {
        action: "find-person",
        entity_id: expect.stringMatching(/^[0-9a-f]{64}$/),
        changes: { by: "phone", requests: 0 },
      },
    ]);
  });

  test("shows requests of others that name them, without what belongs to the others", async () => {
    const id = await store({ values: ZOE });
    for (const contact of ["404 555 0163", "Ulf.Marrowby@mail.example"]) {
      const page = await findPerson(contact);
      expect(page).toMatchObject({ requests: [], mentions: [{ id }] });
      expect(JSON.stringify(page)).not.toContain("Zoe");
    }
  });
});

test("staff choose whether everybody stops or only our company", async () => {
  await store({ values: ZOE });
  await postForm({ intent: "stop", person: createToken(ZOE.phone), scope: "company" });
  expect((await findPerson(ZOE.phone)).optOuts.map(({ scope }) => scope)).toEqual([
    "company",
    "company",
  ]);
  expect((await listAuditRows()).at(-1)?.changes).toMatchObject({ scope: "company" });
});

describe("an export", () => {
  test("has everything that is stored, as JSON and as CSV", async () => {
    await storeZoe();
    await deliverDue(delivery);
    await postForm({ intent: "stop", person: createToken(ZOE.phone) });
    await context.db.$client.query(
      `with p as (insert into providers (id, company_name, contact_name, phone, created_at) values (gen_random_uuid(), 'Asked Only', 'Pat', '4045550100', now()), (gen_random_uuid(), 'Peach & Sons', 'Pat', '4045550100', now()) returning id, company_name)
       insert into offers (id, request_id, provider_id, token_hash, cost, offered_by, created_at, expires_at, state, decided_at, customer_approved_at, customer_approval_recorded_by)
       select gen_random_uuid(), r.id, p.id, p.company_name, 25, 'test', now(), now(), case when p.company_name = 'Asked Only' then 'customer-declined' else 'accepted' end, now(),
         case when p.company_name <> 'Asked Only' then timestamptz '2026-02-28T12:00:00Z' end, case when p.company_name <> 'Asked Only' then $2 end
       from p, service_requests r where r.phone_e164 = $1`,
      ["+14045550162", staffId],
    );
    await context.db.$client.query(
      `with o as (select id, request_id, provider_id from offers where state = 'accepted'),
         w as (insert into request_windows (id, request_id, starts_at, ends_at, created_at) select gen_random_uuid(), request_id, '2026-03-02T13:00:00Z', '2026-03-02T15:00:00Z', now() from o),
         s as (insert into provider_opt_outs (id, provider_id, contact_hash, source, opted_out_at) select gen_random_uuid(), provider_id, $1, 'my-request', now() from o)
       insert into appointments (id, request_id, offer_id, provider_id, state, starts_at, ends_at, created_at, updated_at)
       select gen_random_uuid(), request_id, id, provider_id, 'booked', '2026-03-02T13:00:00Z', '2026-03-02T15:00:00Z', now(), now() from o`,
      [hashContact(contactKeys, "+14045550162")],
    );
    const response = await downloadExport(ZOE.phone, "json");
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="person-2026-03-01.json"',
    );
    const json = (await response.json()) as Record<string, Record<string, unknown>[]>;
    expect(json.requests?.[0]).toMatchObject({
      customerName: ZOE.name,
      customerPhone: ZOE.phone,
      customerEmail: ZOE.email,
      address: ZOE.address,
      description: ZOE.description,
      ghlContactId: "contact-1",
    });
    expect(json.photos).toEqual([
      {
        requestId: json.requests?.[0]?.id,
        createdAt: "2026-03-01T12:00:00.000Z",
        width: 300,
        height: 400,
        path: `/backyard/service-requests/${json.requests?.[0]?.id}/photos/${PHOTO_ID}`,
      },
    ]);
    expect(json.consentRecords?.[0]).toMatchObject({
      name: ZOE.name,
      phoneRaw: ZOE.phone,
      status: "captured",
      userAgent: "test",
      renderedText: expect.stringContaining("I agree"),
    });
    const counts = Object.fromEntries(
      Object.entries(json).map(([name, rows]) => [name, rows.length]),
    );
    expect(counts).toMatchObject({
      requests: 1,
      notes: 1,
      events: 2,
      deliveries: 1,
      deliveryAttempts: 1,
      consentRecords: 1,
      accounts: 1,
      stops: 2,
      mentions: 0,
      visitTimes: 1,
      links: 1,
    });
    expect(json.links?.[0]).toMatchObject({ madeFor: "form" });
    expect(json.visits).toMatchObject([{ company: "Peach & Sons", state: "booked" }]);
    expect(json.stoppedProviders).toMatchObject([{ company: "Peach & Sons" }]);
    expect(JSON.stringify(json.links)).not.toMatch(/hash/i);
    expect(json.detailsSharedWith).toMatchObject([
      { company: "Peach & Sons", sharedAt: "2026-02-28T12:00:00.000Z", wasAsked: true },
    ]);
    const csv = await (await downloadExport(ZOE.phone, "csv")).text();
    for (const text of [
      ZOE.name,
      "14045550162",
      "4045550163",
      "Zoe Quillfeather asked for a call",
      "Biscuit",
      "marrowby",
      "deliveryAttempts,1,outcome,delivered",
    ])
      expect(csv).toContain(text);
    expect((await listAuditRows()).filter((row) => row.action === "export-person")).toMatchObject([
      { changes: { format: "json", requests: 1 } },
      { changes: { format: "csv" } },
    ]);
  });

  test("is refused without a valid token or format, and then reveals nothing", async () => {
    await storeZoe();
    for (const query of [
      {},
      { format: "json", person: "x" },
      { format: "xml", person: createToken(ZOE.phone) },
    ]) {
      const response = await exportPerson(actionContext(), {
        query: new URLSearchParams(query as Record<string, string>),
      });
      expect(response.status).toBe(400);
      expect(await response.text()).not.toMatch(/zoe/i);
    }
    expect(await listAuditRows()).toEqual([]);
  });
});

describe("an opt-out", () => {
  test("by staff: pending requests are not delivered, even under the person's other contact; a newer consent ends it", async () => {
    await store({ values: ZOE });
    await store({ values: { ...ZOE, phone: "404 555 0170" } });
    await store();
    advanceClock(1_000);
    expect(await postForm({ intent: "stop", person: createToken(ZOE.phone) })).toEqual({
      ok: true,
      done: "opted-out",
      contacts: 2,
      manualOptOuts: { contacts: [], unnamed: false },
    });
    await deliverDue(delivery);
    expect(crm.calls.map((call) => call.body.record.customer_name)).toEqual(["Jordan Example"]);
    expect((await findPerson(ZOE.phone)).requests).toMatchObject([
      { delivery: "waiting", isOptedOut: true },
    ]);
    advanceClock(MINUTE_MS);
    await store({ values: { ...ZOE, description: "Again" } });
    await deliverDue(delivery);
    expect(crm.calls.map((call) => call.body.record.description)).toEqual([
      "Water under the sink",
      "Again",
    ]);
  });

  test("by staff lists the CRM contacts to update manually, and says where none is known", async () => {
    const optOut = async () => postForm({ intent: "stop", person: createToken(ZOE.phone) });
    const { $client } = context.db;
    for (const contact of ["c2", "c1", null]) {
      const id = await store({ values: { ...ZOE, description: `For ${contact}` } });
      await $client.query(
        "update service_requests set ghl_contact_id = $2, synced_at = $3 where id = $1",
        [id, contact, clock],
      );
    }
    advanceClock(1_000);
    expect(await optOut()).toMatchObject({
      manualOptOuts: { contacts: ["c1", "c2"], unnamed: true },
    });
    await $client.query(
      "insert into crm_connections (id, location_id, expires_at, connected_at, connected_by) values (gen_random_uuid(), 'loc-1', $1, $1, 'test')",
      [clock],
    );
    expect(await optOut()).toMatchObject({ manualOptOuts: { contacts: ["c1", "c2"] } });
    services.env = parseEnv({
      PUBLIC_URL: "https://henry.example",
      CRM_CLIENT_ID: "client",
      CRM_CLIENT_SECRET: "secret",
    });
    await $client.query(
      "update service_requests set ghl_contact_id = 'c1' where ghl_contact_id is null",
    );
    expect(await optOut()).toMatchObject({ manualOptOuts: { contacts: [], unnamed: false } });
  });

  test("by link: opening it changes nothing, the button opts out at once", async () => {
    await store({ values: ZOE });
    const { stopLink } = await findPerson(ZOE.phone);
    const token = /^https:\/\/henry\.example\/stop\/([\w-]+)$/.exec(stopLink ?? "")?.[1] ?? "";
    expect(parseStopToken(contactKeys, token)?.map((contact) => contact.kind)).toEqual([
      "phone",
      "email",
    ]);
    expect(Buffer.from(token, "base64url").toString("latin1")).not.toMatch(/0162|zoe/i);
    expect(await queryRows(context.db, "select 1 from suppressions")).toEqual([]);
    const started = performance.now();
    expect(await optOutByLink(actionContext(), { token })).toEqual({ ok: true });
    expect(performance.now() - started).toBeLessThan(1_000);
    await deliverDue(delivery);
    expect(crm.calls).toEqual([]);
    expect(
      await queryRows(context.db, "select kind, source from suppressions order by kind"),
    ).toEqual([
      { kind: "email", source: "stop-link" },
      { kind: "phone", source: "stop-link" },
    ]);
  });

  test("a link has the contacts that are known, and a changed link does not work", async () => {
    const link = createStopLink(services, { email: "a@b.example" }) ?? "";
    const token = link.split("/").at(-1) ?? "";
    expect(parseStopToken(contactKeys, token)).toHaveLength(1);
    expect(createStopLink(services, { phone: "no number" })).toBeNull();
    for (const invalid of [
      "",
      "x",
      token.slice(0, -3),
      `B${token.slice(1)}`,
      `${token.slice(0, 20)}B${token.slice(21)}`,
      token.slice(0, 30) + token,
    ]) {
      expect(parseStopToken(contactKeys, invalid), invalid).toBeNull();
      expect(await optOutByLink(actionContext(), { token: invalid })).toEqual({
        ok: false,
        reason: "link",
      });
    }
    expect(parseStopToken([Buffer.alloc(32, 8)], token)).toBeNull();
  });

  test("a link that is used again and again stores a limited number of rows", async () => {
    const token = createStopLink(services, { phone: ZOE.phone })?.split("/").at(-1) ?? "";
    const results = [];
    for (let n = 0; n < 25; n++) results.push(await optOutByLink(actionContext(), { token }));
    expect(results.filter((result) => result.ok)).toHaveLength(20);
    expect(results.at(-1)).toEqual({ ok: false, reason: "too-many" });
    expect(await listAuditRows()).toHaveLength(20);
  });
});

describe("erasing", () => {
  test("leaves nothing of the person in any table except the consent record, which stays sealed", async () => {
    const id = await storeZoe();
    await sealConsentRecords(context.db, { now: clock });
    expect(await findTablesWith(TRACES)).toEqual([
      "consent_records",
      "homeowners",
      "request_events",
      "request_notes",
      "request_photos",
      "service_requests",
    ]);
    const consent = await queryRows(context.db, "select * from consent_records");
    const person = createToken(ZOE.phone);
    expect(await postForm({ intent: "erase", person, confirm: "erase" })).toEqual({
      ok: false,
      reason: "confirm",
    });
    expect(await postForm({ intent: "erase", person, confirm: "ERASE" })).toEqual({
      ok: true,
      done: "erased",
      requests: 1,
      crmContacts: [],
      wasProviderPerson: false,
    });
    expect(await findTablesWith(TRACES)).toEqual(["consent_records"]);
    expect(await queryRows(context.db, "select * from consent_records")).toEqual(consent);
    expect(await verifyConsentChain(context.db)).toMatchObject({
      checked: 1,
      unsealed: 0,
      damage: null,
    });
    expect(
      await queryRows(
        context.db,
        "select service_type, status, created_at from service_requests where id = $1",
        [id],
      ),
    ).toEqual([{ service_type: "Plumbing", status: "new", created_at: clock }]);
    expect(
      await queryRows(context.db, "select detail from request_events where kind = 'status'"),
    ).toEqual([{ detail: { from: "new", to: "contacted" } }]);
    expect((await listAuditRows()).map((row) => row.action)).toEqual(["erase-person"]);
  });

  test("stops pending deliveries for good", async () => {
    const id = await store({ values: ZOE });
    await postForm({
      intent: "erase",
      person: createToken("zoe.quill@mail.example"),
      confirm: "ERASE",
    });
    advanceClock(60 * MINUTE_MS);
    await deliverDue(delivery);
    expect(crm.calls).toEqual([]);
    expect(
      await queryRows(context.db, "select state from crm_outbox where request_id = $1", [id]),
    ).toEqual([{ state: "dead" }]);
  });

  test("is refused during a delivery, and lists the contact that stays in the CRM", async () => {
    await store({ values: ZOE });
    await claimDeliveries(delivery);
    const erase = () =>
      postForm({ intent: "erase", person: createToken(ZOE.phone), confirm: "ERASE" });
    expect(await erase()).toEqual({ ok: false, reason: "sending" });
    advanceClock(MINUTE_MS);
    await deliverDue(delivery);
    expect(await erase()).toMatchObject({
      ok: true,
      crmContacts: [expect.stringMatching(/^contact-/)],
    });
  });

  test("removes a person from the requests of others, and changes nothing else in them", async () => {
    await store({ values: ZOE });
    await store();
    await postForm({ intent: "erase", person: createToken("404 555 0163"), confirm: "ERASE" });
    expect(await findTablesWith(["marrowby", "555-0163"])).toEqual([]);
    expect(
      await queryRows(
        context.db,
        "select customer_name, description from service_requests order by customer_name",
      ),
    ).toEqual([
      { customer_name: "Jordan Example", description: "Water under the sink" },
      { customer_name: ZOE.name, description: ZOE.description },
    ]);
  });

  test("deletes the views of anybody that name the person, and keeps all others", async () => {
    await store({ values: ZOE });
    const owner = randomUUID();
    await context.db.$client.query(
      "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Ana', 'ana@staff.example', $2, $2)",
      [owner, clock],
    );
    const digits = ZOE.phone.replaceAll(/\D/g, "");
    for (const [name, q, isShared] of [
      ["By phone", `+1 ${digits.slice(0, 3)}-${digits.slice(3)}`, false],
      ["By mail", ZOE.email.toUpperCase(), false],
      ["By name", ZOE.name.toLowerCase(), true],
      [`Call ${ZOE.name}`, "roof", false],
      ["Roofs", "roof", true],
      ["Area", digits.slice(0, 3), false],
    ] as const)
      await context.db.$client.query(
        "insert into saved_views (id, owner_id, name, query, is_shared, created_at) values (gen_random_uuid(), $1, $2, $3, $4, $5)",
        [owner, name, new URLSearchParams({ q }).toString(), isShared, clock],
      );
    await postForm({ intent: "erase", person: createToken(ZOE.phone), confirm: "ERASE" });
    expect(await queryRows(context.db, "select name from saved_views order by name")).toEqual([
      { name: "Area" },
      { name: "Roofs" },
    ]);
    const audit = (await listAuditRows()).at(-1);
    expect(audit).toMatchObject({ action: "erase-person", changes: { savedViews: 4 } });
  });

  test("and every other action is audited without personal data", async () => {
    await storeZoe();
    await postForm({ intent: "find", contact: ZOE.phone });
    await downloadExport(ZOE.phone, "csv");
    await postForm({ intent: "stop", person: createToken(ZOE.phone) });
    await postForm({ intent: "erase", person: createToken(ZOE.phone), confirm: "ERASE" });
    expect((await listAuditRows()).map((row) => row.action)).toEqual([
      "find-person",
      "export-person",
      "stop-contact",
      "erase-person",
    ]);
    expect(JSON.stringify(await listAuditRows()).toLowerCase()).not.toMatch(
      new RegExp(TRACES.join("|")),
    );
    expect(
      (await queryRows(context.db, "select distinct actor, http_request_id from audit_log"))[0],
    ).toEqual({ actor: staffId, http_request_id: requestId });
  });
});
