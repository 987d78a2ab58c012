import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { checkLedger, postCredits } from "#app/features/billing/ledger.server.ts";
import { countProviders, listProviders } from "#app/features/providers/list/queries.server.ts";
import { readFilters } from "#app/features/providers/list/read-filters.ts";
import { loadProviderDetail } from "#app/features/providers/profile/loaders.server.ts";
import {
  getPerformance,
  getProvider,
  getProviderSettings,
  listEvidence,
  listKeys,
} from "#app/features/providers/profile/queries.server.ts";
import {
  createProvider,
  saveProfile,
} from "#app/features/providers/profile/save-profile.server.ts";
import {
  getSettingsFingerprint,
  removeKey,
  saveKey,
  saveProviderSettings,
} from "#app/features/providers/profile/save-settings.server.ts";
import { countCoveringProviders } from "#app/features/providers/queries.server.ts";
import {
  acceptProposal,
  dismissProposal,
} from "#app/features/providers/verification/decide-proposal.server.ts";
import {
  NIGHTLY_CHECK_ACTOR,
  proposeStatuses,
  proposeStatusesNightly,
} from "#app/features/providers/verification/propose-statuses.server.ts";
import {
  addEvidence,
  removeEvidence,
  setStatus,
} from "#app/features/providers/verification/verify-provider.server.ts";
import { hashContact } from "#app/lib/contact-keys.server.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createVault } from "#app/lib/vault.server.ts";
import {
  contactKeys,
  openTestDatabase,
  queryRows,
  siteSettings,
  storeRequest,
} from "../factories.ts";

const NOW = new Date("2026-05-04T16:00:00Z");
const timeZone = "America/New_York";
const staffId = randomUUID();
const vault = createVault(Buffer.alloc(32, 1));
const actionContext = (now = NOW) => ({
  db: context.db,
  actor: staffId,
  httpRequestId: "r1",
  now,
  contactKeys,
  vault,
});
const daysFrom = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(async () => {
  // Ledger rows cannot be deleted, so tests read them by provider.
  await context.owner.$client.query("delete from jobs; delete from providers");
});
const pool = () => context.db.$client;

const buildProfile = (changes: Record<string, unknown> = {}) => ({
  company_name: "Peach Plumbing",
  contact_name: "Pat Example",
  phone: "(404) 555-0123",
  contact_email: "",
  business_address: "",
  business_city: "Atlanta",
  business_state: "ga",
  business_zip: "30301",
  service_categories: ["Plumbing"],
  service_area_zips: "30301, 30302",
  verification_status: "pending",
  verified_until: "",
  credits: "",
  ...changes,
});
async function addProvider(changes: Record<string, unknown> = {}, now = NOW): Promise<string> {
  const created = await createProvider(actionContext(now), {
    values: buildProfile(changes),
    timeZone,
  });
  if (!created.ok) throw new Error(JSON.stringify(created.errors));
  return created.id;
}
async function loadProvider(id: string) {
  const provider = await getProvider(context.db, id);
  if (!provider) throw new Error("gone");
  return provider;
}
const save = async (
  id: string,
  changes: Record<string, unknown>,
  openedState?: { version?: number; creditsOpened?: number },
) => {
  const { version, credits } = await loadProvider(id);
  return saveProfile(actionContext(), {
    id,
    values: buildProfile(changes),
    version,
    creditsOpened: credits,
    timeZone,
    ...openedState,
  });
};
const listPage = (query = "") =>
  listProviders(context.db, { filters: readFilters(new URLSearchParams(query)), now: NOW });
const listNames = async (query: string) =>
  (await listPage(query)).rows.map((row) => row.companyName);
const listAuditRows = (id: string) =>
  queryRows<{ action: string; changes: Record<string, unknown> }>(
    context.db,
    "select action, changes from audit_log where entity_id = $1 order by at, id",
    [id],
  );

describe("the list", () => {
  test("is paged in both directions, even if many rows have the same time", async () => {
    for (let i = 0; i < 120; i++)
      await addProvider({ company_name: `Company ${i}` }, daysFrom(-Math.floor(i / 40)));
    const firstPage = await listPage();
    const secondPage = await listPage(`after=${firstPage.older}`);
    const thirdPage = await listPage(`after=${secondPage.older}`);
    expect([firstPage, secondPage, thirdPage].map(({ rows }) => rows.length)).toEqual([50, 50, 20]);
    expect([firstPage.newer, thirdPage.older]).toEqual([null, null]);
    const allIds = (
      await queryRows<{ id: string }>(
        context.db,
        "select id from providers order by created_at desc, id desc",
      )
    ).map(({ id }) => id);
    expect([...firstPage.rows, ...secondPage.rows, ...thirdPage.rows].map(({ id }) => id)).toEqual(
      allIds,
    );
    expect((await listPage(`before=${thirdPage.newer}`)).rows.map(({ id }) => id)).toEqual(
      secondPage.rows.map(({ id }) => id),
    );
    expect((await listPage(`before=${secondPage.newer}`)).rows.map(({ id }) => id)).toEqual(
      firstPage.rows.map(({ id }) => id),
    );
  });

  test("is searched by company, contact, city and phone, whatever the punctuation, and filtered by status", async () => {
    await addProvider({
      company_name: "Peach Plumbing 24/7",
      contact_name: "Ana Lopez",
      phone: "+1 (404) 555-0123",
      verification_status: "verified",
    });
    await addProvider(
      {
        company_name: "100%_Roofs",
        contact_name: "Bo O'Neil",
        phone: "770.555.0188",
        business_city: "St. Louis",
        business_state: "MO",
      },
      daysFrom(-1),
    );
    for (const query of [
      "peach",
      "LOPEZ ana",
      "404-555-0123",
      "4045550123",
      "555 0123",
      "1 404 555",
      "peach 24/7",
    ])
      expect(await listNames(`q=${encodeURIComponent(query)}`), query).toEqual([
        "Peach Plumbing 24/7",
      ]);
    for (const query of ["st. louis", "o'neil", "100%_", "770", "bo"])
      expect(await listNames(`q=${encodeURIComponent(query)}`), query).toEqual(["100%_Roofs"]);
    for (const query of ["peach roofs", "nobody", "%%%", "___"])
      expect(await listNames(`q=${encodeURIComponent(query)}`), query).toEqual([]);
    expect(await listNames("status=verified")).toEqual(["Peach Plumbing 24/7"]);
    expect(await listNames("status=pending&q=peach")).toEqual([]);
    expect(await listNames("status=nonsense&after=broken")).toHaveLength(2);
  });

  test("has the details of each provider, and counts over all", async () => {
    const id = await addProvider({ verification_status: "verified", credits: "12.50" });
    await addProvider({ company_name: "Other" }, daysFrom(-1));
    await pool().query(
      "insert into payments_subscriptions (id, provider_id, status, package_tier) values (gen_random_uuid(), $1, 'active', 'Gold')",
      [id],
    );
    for (const days of [-1, -6, -8])
      await pool().query(
        "insert into jobs (id, service_type, status, provider_id, created_at) values (gen_random_uuid(), 'Plumbing', 'completed', $1, $2)",
        [id, daysFrom(days)],
      );
    const [firstRow, secondRow] = (await listPage()).rows;
    expect(firstRow).toMatchObject({
      id,
      categories: ["Plumbing"],
      zips: 2,
      city: "Atlanta",
      state: "GA",
      subscription: "active",
      tier: "Gold",
      credits: 12.5,
      jobsThisWeek: 2,
    });
    expect(secondRow).toMatchObject({ subscription: null, jobsThisWeek: 0 });
    expect(await countProviders(context.db)).toEqual({
      total: 2,
      verified: 1,
      activeSubscriptions: 1,
      pending: 1,
    });
  });
});

describe("a profile", () => {
  test("is created with its credits in the ledger, and without personal data in the audit log", async () => {
    const id = await addProvider({ credits: "10.25", contact_email: "pat@example.com" });
    expect(await loadProvider(id)).toMatchObject({
      companyName: "Peach Plumbing",
      contactEmail: "pat@example.com",
      address: null,
      state: "GA",
      zips: ["30301", "30302"],
      credits: 10.25,
    });
    expect(await checkLedger(context.db)).toEqual([]);
    expect(await listAuditRows(id)).toEqual([
      {
        action: "create",
        changes: {
          company_name: { from: null, to: "Peach Plumbing" },
          contact_name: { from: null, to: hashContact(contactKeys, "Pat Example") },
          phone: { from: null, to: hashContact(contactKeys, "+14045550123") },
          contact_email: { from: null, to: hashContact(contactKeys, "pat@example.com") },
          business_city: { from: null, to: "Atlanta" },
          business_state: { from: null, to: "GA" },
          business_zip: { from: null, to: "30301" },
          service_categories: { added: ["Plumbing"], removed: [] },
          service_area_zips: { added: ["30301", "30302"], removed: [] },
          status: { from: null, to: "pending" },
          credits: { from: null, to: 10.25 },
        },
      },
    ]);
  });

  test("reports every invalid field", async () => {
    const values = buildProfile({
      company_name: " ",
      contact_name: "",
      phone: "555",
      contact_email: "nobody",
      business_state: "G1",
      business_zip: "3030",
      service_categories: ["Plumbing", "Juggling"],
      service_area_zips: "30301 00000 99999",
      verification_status: "maybe",
      verified_until: "soon",
      credits: "-1",
    });
    const created = await createProvider(actionContext(), { values, timeZone });
    if (created.ok) throw new Error("accepted");
    expect(created.errors).toEqual({
      company_name: "Enter the company name.",
      contact_name: "Enter the contact name.",
      phone: "Enter a phone number with its area code.",
      contact_email: "Enter an email address, such as name@example.com.",
      business_state: "Use two letters, such as GA.",
      business_zip: "Use five digits.",
      service_categories: "Not in the catalog: Juggling.",
      service_area_zips: "There are no such ZIP codes: 00000, 99999.",
      verification_status: "Use one of pending, verified, rejected, expired.",
      verified_until: "Enter a date.",
      credits: "Enter a number from 0 to 1,000,000 with at most two decimals.",
    });
    const otherResult = await createProvider(actionContext(), {
      values: buildProfile({
        service_area_zips: "30301 abc",
        credits: "1.005",
        business_state: "GAA",
      }),
      timeZone,
    });
    expect(otherResult).toMatchObject({
      errors: {
        service_area_zips: "Not ZIP codes: abc.",
        credits: expect.stringContaining("two decimals"),
        business_state: "Use at most 2 characters.",
      },
    });
    expect(await queryRows(context.db, "select 1 from providers")).toEqual([]);
  });

  test("is saved field by field; the audit log has old and new values, of contact data as keyed hashes", async () => {
    const id = await addProvider();
    expect(
      await save(id, { company_name: "Pear Plumbing", service_area_zips: "30305;30301\n30305" }),
    ).toEqual({ ok: true });
    expect(await loadProvider(id)).toMatchObject({
      companyName: "Pear Plumbing",
      zips: ["30305", "30301"],
      version: 2,
    });
    expect(
      await save(id, { company_name: "Pear Plumbing", service_area_zips: "30305 30301" }),
    ).toEqual({ ok: true });
    expect((await loadProvider(id)).version).toBe(2);
    expect((await listAuditRows(id))[1]).toEqual({
      action: "save-profile",
      changes: {
        company_name: { from: "Peach Plumbing", to: "Pear Plumbing" },
        service_area_zips: { added: ["30305"], removed: ["30302"] },
      },
    });
    const contactChanges = {
      company_name: "Pear Plumbing",
      service_area_zips: "30305 30301",
      phone: "404 555 0199",
      contact_email: "Pat@example.com",
      business_city: "",
    };
    expect(
      await save(id, {
        ...contactChanges,
        verification_status: "verified",
        verified_until: "2026-12-31",
        credits: "5",
      }),
    ).toEqual({ ok: true });
    expect((await listAuditRows(id))[2]?.changes).toEqual({
      phone: {
        from: hashContact(contactKeys, "+14045550123"),
        to: hashContact(contactKeys, "+14045550199"),
      },
      contact_email: { from: null, to: hashContact(contactKeys, "pat@example.com") },
      business_city: { from: "Atlanta", to: null },
      status: { from: "pending", to: "verified" },
      verified_until: { from: null, to: "2026-12-31" },
      credits: { from: 0, to: 5 },
    });
    expect(JSON.stringify(await listAuditRows(id))).not.toMatch(/0123|0199|example|Pat /i);
  });

  test("keeps a category that the catalog no longer has, until it is removed", async () => {
    const id = await addProvider();
    await pool().query(
      "update providers set service_categories = '{Plumbing,Sundials}' where id = $1",
      [id],
    );
    expect(await save(id, { service_categories: ["Sundials", "plumbing-water"] })).toEqual({
      ok: true,
    });
    expect((await loadProvider(id)).categories).toEqual(["Sundials", "Plumbing & Water"]);
    expect(await save(id, { service_categories: [] })).toEqual({ ok: true });
    expect(await save(id, { service_categories: ["Sundials"] })).toMatchObject({
      ok: false,
      reason: "fields",
    });
  });

  test("is not overwritten after somebody else changed it", async () => {
    const id = await addProvider();
    const { version } = await loadProvider(id);
    await setStatus(actionContext(), { id, status: "rejected" });
    expect(await save(id, { company_name: "Late" }, { version })).toEqual({
      ok: false,
      reason: "conflict",
    });
    expect((await loadProvider(id)).companyName).toBe("Peach Plumbing");
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        save(id, { company_name: `Name ${index}` }, { version: 2 }),
      ),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(
      await saveProfile(actionContext(), {
        id: randomUUID(),
        values: buildProfile(),
        version: 1,
        creditsOpened: 0,
        timeZone,
      }),
    ).toEqual({ ok: false, reason: "not-found" });
    expect(
      await saveProfile(actionContext(), {
        id: "nonsense",
        values: buildProfile(),
        version: 1,
        creditsOpened: 0,
        timeZone,
      }),
    ).toEqual({ ok: false, reason: "not-found" });
  });

  test("posts the difference of its credits, and keeps changes of them made while the form was open", async () => {
    const id = await addProvider({ credits: "100" });
    expect(await save(id, { credits: "80.55" })).toEqual({ ok: true });
    const lines =
      "select l.amount::float8 as amount, e.kind, e.actor, e.reference from ledger_lines l join ledger_entries e on e.id = l.entry_id where l.provider_id = $1 order by e.at, e.id";
    expect(await queryRows(context.db, lines, [id])).toEqual([
      { amount: 100, kind: "adjustment", actor: staffId, reference: null },
      { amount: -19.45, kind: "adjustment", actor: staffId, reference: null },
    ]);
    // An offer was accepted while the form was open. Unchanged credits keep its charge.
    expect(
      await save(id, { company_name: "Renamed", credits: "105.55" }, { creditsOpened: 105.55 }),
    ).toEqual({ ok: true });
    expect((await loadProvider(id)).credits).toBe(80.55);
    expect(await save(id, { credits: "200" }, { creditsOpened: 105.55 })).toEqual({
      ok: false,
      reason: "conflict",
    });
    expect(await checkLedger(context.db)).toEqual([]);
  });

  test("of a provider who owes credits can be saved, and the balance can only rise", async () => {
    const id = await addProvider({ credits: "10" });
    await withTransaction(context.db, (tx) =>
      postCredits(tx, {
        kind: "reversal",
        providerId: id,
        amount: -40,
        actor: "stripe",
        mayOverdraw: true,
        now: NOW,
      }),
    );
    expect(await save(id, { company_name: "Renamed", credits: "-30" })).toEqual({ ok: true });
    expect(await save(id, { credits: "-31" })).toMatchObject({
      ok: false,
      errors: { credits: expect.stringContaining("from 0") },
    });
    expect(await save(id, { credits: "-5" })).toEqual({ ok: true });
    expect((await loadProvider(id)).credits).toBe(-5);
    expect(await checkLedger(context.db)).toEqual([]);
    expect((await listPage()).rows.find((row) => row.id === id)?.credits).toBe(-5);
  });

  test("has a verification that is valid through its last day", async () => {
    const id = await addProvider({ verification_status: "verified", verified_until: "2026-06-30" });
    expect((await loadProvider(id)).verifiedUntil).toEqual(new Date("2026-07-01T04:00:00Z"));
    expect(
      await save(id, { verification_status: "verified", verified_until: "2026-06-30" }),
    ).toEqual({ ok: true });
    expect((await loadProvider(id)).version).toBe(1);
  });
});

describe("a status", () => {
  test("can be set by staff at any time, ends a proposal, and drops an end date in the past", async () => {
    const id = await addProvider({ verification_status: "expired", verified_until: "2026-05-01" });
    await pool().query(
      "update providers set proposed_status = 'verified', proposed_reason = 'x' where id = $1",
      [id],
    );
    expect(await setStatus(actionContext(), { id, status: "rejected" })).toMatchObject({
      ok: true,
    });
    expect(await loadProvider(id)).toMatchObject({
      status: "rejected",
      proposedStatus: null,
      verifiedUntil: expect.any(Date),
    });
    expect(await setStatus(actionContext(), { id, status: "verified" })).toEqual({
      ok: true,
      verifiedUntil: null,
    });
    expect(await loadProvider(id)).toMatchObject({ status: "verified", verifiedUntil: null });
    expect((await listAuditRows(id)).at(-1)).toEqual({
      action: "set-status",
      changes: { status: { from: "rejected", to: "verified" } },
    });
    expect(await setStatus(actionContext(), { id: "nonsense", status: "verified" })).toEqual({
      ok: false,
      reason: "not-found",
    });
  });
});

describe("settings", () => {
  const values = {
    call_routing_phone: "404-555-0199",
    calendar_integration_url: "https://calendar.example.com/x",
    email_notifications: false,
    sms_notifications: true,
    min_job_value: "99.95",
    max_job_value: "",
  };

  test("are saved unless they changed in the meantime, and audited by field", async () => {
    const id = await addProvider();
    const fingerprint = getSettingsFingerprint(await getProviderSettings(context.db, id));
    expect(
      await saveProviderSettings(actionContext(), { id, values, opened: fingerprint }),
    ).toEqual({ ok: true });
    expect(await getProviderSettings(context.db, id)).toEqual({
      ...values,
      min_job_value: 99.95,
      max_job_value: null,
    });
    expect(
      await saveProviderSettings(actionContext(), { id, values, opened: fingerprint }),
    ).toEqual({
      ok: false,
      reason: "conflict",
    });
    expect((await listAuditRows(id)).at(-1)?.changes).toEqual({
      call_routing_phone: { from: null, to: hashContact(contactKeys, "+14045550199") },
      calendar_integration_url: {
        from: null,
        to: hashContact(contactKeys, "https://calendar.example.com/x"),
      },
      email_notifications: { from: true, to: false },
      sms_notifications: { from: false, to: true },
      min_job_value: { from: null, to: 99.95 },
    });
  });

  test("nobody has saved are the same as those of a new row", async () => {
    const id = await addProvider();
    const unsaved = await getProviderSettings(context.db, id);
    await pool().query("insert into provider_settings (provider_id) values ($1)", [id]);
    expect(await getProviderSettings(context.db, id)).toEqual(unsaved);
  });

  test("refuse a plain HTTP address, a minimum above the maximum and a third decimal", async () => {
    const id = await addProvider();
    const fingerprint = getSettingsFingerprint(await getProviderSettings(context.db, id));
    const invalidValues = {
      ...values,
      call_routing_phone: "12",
      calendar_integration_url: "http://calendar.example.com",
      min_job_value: "10",
      max_job_value: "9.99",
    };
    const result = await saveProviderSettings(actionContext(), {
      id,
      values: invalidValues,
      opened: fingerprint,
    });
    expect(result).toMatchObject({
      errors: {
        call_routing_phone: expect.any(String),
        calendar_integration_url: expect.stringContaining("https://"),
      },
    });
    for (const [min, max] of [
      ["10", "9.99"],
      ["1.005", ""],
      ["-1", ""],
      ["1e3", ""],
    ]) {
      const refusedResult = await saveProviderSettings(actionContext(), {
        id,
        values: { ...values, min_job_value: min, max_job_value: max },
        opened: fingerprint,
      });
      expect(refusedResult, `${min} ${max}`).toMatchObject({ ok: false, reason: "fields" });
    }
    expect(
      await saveProviderSettings(actionContext(), {
        id,
        values: { ...values, min_job_value: "10", max_job_value: "10" },
        opened: fingerprint,
      }),
    ).toEqual({ ok: true });
  });

  test("store keys encrypted, show their last four characters, replace and remove them", async () => {
    const id = await addProvider();
    expect(
      await saveKey(actionContext(), {
        id,
        values: { name: "calendar", secret: "sk_live_12345678" },
      }),
    ).toEqual({ ok: true });
    expect(
      await saveKey(actionContext(), {
        id,
        values: { name: "Billing", secret: "another-secret-9876" },
      }),
    ).toEqual({ ok: true });
    expect(
      await saveKey(actionContext(), {
        id,
        values: { name: "calendar", secret: "sk_live_abcdefgh" },
      }),
    ).toEqual({ ok: true });
    expect(await listKeys(context.db, { providerId: id, vault })).toEqual([
      { name: "Billing", lastFour: "9876" },
      { name: "calendar", lastFour: "efgh" },
    ]);
    const [row] = await queryRows<{ text: string; sealed: string }>(
      context.db,
      "select (select string_agg(s::text, '') from provider_settings s) || (select string_agg(a::text, '') from audit_log a) as text, api_integration_keys ->> 'calendar' as sealed from provider_settings",
    );
    expect(row?.text).not.toContain("sk_live");
    // A sealed key copied to another provider cannot be decrypted there.
    const otherProvider = await addProvider({ company_name: "Other" });
    await pool().query(
      "insert into provider_settings (provider_id, api_integration_keys) values ($1, $2)",
      [otherProvider, JSON.stringify({ calendar: row?.sealed })],
    );
    expect(await listKeys(context.db, { providerId: otherProvider, vault })).toEqual([
      { name: "calendar", lastFour: null },
    ]);
    expect(await removeKey(actionContext(), { id, name: "calendar" })).toEqual({ ok: true });
    expect(await removeKey(actionContext(), { id, name: "calendar" })).toEqual({
      ok: false,
      reason: "not-found",
    });
    expect((await listKeys(context.db, { providerId: id, vault })).map(({ name }) => name)).toEqual(
      ["Billing"],
    );
    for (const invalidKey of [
      { name: "__proto__", secret: "long enough to be one" },
      { name: "ok", secret: "short" },
      { name: "", secret: "long enough to be one" },
    ])
      expect(await saveKey(actionContext(), { id, values: invalidKey })).toMatchObject({
        ok: false,
        reason: "fields",
      });
    expect((await listAuditRows(id)).slice(1).map(({ action }) => action)).toEqual([
      "add-key",
      "add-key",
      "replace-key",
      "remove-key",
    ]);
  });
});

test("performance counts accepted bids of a week and a month, jobs of a week, and shows the latest five jobs", async () => {
  const id = await addProvider();
  const addJob = async (days: number, provider: string | null) => {
    const jobId = randomUUID();
    await pool().query(
      "insert into jobs (id, service_type, status, provider_id, created_at) values ($1, $2, 'completed', $3, $4)",
      [jobId, `Job ${days}`, provider, daysFrom(days)],
    );
    return jobId;
  };
  const addBid = (days: number, status: string, jobId: string | null = null) =>
    pool().query(
      "insert into bids (id, provider_id, job_id, status, amount, created_at) values (gen_random_uuid(), $1, $2, $3, 120.5, $4)",
      [id, jobId, status, daysFrom(days)],
    );
  for (const days of [-1, -2, -3, -9, -40]) await addJob(days, id);
  await addBid(-2, "accepted", await addJob(-2.5, null));
  await addBid(-20, "accepted");
  await addBid(-50, "accepted");
  await addBid(-1, "declined");
  const metrics = await getPerformance(context.db, { providerId: id, now: NOW });
  expect(metrics).toMatchObject({ bidsWeek: 1, bidsMonth: 2, jobsWeek: 3 });
  expect(
    metrics.jobs.map(({ serviceType, bidStatus, amount }) => [serviceType, bidStatus, amount]),
  ).toEqual([
    ["Job -1", null, null],
    ["Job -2", null, null],
    ["Job -2.5", "accepted", 120.5],
    ["Job -3", null, null],
    ["Job -9", null, null],
  ]);
  expect(metrics.weeks.map(({ accepted }) => accepted)).toEqual([
    0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1,
  ]);
});

test("a bid that belongs to an offer is shown in credits, another one in dollars", async () => {
  const id = await addProvider();
  const request = await storeRequest(context.db, { now: NOW });
  for (const [name, days] of [
    ["Paid", -2],
    ["Offered", -1],
  ] as const) {
    const [jobId, bidId] = [randomUUID(), randomUUID()];
    await pool().query(
      "insert into jobs (id, service_type, status, provider_id, created_at) values ($1, $2, 'in_progress', $3, $4)",
      [jobId, name, id, daysFrom(days)],
    );
    await pool().query(
      "insert into bids (id, provider_id, job_id, status, amount, created_at) values ($1, $2, $3, 'accepted', 25, $4)",
      [bidId, id, jobId, daysFrom(days)],
    );
    if (name === "Offered")
      await pool().query(
        `insert into offers (id, request_id, provider_id, token_hash, state, cost, offered_by, created_at, expires_at, job_id, bid_id)
         values (gen_random_uuid(), $1, $2, 'hash', 'accepted', 25, 'test', $3, $3, $4, $5)`,
        [request.ok ? request.id : null, id, NOW, jobId, bidId],
      );
  }
  const services = {
    db: context.db,
    env: parseEnv({}),
    vault: createVault(Buffer.alloc(32, 1)),
    now: () => NOW,
    settings: { get: async () => siteSettings, drop() {} },
  };
  const detail = await loadProviderDetail(services, { id, tab: "performance", staffName: "Ana" });
  expect(detail?.performance?.jobs.map(({ serviceType, amount }) => [serviceType, amount])).toEqual(
    [
      ["Offered", "25 credits"],
      ["Paid", "$25.00"],
    ],
  );
});

test("the public count of verified providers has no demo rows, and no trade that a provider does not list", async () => {
  const [roofer, exterior] = [
    await addProvider({ verification_status: "verified" }),
    await addProvider({ verification_status: "verified", phone: "404-555-0124" }),
  ];
  const setCategories = (id: string, categories: string[]) =>
    pool().query("update providers set service_categories = $2 where id = $1", [id, categories]);
  await setCategories(roofer, ["Roofing"]);
  await setCategories(exterior, ["Exterior & Structure"]);
  const service = {
    slug: "roofing",
    name: "Roofing",
    categoryName: "Exterior & Structure",
    categorySlug: "exterior-structure",
  };
  const countCoverage = (coveredService?: typeof service) =>
    countCoveringProviders(context.db, { zip: "30301", service: coveredService, now: NOW });
  expect(await countCoverage()).toEqual({ listed: 2, inCategory: 0 });
  expect(await countCoverage(service)).toEqual({ listed: 1, inCategory: 1 });
  expect(
    await countCoverage({
      slug: "towing",
      name: "Towing",
      categoryName: "Auto Repair",
      categorySlug: "auto-repair-group",
    }),
  ).toEqual({ listed: 0, inCategory: 0 });
  await pool().query("update providers set is_demo = true where id = $1", [exterior]);
  expect(await countCoverage(service)).toEqual({ listed: 1, inCategory: 0 });
  await pool().query("update providers set is_demo = true where id = $1", [roofer]);
  expect(await countCoverage()).toEqual({ listed: 0, inCategory: 0 });
});

describe("evidence", () => {
  const buildEvidence = (changes: Record<string, string> = {}) => ({
    check: "license",
    description: "State license 123",
    checked_by: "Ana",
    valid_until: "",
    ...changes,
  });
  const getProposal = async (id: string) => {
    const { status, proposedStatus, proposedReason } = await loadProvider(id);
    return { status, proposedStatus, proposedReason };
  };

  test("is added and removed, each with an audit row", async () => {
    const id = await addProvider();
    expect(
      await addEvidence(actionContext(), {
        timeZone,
        id,
        values: buildEvidence({ valid_until: "2027-01-31" }),
      }),
    ).toEqual({ ok: true });
    const [added] = await listEvidence(context.db, id);
    expect(added).toMatchObject({
      check: "license",
      description: "State license 123",
      checkedBy: "Ana",
      validUntil: "2027-01-31",
    });
    expect(
      await addEvidence(actionContext(), {
        timeZone,
        id,
        values: buildEvidence({ check: "luck", description: " ", valid_until: "2027-02-30" }),
      }),
    ).toMatchObject({
      errors: {
        check: "Choose what was checked.",
        description: expect.any(String),
        valid_until: "Enter a date.",
      },
    });
    const otherProvider = await addProvider({ company_name: "Other" });
    expect(
      await removeEvidence(actionContext(), {
        timeZone,
        id: otherProvider,
        evidenceId: added?.id ?? "",
      }),
    ).toEqual({
      ok: false,
      reason: "not-found",
    });
    expect(await removeEvidence(actionContext(), { timeZone, id, evidenceId: "nonsense" })).toEqual(
      {
        ok: false,
        reason: "not-found",
      },
    );
    expect(
      await removeEvidence(actionContext(), { timeZone, id, evidenceId: added?.id ?? "" }),
    ).toEqual({
      ok: true,
    });
    expect(JSON.stringify(await listAuditRows(id))).not.toMatch(/State license|Ana/);
  });

  test("leads to a proposal at night, which changes no status until somebody accepts it", async () => {
    const ready = await addProvider({ company_name: "Ready" });
    await addEvidence(actionContext(), { timeZone, id: ready, values: buildEvidence() });
    await addEvidence(actionContext(), {
      timeZone,
      id: ready,
      values: buildEvidence({ check: "insurance", valid_until: "2026-12-31" }),
    });
    const lapsed = await addProvider({
      company_name: "Lapsed",
      verification_status: "verified",
      verified_until: "2026-05-03",
    });
    const rejected = await addProvider({
      company_name: "Rejected",
      verification_status: "rejected",
    });
    const verified = await addProvider({ company_name: "Fine", verification_status: "verified" });
    expect(await proposeStatuses(actionContext(), { timeZone })).toEqual({
      verified: 1,
      expired: 1,
      withdrawn: 0,
    });
    expect(await getProposal(ready)).toEqual({
      status: "pending",
      proposedStatus: "verified",
      proposedReason: "License and Insurance are valid",
    });
    expect(await getProposal(lapsed)).toEqual({
      status: "verified",
      proposedStatus: "expired",
      proposedReason: "The verification has run out",
    });
    for (const id of [rejected, verified])
      expect((await getProposal(id)).proposedStatus).toBeNull();
    expect(await proposeStatuses(actionContext(), { timeZone })).toEqual({
      verified: 0,
      expired: 0,
      withdrawn: 0,
    });
    expect(
      await acceptProposal(actionContext(), { id: ready, shown: "expired", timeZone }),
    ).toEqual({
      ok: false,
      reason: "changed",
    });
    expect(
      await acceptProposal(actionContext(), { id: ready, shown: "verified", timeZone }),
    ).toEqual({
      ok: true,
    });
    expect(await loadProvider(ready)).toMatchObject({
      status: "verified",
      proposedStatus: null,
      verifiedUntil: new Date("2027-01-01T05:00:00Z"),
    });
    // The proposal is withdrawn once its reason no longer applies.
    await pool().query("update providers set verified_until = null where id = $1", [lapsed]);
    expect(await proposeStatuses(actionContext(), { timeZone })).toEqual({
      verified: 0,
      expired: 0,
      withdrawn: 1,
    });
    expect((await getProposal(lapsed)).proposedStatus).toBeNull();
  });

  test("a dismissed proposal comes back only when the facts behind it change", async () => {
    const id = await addProvider();
    const secondsLater = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
    const runNightlyCheck = async () => {
      await proposeStatuses(actionContext(), { timeZone });
      return (await getProposal(id)).proposedStatus;
    };
    await addEvidence(actionContext(), { timeZone, id, values: buildEvidence() });
    await addEvidence(actionContext(), {
      timeZone,
      id,
      values: buildEvidence({ check: "insurance" }),
    });
    expect(await runNightlyCheck()).toBe("verified");
    expect(
      await dismissProposal(actionContext(secondsLater(1)), { id, shown: "expired", timeZone }),
    ).toEqual({
      ok: false,
      reason: "changed",
    });
    expect(
      await dismissProposal(actionContext(secondsLater(2)), { id, shown: "verified", timeZone }),
    ).toEqual({
      ok: true,
    });
    expect(await getProposal(id)).toEqual({
      status: "pending",
      proposedStatus: null,
      proposedReason: null,
    });
    expect((await listAuditRows(id)).at(-1)).toMatchObject({
      action: "dismiss-proposal",
      changes: { proposed: "verified" },
    });
    expect([await runNightlyCheck(), await runNightlyCheck()]).toEqual([null, null]);
    await addEvidence(actionContext(), {
      timeZone,
      id,
      values: buildEvidence({ check: "references" }),
    });
    expect(await runNightlyCheck()).toBe("verified");
    await dismissProposal(actionContext(secondsLater(3)), { id, shown: "verified", timeZone });
    // Dismissing one proposal does not suppress a different one.
    await pool().query(
      "update providers set verification_status = 'verified', verified_until = $2 where id = $1",
      [id, daysFrom(-1)],
    );
    expect(await runNightlyCheck()).toBe("expired");
    await dismissProposal(actionContext(secondsLater(4)), { id, shown: "expired", timeZone });
    expect(await runNightlyCheck()).toBeNull();
    await pool().query("update providers set verified_until = $2 where id = $1", [
      id,
      daysFrom(-0.5),
    ]);
    expect(await runNightlyCheck()).toBe("expired");
  });

  test("a proposal that the evidence no longer supports is withdrawn and cannot be accepted", async () => {
    const id = await addProvider();
    await addEvidence(actionContext(), { timeZone, id, values: buildEvidence() });
    await addEvidence(actionContext(), {
      timeZone,
      id,
      values: buildEvidence({ check: "insurance", valid_until: "2026-05-20" }),
    });
    await proposeStatuses(actionContext(), { timeZone });
    // The insurance expires after the night of the proposal.
    expect(
      await acceptProposal(actionContext(daysFrom(20)), { id, shown: "verified", timeZone }),
    ).toEqual({
      ok: false,
      reason: "changed",
    });
    expect((await getProposal(id)).status).toBe("pending");
    const [insurance] = await listEvidence(context.db, id);
    await removeEvidence(actionContext(), { timeZone, id, evidenceId: insurance?.id ?? "" });
    expect((await getProposal(id)).proposedStatus).toBeNull();
    expect(await acceptProposal(actionContext(), { id, shown: "verified", timeZone })).toEqual({
      ok: false,
      reason: "changed",
    });
  });

  test("is checked once a night, by one instance, for more providers than one batch", async () => {
    await pool().query(
      "insert into providers (id, company_name, contact_name, phone, verification_status, verified_until, created_at) select gen_random_uuid(), 'Many', 'M', '4045550100', 'verified', $1, $1 from generate_series(1, 2500)",
      [daysFrom(-1)],
    );
    const checkTime = new Date("2026-05-10T07:00:00Z");
    const nightlyContext = (now: Date) => ({ ...actionContext(now), actor: NIGHTLY_CHECK_ACTOR });
    const results = await Promise.all(
      [1, 2, 3].map(() => proposeStatusesNightly(nightlyContext(checkTime), { timeZone })),
    );
    expect(results.filter(Boolean)).toEqual([{ verified: 0, expired: 2_500, withdrawn: 0 }]);
    expect(
      await proposeStatusesNightly(nightlyContext(new Date(checkTime.getTime() + HOUR_MS)), {
        timeZone,
      }),
    ).toBeNull();
    expect(
      await proposeStatusesNightly(nightlyContext(new Date(checkTime.getTime() + DAY_MS)), {
        timeZone,
      }),
    ).toEqual({ verified: 0, expired: 0, withdrawn: 0 });
  });
});
