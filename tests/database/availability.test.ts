import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { closeMailTransports, type MailContext } from "#app/features/mail/send-mail.server.ts";
import { continueOffers } from "#app/features/offers/continue-offers.server.ts";
import { getMatchRequest, listMatches } from "#app/features/offers/list-matches.server.ts";
import { sendOffer } from "#app/features/offers/send-offer.server.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { openTestDatabase, queryRows, siteSettings, storeRequest } from "../factories.ts";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";
import { insertProvider } from "../providers.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let smtp: SmtpFake | undefined;
const db = () => (context as NonNullable<typeof context>).db;
/** Monday, 10 AM in Atlanta and 7 AM in Los Angeles. */
const monday = new Date("2026-11-02T15:00:00Z");
let clock = monday;
const staffId = randomUUID();

beforeEach(async () => {
  closeMailTransports();
  await smtp?.close();
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
  smtp = await startSmtp();
  clock = monday;
  await db().$client.query(
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Ana', 'ana@staff.example', $2, $2)",
    [staffId, monday],
  );
});
afterAll(async () => {
  closeMailTransports();
  await smtp?.close();
  await context?.close();
});

const services = (): MailContext => ({
  db: db(),
  env: parseEnv({
    DATA_DIR: "/tmp/never-written",
    PUBLIC_URL: "https://henry.example",
    SMTP_URL: smtp?.url,
  }),
  log: createLogger("silent"),
  now: () => clock,
  settings: { get: async () => siteSettings, drop() {} },
});

/** A plumber who matches in every way, with settings by column. */
async function addPlumber(
  settings: Record<string, unknown>,
  { zip = "30303", company = "Peach" } = {},
): Promise<string> {
  const { id } = await insertProvider(db().$client, {
    company_name: company,
    contact_email: `${randomUUID()}@provider.example`,
    business_zip: zip,
    verification_status: "verified",
    service_area_zips: ["30301"],
    service_categories: ["Plumbing"],
    credits: 1_000,
  });
  await db().$client.query(
    "insert into payments_subscriptions (id, provider_id, status) values (gen_random_uuid(), $1, 'active')",
    [id],
  );
  const columns = Object.keys(settings);
  await db().$client.query(
    `insert into provider_settings (provider_id${columns.map((name) => `, ${name}`).join("")})
     values ($1${columns.map((_, index) => `, $${index + 2}`).join("")})`,
    [id, ...Object.values(settings)],
  );
  return id;
}
async function addRequest(): Promise<string> {
  const result = await storeRequest(db(), { now: clock });
  if (!result.ok) throw new Error(result.reason);
  return result.id;
}
async function findMatch(id: string, requestId?: string) {
  const request = await getMatchRequest(db(), requestId ?? (await addRequest()));
  if (!request) throw new Error("no request");
  const { matches, nearMisses } = await listMatches(db(), { request, cost: 25, now: clock });
  const match = [...matches, ...nearMisses].find((found) => found.id === id);
  return {
    isMatch: matches.some((found) => found.id === id),
    canOffer: match?.canOffer,
    failed: match?.reasons.filter(({ ok }) => !ok).map(({ check, text }) => `${check}: ${text}`),
  };
}
const offer = (serviceRequestId: string, providerId: string, { auto = false } = {}) =>
  sendOffer(
    { ...services(), actor: staffId, now: clock },
    { serviceRequestId, providerId, offeredBy: auto ? `auto:${staffId}` : undefined },
  );

test("a paused provider gets no offers until the pause ends, not even from staff", async () => {
  const id = await addPlumber({ paused_until: new Date("2026-11-03T05:00:00Z") });
  expect(await findMatch(id)).toEqual({
    isMatch: false,
    canOffer: false,
    failed: ["paused: Takes no offers until Nov 3, 2026, 12:00 AM EST"],
  });
  expect(await offer(await addRequest(), id)).toEqual({ ok: false, reason: "no-match" });
  clock = new Date("2026-11-03T05:00:00Z");
  expect(await findMatch(id)).toEqual({ isMatch: true, canOffer: true, failed: [] });
});

test("hours are those of the business, and staff may override them", async () => {
  const eightToSix = Array.from({ length: 7 }, () => ({ from: 8 * 60, until: 18 * 60 }));
  const settings = { offer_hours: JSON.stringify(eightToSix) };
  const inAtlanta = await addPlumber(settings);
  const inLosAngeles = await addPlumber(settings, { zip: "90012" });
  expect(await findMatch(inAtlanta)).toMatchObject({ isMatch: true, failed: [] });
  expect(await findMatch(inLosAngeles)).toEqual({
    isMatch: false,
    canOffer: true,
    failed: ["hours: Outside the hours they take offers (Monday: 8 AM to 6 PM)"],
  });
  expect(await offer(await addRequest(), inLosAngeles)).toMatchObject({ ok: true });
});

test("no more offers a day than the provider wants, from midnight to midnight of their zone", async () => {
  const id = await addPlumber({ max_offers_per_day: 2 });
  const [first, second, third] = [await addRequest(), await addRequest(), await addRequest()];
  expect(await offer(first, id)).toMatchObject({ ok: true });
  // An offer that was taken back does not count.
  await db().$client.query("update offers set state = 'withdrawn'");
  expect(await offer(second, id)).toMatchObject({ ok: true });
  clock = new Date(clock.getTime() + HOUR_MS);
  expect(await offer(third, id)).toMatchObject({ ok: true });
  expect(await findMatch(id)).toEqual({
    isMatch: false,
    canOffer: true,
    failed: ["daily-limit: Has had their 2 offers today"],
  });
  clock = new Date("2026-11-03T04:59:00Z");
  expect(await findMatch(id)).toMatchObject({ isMatch: false });
  clock = new Date("2026-11-03T05:00:00Z");
  expect(await findMatch(id)).toMatchObject({ isMatch: true });
});

test("of many offers at once no more are made than the provider wants; staff may override it", async () => {
  const id = await addPlumber({ max_offers_per_day: 3 });
  const requests = await Promise.all(Array.from({ length: 8 }, addRequest));
  const results = await Promise.all(requests.map((request) => offer(request, id)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(3);
  const refused = requests[results.findIndex(({ ok }) => !ok)] ?? "";
  expect(await offer(refused, id)).toMatchObject({ ok: true });
});

test("automatic offers go only to providers who take them now", async () => {
  const first = await addPlumber({}, { company: "First" });
  const settings = [
    { paused_until: new Date("2026-11-09T05:00:00Z") },
    { offer_hours: JSON.stringify(Array.from({ length: 7 }, () => null)) },
    { max_offers_per_day: 0 },
  ];
  for (const limits of settings) await addPlumber(limits, { company: "Away" });
  const request = await addRequest();
  expect(await offer(request, first, { auto: true })).toMatchObject({ ok: true });
  clock = new Date(clock.getTime() + HOUR_MS);
  expect(await continueOffers(services())).toBe(0);
  const last = await addPlumber({ max_offers_per_day: 1 }, { company: "Last" });
  expect(await continueOffers(services())).toBe(1);
  expect(await queryRows(db(), "select provider_id from offers where state = 'open'")).toEqual([
    { provider_id: last },
  ]);
});
