import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { loadClaimsPage } from "#app/features/claims/loaders.server.ts";
import { measureEvidence } from "#app/features/claims/measure-evidence.server.ts";
import {
  setClaimsOnlyWithEvidence,
  switchClaimsNightly,
} from "#app/features/claims/switch-claims.server.ts";
import { updateStatuses } from "#app/features/requests/inbox/mutations.server.ts";
import { getContentTokens } from "#app/features/settings/claims.server.ts";
import { setClaimWording } from "#app/features/settings/mutations.server.ts";
import { getSiteSettings } from "#app/features/settings/queries.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { openTestDatabase, queryRows, siteSettings, storeRequest } from "../factories.ts";
import { insertProvider } from "../providers.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
const db = () => (context as NonNullable<typeof context>).db;
/** A Monday, 10 AM in New York, where the business is open from 7 AM to 9 PM. */
const now = new Date("2026-11-16T15:00:00Z");
const later = (days: number) => new Date(now.getTime() + days * DAY_MS);
const asStaff = (at = now) => ({ db: db(), actor: "tester", now: at });
const asMember = (at = now) => ({ db: db(), actor: randomUUID(), now: at });

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context?.close());

const measure = (at = now) => measureEvidence(db(), { now: at, site: siteSettings });
const getClaim = async (id: string) =>
  (await loadClaimsPage(db(), { now })).claims.find((claim) => claim.id === id);
const query = (text: string, values: unknown[] = []) => db().$client.query(text, values);

type ProviderOptions = {
  evidence?: Record<string, string | null>;
  subscription?: string | null;
  changes?: Record<string, unknown>;
};

async function addProvider({
  evidence = {},
  subscription = "active",
  changes = {},
}: ProviderOptions = {}): Promise<string> {
  const { id } = await insertProvider(db().$client, {
    verification_status: "verified",
    ...changes,
  });
  if (subscription)
    await query(
      "insert into payments_subscriptions (id, provider_id, status) values (gen_random_uuid(), $1, $2)",
      [id, subscription],
    );
  for (const [check, validUntil] of Object.entries(evidence))
    await query(
      `insert into verification_evidence (id, provider_id, "check", description, checked_by, valid_until, created_at)
       values (gen_random_uuid(), $1, $2, 'Seen', 'Ana', $3, $4)`,
      [id, check, validUntil, now],
    );
  return id;
}

let phones = 0;
async function addRequest(receivedAt: Date): Promise<string> {
  phones += 1;
  const request = await storeRequest(db(), {
    now: receivedAt,
    values: { phone: `(404) 555-${1_000 + phones}` },
  });
  if (!request.ok) throw new Error(request.reason);
  return request.id;
}
async function addReview(
  rating: number,
  {
    providerId,
    isDemo = false,
    isHidden = false,
  }: Record<string, unknown> & { providerId: string },
) {
  const requestId = await addRequest(now);
  await query("update service_requests set is_demo = $2 where id = $1", [requestId, isDemo]);
  const offerId = randomUUID();
  await query(
    "insert into offers (id, request_id, provider_id, state, token_hash, cost, offered_by, created_at, expires_at) values ($1, $2, $3, 'accepted', $5, 0, 'test', $4, $4)",
    [offerId, requestId, providerId, now, offerId],
  );
  await query(
    "insert into reviews (id, request_id, offer_id, provider_id, rating, created_at, hidden_at, hidden_reason) values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7)",
    [requestId, offerId, providerId, rating, now, isHidden ? now : null, isHidden ? "abuse" : null],
  );
}
const contact = (id: string, at: Date) =>
  updateStatuses(
    { db: db(), actor: randomUUID(), now: at },
    {
      changes: [{ id, status: "contacted" }],
    },
  );

describe("the evidence", () => {
  test("of an empty database is none, and the page says so for each claim", async () => {
    expect(await measure()).toEqual({
      reviews: { sum: 0, count: 0 },
      responseMinutes: [],
      verifiedProviders: 0,
      activeProviders: [],
      cities: { covered: 0, all: 25 },
    });
    const page = await loadClaimsPage(db(), { now });
    expect(page).toMatchObject({
      isOnlyWithEvidence: false,
      verifiedProviders: 0,
      hours: "7 AM - 9 PM",
      measuredAt: expect.stringContaining("Nov 16, 2026"),
    });
    expect(new Set(page.claims.map(({ state }) => state))).toEqual(
      new Set(["missing", "your-word"]),
    );
  });

  test("of ratings counts hidden reviews, and no demo data", async () => {
    const providerId = await addProvider();
    await addReview(5, { providerId });
    await addReview(1, { providerId, isHidden: true });
    await addReview(5, { providerId, isDemo: true });
    await addReview(5, { providerId: await addProvider({ changes: { is_demo: true } }) });
    expect((await measure()).reviews).toEqual({ sum: 6, count: 2 });
  });

  test("of checks is valid through its last day, for providers that can get work", async () => {
    await addProvider({ evidence: { license: "2026-11-16", insurance: null } });
    await addProvider({ evidence: { license: "2026-11-15", insurance: "2027-01-01" } });
    await addProvider({ subscription: "canceled" });
    await addProvider({ subscription: null });
    await addProvider({ changes: { verification_status: "pending" } });
    await addProvider({ changes: { verified_until: now } });
    await addProvider({ changes: { is_demo: true } });
    const { activeProviders, verifiedProviders } = await measure();
    expect(verifiedProviders).toBe(4);
    expect(
      activeProviders
        .map(({ checks, count }) => ({ checks, count }))
        .toSorted((a, b) => (a.checks.length > b.checks.length ? -1 : 1)),
    ).toEqual([
      { checks: ["insurance", "license"], count: 1 },
      { checks: ["insurance"], count: 1 },
    ]);
  });

  test("of cities needs verified providers there", async () => {
    await addProvider({ changes: { service_area_zips: ["10001", "60601", "30301"] } });
    await addProvider({ changes: { service_area_zips: ["10001"] } });
    await addProvider({
      changes: { service_area_zips: ["02108"], verification_status: "pending" },
    });
    expect((await measure()).cities).toEqual({ covered: 2, all: 25 });
  });

  test("of the first contact counts business time, and requests without any contact", async () => {
    // Friday 8:55 PM in New York; answered on Saturday at 7:05 AM.
    const evening = await addRequest(new Date("2026-11-07T01:55:00Z"));
    await contact(evening, new Date("2026-11-07T12:05:00Z"));
    // A second mark does not change the first contact.
    await updateStatuses(asMember(), { changes: [{ id: evening, status: "new" }] });
    await contact(evening, now);
    const messaged = await addRequest(new Date("2026-11-06T15:00:00Z"));
    await query(
      "insert into request_messages (id, request_id, author, text, channel, created_at) values (gen_random_uuid(), $1, 'staff', 'Hello', 'page', $2)",
      [messaged, new Date("2026-11-06T15:03:00Z")],
    );
    // Closed without a contact on record.
    const closed = await addRequest(new Date("2026-11-05T15:00:00Z"));
    await updateStatuses(asMember(), { changes: [{ id: closed, status: "closed" }] });
    const answered = await addRequest(new Date("2026-11-04T15:00:00Z"));
    await query(
      "insert into request_events (id, request_id, at, actor_id, kind, detail) values (gen_random_uuid(), $1, $2, gen_random_uuid(), 'offer-released', '{}')",
      [answered, new Date("2026-11-04T15:30:00Z")],
    );
    // Neither too new, too old, held as spam nor demo data.
    await addRequest(new Date(now.getTime() - DAY_MS + MINUTE_MS));
    await addRequest(later(-91));
    await storeRequest(db(), { now: later(-3), meta: { website: "http://spam.example" } });
    const demo = await addRequest(later(-3));
    await query("update service_requests set is_demo = true where id = $1", [demo]);
    expect((await measure()).responseMinutes).toEqual([10, 3, Number.POSITIVE_INFINITY, 30]);
  });
});

describe("claims only with evidence", () => {
  const NEW_YORK = "America/New_York";
  const runNightly = (at: Date) =>
    switchClaimsNightly({ db: db(), actor: "evidence", now: at }, { timeZone: NEW_YORK });
  const getTokens = async () => getContentTokens(await getSiteSettings(db()));
  const listAudit = () =>
    queryRows(
      db(),
      "select actor, action, changes from audit_log where entity = 'settings' order by at, id",
    );
  /** Seven in the morning UTC is two in the night in New York. */
  const night = (day: number) => new Date(Date.UTC(2026, 10, day, 7, 30));
  const turn = (isOn: boolean, at = now) => setClaimsOnlyWithEvidence(asStaff(at), { isOn });
  const MEASURED = [
    "licensed-insured",
    "background-checked",
    "vetted",
    "pre-vetted",
    "five-star",
    "within-minutes",
    "all-major-cities",
  ];

  test("is off by default: the nightly job changes nothing", async () => {
    expect(await runNightly(night(17))).toBeNull();
    expect((await getTokens())["claim:licensed-insured"]).toBe("licensed and insured");
    expect(await queryRows(db(), "select key from settings")).toEqual([]);
  });

  test("makes claims without evidence neutral at once, and leaves the others to staff", async () => {
    await turn(true);
    const tokens = await getTokens();
    expect(tokens["claim:five-star"]).toBe("reviewed");
    expect(tokens["claim-title:vetted"]).toBe("Local Professionals");
    expect(tokens["claim:emergency-247"]).toBe("24/7 emergency service");
    expect(await getClaim("five-star")).toMatchObject({ isNeutral: false, isUnproven: true });
    expect(await listAudit()).toMatchObject([
      {
        actor: "tester",
        action: "claims-only-with-evidence",
        changes: { on: { from: false, to: true }, neutral: MEASURED, restored: [] },
      },
    ]);
  });

  test("restores every claim when it is turned off, except those that staff switched", async () => {
    await setClaimWording(asStaff(), { id: "five-star", isNeutral: true });
    await turn(true);
    await turn(false);
    const tokens = await getTokens();
    expect(tokens["claim:five-star"]).toBe("reviewed");
    expect(tokens["claim:within-minutes"]).toBe("within minutes");
    expect((await listAudit()).at(-1)).toMatchObject({
      changes: { on: { from: true, to: false }, neutral: [], restored: MEASURED },
    });
    expect(await runNightly(night(18))).toBeNull();
  });

  test("is checked once a night, and switches both ways with one audit row", async () => {
    await turn(true, night(16));
    await addProvider({ evidence: { license: "2026-11-17", insurance: null } });
    expect(await runNightly(new Date(night(16).getTime() + HOUR_MS))).toBeNull();
    const checks = ["licensed-insured", "vetted", "pre-vetted"];
    // The evidence of the license is valid through its last day.
    expect(await runNightly(night(17))).toEqual({ neutral: [], restored: checks });
    expect((await getTokens())["claim:licensed-insured"]).toBe("licensed and insured");
    expect(await runNightly(night(17))).toBeNull();
    expect(await runNightly(night(18))).toEqual({ neutral: checks, restored: [] });
    expect((await getTokens())["claim:licensed-insured"]).toBe(
      "asked for a current license and insurance",
    );
    // Nothing changes: no audit row.
    expect(await runNightly(night(19))).toEqual({ neutral: [], restored: [] });
    expect((await listAudit()).slice(1)).toEqual([
      { actor: "evidence", action: "switch-claims", changes: { neutral: [], restored: checks } },
      { actor: "evidence", action: "switch-claims", changes: { neutral: checks, restored: [] } },
    ]);
  });

  test("is checked by one instance at a time", async () => {
    await turn(true);
    const results = await Promise.all([runNightly(night(18)), runNightly(night(18))]);
    expect(results.filter((result) => result !== null)).toHaveLength(1);
  });
});
