import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { checkLedger, postCredits } from "#app/features/billing/ledger.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { closeMailTransports, type MailContext } from "#app/features/mail/send-mail.server.ts";
import { handleProviderForm } from "#app/features/offers/actions.server.ts";
import { type CustomerAnswer, EXPIRY_ACTOR, REFUND_ACTOR } from "#app/features/offers/constants.ts";
import { continueOffers } from "#app/features/offers/continue-offers.server.ts";
import { getMatchRequest, listMatches } from "#app/features/offers/list-matches.server.ts";
import {
  expireOffers,
  recordProviderAnswer,
  withdrawOffer,
} from "#app/features/offers/mutations.server.ts";
import { getOfferSettings, listOffers } from "#app/features/offers/queries.server.ts";
import { recordCustomerAnswer } from "#app/features/offers/record-customer-answer.server.ts";
import { refundBadLeads } from "#app/features/offers/refund-bad-leads.server.ts";
import { loadRules } from "#app/features/offers/rules/load-rules.server.ts";
import { saveOfferSettings } from "#app/features/offers/save-offer-settings.server.ts";
import { sendOffer } from "#app/features/offers/send-offer.server.ts";
import { getOfferView } from "#app/features/offers/view-offer.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import {
  contactKeys,
  openTestDatabase,
  queryRows,
  siteSettings,
  storeRequest,
} from "../factories.ts";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let smtp: SmtpFake;
const db = () => (context as NonNullable<typeof context>).db;
const pool = () => db().$client;
const start = new Date("2026-11-02T15:00:00Z");
let clock = start;
const advanceClock = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * MINUTE_MS);
};
const staffId = randomUUID();
const actionContext = (actor: string = staffId) => ({ db: db(), actor, now: clock });
/** Personal data that a provider sees only after the customer's yes. */
const PERSONAL = ["Jordan", "Example", "555-0123", "5550123", "jordan@example.com", "12 Elm"];

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
  smtp = await startSmtp();
  clock = start;
  await pool().query(
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Ana', 'ana@staff.example', $2, $2)",
    [staffId, start],
  );
});
afterEach(async () => {
  closeMailTransports();
  await smtp.close();
});
afterAll(() => context?.close());

const services = (smtpUrl: string | null = smtp.url): MailContext => ({
  db: db(),
  env: parseEnv({
    DATA_DIR: "/tmp/never-written",
    PUBLIC_URL: "https://henry.example",
    ...(smtpUrl === null ? {} : { SMTP_URL: smtpUrl }),
  }),
  log: createLogger("silent"),
  now: () => clock,
  settings: { get: async () => siteSettings, drop() {} },
});

type ProviderChanges = {
  company?: string;
  credits?: number;
  zips?: string[];
  categories?: string[];
  rating?: number;
  status?: string;
  subscription?: string | null;
  email?: string | null;
  isDemo?: boolean;
};
async function addProvider(changes: ProviderChanges = {}): Promise<string> {
  const id = randomUUID();
  const {
    company = "Peach Plumbing",
    credits = 100,
    zips = ["30301"],
    categories = ["Plumbing"],
    rating = 4.5,
    status = "verified",
    subscription = "active",
    email = `${id}@provider.example`,
    isDemo = false,
  } = changes;
  await pool().query(
    `insert into providers (id, company_name, contact_name, contact_email, phone, business_state, verification_status, service_area_zips, service_categories, reputation, is_demo, created_at)
     values ($1, $2, 'Pat', $3, '4045550100', 'GA', $4, $5, $6, $7, $8, $9)`,
    [id, company, email, status, zips, categories, rating, isDemo, start],
  );
  if (subscription)
    await pool().query(
      "insert into payments_subscriptions (id, provider_id, status) values ($1, $2, $3)",
      [randomUUID(), id, subscription],
    );
  if (credits)
    await withTransaction(db(), (tx) =>
      postCredits(tx, {
        kind: "adjustment",
        providerId: id,
        amount: credits,
        actor: "test",
        now: start,
      }),
    );
  return id;
}
async function addRequest(values: Record<string, string> = {}): Promise<string> {
  const result = await storeRequest(db(), { now: clock, values });
  if (!result.ok) throw new Error(result.reason);
  return result.id;
}
async function matchProviders(requestId: string, cost = 25) {
  const request = await getMatchRequest(db(), requestId);
  if (!request) throw new Error("no request");
  return listMatches(db(), { request, cost, now: clock });
}
const send = (
  serviceRequestId: string,
  providerId: string,
  { auto = false, smtpUrl }: { auto?: boolean; smtpUrl?: string | null } = {},
) =>
  sendOffer(
    { ...services(smtpUrl), ...actionContext() },
    { serviceRequestId, providerId, offeredBy: auto ? `auto:${staffId}` : undefined },
  );
const getLastToken = () => /\/offers\/([\w-]{32})/.exec(smtp.mails.at(-1)?.data ?? "")?.[1] ?? "";
const answerAsProvider = (token: string, accept: boolean) =>
  recordProviderAnswer(actionContext(), { token, accept });
const getNewestOfferId = async () =>
  (await queryRows<{ id: string }>(db(), "select id from offers order by id desc limit 1"))[0]
    ?.id ?? "";
const answerAsCustomer = async (answer: CustomerAnswer) =>
  recordCustomerAnswer(actionContext(), { offerId: await getNewestOfferId(), answer });
const getView = (token: string) =>
  getOfferView(db(), { token, now: clock, timeZone: "America/New_York" });
const listStates = async (requestId: string) =>
  (await listOffers(db(), requestId)).map(({ company, state }) => `${company} ${state}`).reverse();

describe("matching", () => {
  test("full matches are sorted by rating, demo providers last; near misses show what is missing, and staff can override only some of it", async () => {
    await addProvider({ company: "Good", rating: 4.1 });
    await addProvider({ company: "Best", rating: 4.9 });
    await addProvider({ company: "Demo", rating: 5, isDemo: true });
    await addProvider({ company: "Poor", credits: 3 });
    const roofer = await addProvider({ company: "Roofer", categories: ["Roofing"] });
    const pending = await addProvider({ company: "Pending", status: "pending" });
    await addProvider({ company: "Elsewhere", zips: ["30999"], categories: ["plumbing-water"] });
    const request = await addRequest();
    const { matches, nearMisses } = await matchProviders(request);
    expect(matches.map(({ company, hasMail }) => [company, hasMail])).toEqual([
      ["Best", true],
      ["Good", true],
      ["Demo", false],
    ]);
    const missing = Object.fromEntries(
      nearMisses.map(({ company, reasons, canOffer }) => [
        company,
        [canOffer, ...reasons.filter(({ ok }) => !ok).map(({ check }) => check)],
      ]),
    );
    expect(missing).toEqual({
      Poor: [false, "credits"],
      Roofer: [true, "category"],
      Pending: [false, "verified"],
      Elsewhere: [false, "zip"],
    });
    expect(await send(request, pending)).toEqual({ ok: false, reason: "no-match" });
    expect(await send(request, roofer)).toMatchObject({ ok: true });
  });

  test("where ratings are equal, completed jobs count, then who joined first; no rating stands last", async () => {
    const companies = ["Unrated", "Older", "Newer", "Busy"];
    for (const [index, company] of companies.entries()) {
      const id = await addProvider({ company });
      // Ids of providers grow with time.
      const grown = `0190163d-8694-739b-aea5-00000000000${index}`;
      await pool().query("delete from payments_subscriptions where provider_id = $1", [id]);
      await pool().query(
        "update providers set id = $2, jobs_completed = $3, reputation = $4 where id = $1",
        [id, grown, company === "Busy" ? 3 : 1, company === "Unrated" ? null : 4.5],
      );
      await pool().query(
        "insert into payments_subscriptions (id, provider_id, status) values (gen_random_uuid(), $1, 'active')",
        [grown],
      );
      // A larger balance and a larger plan change nothing.
      if (company === "Newer")
        await pool().query("update providers set credits = 9000 where id = $1", [grown]);
    }
    await pool().query("update providers set credits = 100 where credits = 0");
    const { matches } = await matchProviders(await addRequest());
    expect(matches.map(({ company }) => company)).toEqual(["Busy", "Older", "Newer", "Unrated"]);
  });

  test("an offer keeps why its provider was asked, also what staff set aside, and no ZIP code of an erased customer", async () => {
    const roofer = await addProvider({ categories: ["Roofing"] });
    const request = await addRequest();
    expect(await send(request, roofer)).toMatchObject({ ok: true });
    const readReasons = async () =>
      (
        await queryRows<{ reasons: { check: string; ok: boolean; text: string }[] }>(
          db(),
          "select match_reasons as reasons from offers",
        )
      )[0]?.reasons ?? [];
    const reasons = await readReasons();
    expect(reasons.map(({ check, ok }) => [check, ok])).toEqual([
      ["verified", true],
      ["category", false],
      ["zip", true],
      ["job-value", true],
      ["credits", true],
      ["subscription", true],
    ]);
    expect(reasons.map(({ text }) => text)).toContain("30301 is in your area");
    await withTransaction(db(), (tx) => eraseRequestFields(tx, [request]));
    expect((await readReasons()).map(({ check }) => check)).not.toContain("zip");
    expect(JSON.stringify(await readReasons())).not.toContain("30301");
  });

  test("finds the matching providers among two hundred who cover the ZIP code", async () => {
    await pool().query(
      `insert into providers (id, company_name, contact_name, phone, verification_status, service_area_zips, service_categories, reputation, created_at)
       select gen_random_uuid(), 'Other ' || n, 'Pat', '4045550100', 'verified', '{30301}', '{Roofing}', 5, now() from generate_series(1, 200) n`,
    );
    const matchingId = await addProvider({ rating: 1 });
    expect((await matchProviders(await addRequest())).matches.map(({ id }) => id)).toEqual([
      matchingId,
    ]);
  });

  test("demo requests go to demo providers; without a ZIP code nobody matches; providers with an earlier offer are left out", async () => {
    const realProvider = await addProvider();
    const demo = await addProvider({ isDemo: true });
    const request = await addRequest();
    await pool().query("update service_requests set is_demo = true where id = $1", [request]);
    expect((await matchProviders(request)).matches.map(({ id }) => id)).toEqual([demo]);
    const requestWithoutZip = await addRequest({ zipCode: "00000" });
    expect((await matchProviders(requestWithoutZip)).matches).toEqual([]);
    expect(await send(requestWithoutZip, realProvider)).toEqual({ ok: false, reason: "no-match" });
    const offeredRequest = await addRequest();
    expect(await send(offeredRequest, realProvider)).toMatchObject({ ok: true });
    expect((await matchProviders(offeredRequest)).matches.map(({ id }) => id)).toEqual([demo]);
  });
});

test("the rules have the cost and the times that the settings have now", async () => {
  const readRules = async () => JSON.stringify(await loadRules(services()));
  expect(await readRules()).toContain("costs 25 credits");
  await saveOfferSettings(actionContext(), {
    values: { offerCost: 31.5, offerMinutes: 47, customerAnswerHours: 6 },
  });
  const changed = await readRules();
  for (const text of ["costs 31.5 credits", "You have 47 minutes", "6 business hours to answer"])
    expect(changed).toContain(text);
});

describe("an offer", () => {
  test("is sent by mail with the link; neither mail nor page show the customer before the yes", async () => {
    const provider = await addProvider();
    const request = await addRequest({
      description: "Jordan here, call (404) 555-0123 or jordan@example.com, leak at 12 Elm Street",
    });
    expect(await send(request, provider)).toMatchObject({ ok: true, mailed: true, path: null });
    expect(smtp.mails[0]?.to).toEqual([`${provider}@provider.example`]);
    const mail = smtp.mails[0]?.data ?? "";
    for (const part of [
      "Plumbing",
      "Atlanta 30301",
      "25 credits",
      "30 minutes",
      "https://henry.example/offers/",
    ])
      expect(mail).toContain(part);
    const openView = await getView(getLastToken());
    expect(openView).toMatchObject({
      state: "open",
      minutesLeft: 30,
      cost: 25,
      credits: 100,
      description: "[hidden] here, call [hidden] or [hidden], leak at [hidden]",
    });
    for (const personal of PERSONAL)
      expect(mail + JSON.stringify(openView)).not.toContain(personal);
    expect(await queryRows(db(), "select kind, recipient_id from notifications")).toEqual([
      { kind: "offer", recipient_id: provider },
    ]);

    advanceClock(1);
    expect(await answerAsProvider(getLastToken(), true)).toMatchObject({ ok: true });
    const waitingView = await getView(getLastToken());
    expect(waitingView).toMatchObject({
      state: "waiting",
      description: "[hidden] here, call [hidden] or [hidden], leak at [hidden]",
    });
    for (const personal of PERSONAL) expect(JSON.stringify(waitingView)).not.toContain(personal);
    advanceClock(1);
    expect(await answerAsCustomer("yes")).toEqual({ ok: true });
    const acceptedView = JSON.stringify(await getView(getLastToken()));
    for (const personal of [
      "Jordan Example",
      "(404) 555-0123",
      "jordan@example.com",
      "12 Elm Street",
    ])
      expect(acceptedView).toContain(personal);
    expect(await queryRows(db(), "select kind, actor_id from request_events order by id")).toEqual([
      { kind: "offered", actor_id: staffId },
      { kind: "offer-accepted", actor_id: null },
      { kind: "offer-released", actor_id: staffId },
    ]);
  });

  test("staff get the link for demo providers, or without an address or mail server", async () => {
    const withoutAddress = await addProvider({ email: null });
    const demo = await addProvider({ isDemo: true });
    const withoutMails = await addProvider();
    await pool().query(
      "insert into provider_settings (provider_id, email_notifications) values ($1, false)",
      [withoutMails],
    );
    for (const provider of [withoutAddress, demo, withoutMails]) {
      const result = await send(await addRequest(), provider);
      expect(result).toMatchObject({
        ok: true,
        mailed: false,
        path: expect.stringMatching(/^\/offers\/[\w-]{32}$/),
      });
      if (result.ok)
        expect(await getView((result.path ?? "").slice("/offers/".length))).toMatchObject({
          state: "open",
        });
    }
    expect(smtp.mails).toEqual([]);
    smtp.fail({ step: "RCPT", code: 550 });
    expect(await send(await addRequest(), await addProvider())).toMatchObject({
      ok: true,
      mailed: false,
      path: expect.any(String),
    });
  });

  test("its cost and duration come from the settings", async () => {
    expect(
      await saveOfferSettings(
        { db: db(), actor: staffId, now: clock },
        { values: { offerCost: "12.5", offerMinutes: "45" } },
      ),
    ).toEqual({
      ok: true,
      saved: ["offerCost", "offerMinutes"],
    });
    expect(
      await saveOfferSettings(
        { db: db(), actor: staffId, now: clock },
        { values: { offerCost: "", offerMinutes: "1" } },
      ),
    ).toMatchObject({
      ok: false,
      errors: { offerCost: expect.any(String), offerMinutes: expect.any(String) },
    });
    expect(await getOfferSettings(db())).toMatchObject({ offerCost: 12.5, offerMinutes: 45 });
    await send(await addRequest(), await addProvider({ credits: 12.5 }));
    expect(await getView(getLastToken())).toMatchObject({ cost: 12.5, minutesLeft: 45 });
    expect(await answerAsProvider(getLastToken(), true)).toMatchObject({ ok: true });
  });

  test("the page shows how it ended", async () => {
    expect(await getView("no-such-token")).toEqual({ state: "unknown" });
    const request = await addRequest();
    const [firstProvider, secondProvider, thirdProvider, fourthProvider] = [
      await addProvider(),
      await addProvider(),
      await addProvider(),
      await addProvider(),
    ];
    const result = await send(request, firstProvider);
    if (!result.ok) throw new Error(result.reason);
    await withdrawOffer(actionContext(staffId), { offerId: result.offerId });
    expect(await getView(getLastToken())).toEqual({ state: "withdrawn" });
    await send(request, secondProvider);
    advanceClock(30);
    // Even before the worker expires it.
    expect(await getView(getLastToken())).toEqual({ state: "expired" });
    await expireOffers(actionContext(EXPIRY_ACTOR));
    expect(await getView(getLastToken())).toEqual({ state: "expired" });
    await send(request, thirdProvider);
    await answerAsProvider(getLastToken(), false);
    expect(await getView(getLastToken())).toEqual({ state: "declined" });
    await send(request, fourthProvider);
    await pool().query("update service_requests set status = 'closed' where id = $1", [request]);
    expect(await getView(getLastToken())).toEqual({ state: "withdrawn" });
    expect(await answerAsProvider(getLastToken(), true)).toEqual({ ok: false, reason: "closed" });
  });

  test("the customer is shown only for a limited time, and not after an opt-out or erasure", async () => {
    const createAcceptedOffer = async () => {
      const request = await addRequest();
      await send(request, await addProvider());
      const token = getLastToken();
      await answerAsProvider(token, true);
      await answerAsCustomer("yes");
      return { request, token };
    };
    const [oldOffer, stoppedOffer, erasedOffer] = [
      await createAcceptedOffer(),
      await createAcceptedOffer(),
      await createAcceptedOffer(),
    ];
    await withTransaction(db(), (tx) => eraseRequestFields(tx, [erasedOffer.request]));
    expect(await getView(erasedOffer.token)).toEqual({ state: "accepted-before" });
    expect(await getView(stoppedOffer.token)).toMatchObject({ state: "accepted" });
    advanceClock(1);
    await suppressContact(db(), { phone: "4045550123", source: "test", now: clock, contactKeys });
    expect(await getView(stoppedOffer.token)).toEqual({ state: "accepted-before" });
    await pool().query("delete from suppressions");
    expect(await getView(oldOffer.token)).toMatchObject({ state: "accepted" });
    advanceClock(31 * 24 * 60);
    expect(await getView(oldOffer.token)).toEqual({ state: "accepted-before" });
  });

  test("a provider who is no longer verified does not see the customer", async () => {
    const provider = await addProvider();
    await send(await addRequest(), provider);
    for (const change of [
      "verification_status = 'rejected'",
      "verification_status = 'verified', verified_until = $2",
    ]) {
      await pool().query(
        `update providers set ${change} where id = $1 and $2::timestamptz is not null`,
        [provider, clock],
      );
      expect(await getView(getLastToken())).toEqual({ state: "withdrawn" });
      expect(await answerAsProvider(getLastToken(), true)).toEqual({ ok: false, reason: "closed" });
    }
    await pool().query("update providers set verified_until = null");
    expect(await answerAsProvider(getLastToken(), true)).toMatchObject({ ok: true });
  });

  test("erasing a request ends its open offer", async () => {
    const request = await addRequest();
    await send(request, await addProvider());
    await withTransaction(db(), (tx) => eraseRequestFields(tx, [request]));
    expect(await getView(getLastToken())).toEqual({ state: "withdrawn" });
    expect(await answerAsProvider(getLastToken(), true)).toEqual({
      ok: false,
      reason: "withdrawn",
    });
    expect(await queryRows(db(), "select credits::float8 as credits from providers")).toEqual([
      { credits: 100 },
    ]);
  });

  test("accepting, expiring, withdrawing and offering at the same moment never block each other, and one of them counts", async () => {
    const providers = await Promise.all(Array.from({ length: 4 }, () => addProvider()));
    for (let round = 0; round < 10; round += 1) {
      const request = await addRequest();
      const result = await send(request, providers[round % 4] ?? "");
      if (!result.ok) throw new Error(result.reason);
      const token = getLastToken();
      const expiry = new Date(clock.getTime() + 30 * MINUTE_MS);
      await Promise.all([
        answerAsProvider(token, true),
        answerAsProvider(token, false),
        expireOffers({ ...actionContext(EXPIRY_ACTOR), now: expiry }),
        withdrawOffer(actionContext(staffId), { offerId: result.offerId }),
        refundBadLeads(actionContext(REFUND_ACTOR)),
        answerAsProvider(token, true),
      ]);
      expect(
        await queryRows(
          db(),
          "select count(*)::int as count from request_events where request_id = $1 and kind <> 'offered'",
          [request],
        ),
      ).toEqual([{ count: 1 }]);
    }
    expect(await checkLedger(db())).toEqual([]);
  });

  test("one address can answer twenty times a minute", async () => {
    const form = new FormData();
    form.set("answer", "accept");
    const submitAnswer = () =>
      handleProviderForm(
        { ...services(), actor: "provider", now: clock },
        { token: "nothing", form, address: "203.0.113.9" },
      );
    for (let count = 0; count < 20; count += 1) expect(await submitAnswer()).toBe("reload");
    expect(await submitAnswer()).toMatchObject({ code: "too-many" });
  });

  test("a bad lead is refunded, and the timeline says why", async () => {
    const provider = await addProvider();
    const request = await addRequest({ phone: "12" });
    await send(request, provider);
    await answerAsProvider(getLastToken(), true);
    await answerAsCustomer("yes");
    expect(await refundBadLeads(actionContext(REFUND_ACTOR))).toBe(1);
    expect(await getView(getLastToken())).toMatchObject({ state: "accepted", refunded: true });
    expect(
      await queryRows(
        db(),
        "select detail->>'reason' as reason from request_events where kind = 'offer-refunded'",
      ),
    ).toEqual([{ reason: "impossible-phone" }]);
  });
});

describe("automatic next offers", () => {
  const runRound = (smtpUrl?: string | null) => continueOffers(services(smtpUrl));

  test("after a no or no answer the next best provider gets an offer, until none is left", async () => {
    const best = await addProvider({ company: "Best", rating: 5 });
    await addProvider({ company: "Second", rating: 4 });
    await addProvider({ company: "Third", rating: 3 });
    await addProvider({ company: "Mute", rating: 4.5, email: null });
    await addProvider({ company: "Demo", rating: 5, isDemo: true });
    const request = await addRequest();
    await send(request, best, { auto: true });
    expect(await runRound()).toBe(0);
    await answerAsProvider(getLastToken(), false);
    expect(
      await Promise.all([runRound(), runRound(), runRound()]).then((counts) =>
        counts.reduce((a, b) => a + b),
      ),
    ).toBe(1);
    expect(await listStates(request)).toEqual(["Best declined", "Second open"]);
    advanceClock(30);
    expect(await runRound()).toBe(1);
    expect(await listStates(request)).toEqual(["Best declined", "Second expired", "Third open"]);
    expect(smtp.mails.map(({ to }) => to[0]?.split("@")[1])).toEqual(
      Array(3).fill("provider.example"),
    );
    await answerAsProvider(getLastToken(), false);
    expect(await runRound()).toBe(0);
    expect(
      await queryRows(
        db(),
        "select kind, detail->>'by' as by from request_events where kind = 'offered' order by id",
      ),
    ).toEqual([
      { kind: "offered", by: null },
      { kind: "offered", by: "auto" },
      { kind: "offered", by: "auto" },
    ]);
  });

  test("after the customer's no the next best provider gets an offer, never the refused one", async () => {
    const best = await addProvider({ company: "Best", rating: 5 });
    await addProvider({ company: "Second", rating: 4 });
    const request = await addRequest();
    await send(request, best, { auto: true });
    await answerAsProvider(getLastToken(), true);
    advanceClock(7 * 60);
    expect(await runRound()).toBe(0);
    expect(await answerAsCustomer("no")).toEqual({ ok: true });
    expect(await runRound()).toBe(1);
    expect(await listStates(request)).toEqual(["Best customer-declined", "Second open"]);
    await answerAsProvider(getLastToken(), true);
    expect(await answerAsCustomer("no")).toEqual({ ok: true });
    expect(await runRound()).toBe(0);
    expect(await send(request, best)).toEqual({ ok: false, reason: "asked-before" });
    expect(
      await queryRows(db(), "select distinct credits::float8 as credits from providers"),
    ).toEqual([{ credits: 100 }]);
  });

  test("are not sent after a manual offer, a withdrawal, a yes, a closed request, or hours later", async () => {
    const firstProvider = await addProvider({ rating: 5 });
    await addProvider({ rating: 4, credits: 1_000 });
    const decline = async (requestId: string, auto: boolean) => {
      await send(requestId, firstProvider, { auto });
      await answerAsProvider(getLastToken(), false);
    };
    await decline(await addRequest(), false);
    const closedRequest = await addRequest();
    await decline(closedRequest, true);
    await pool().query("update service_requests set status = 'closed' where id = $1", [
      closedRequest,
    ]);
    const result = await send(await addRequest(), firstProvider, { auto: true });
    if (result.ok) await withdrawOffer(actionContext(staffId), { offerId: result.offerId });
    await send(await addRequest(), firstProvider, { auto: true });
    await answerAsProvider(getLastToken(), true);
    expect(await runRound()).toBe(0);
    await decline(await addRequest(), true);
    expect(await runRound(null)).toBe(0);
    advanceClock(6 * 60 + 1);
    expect(await runRound()).toBe(0);
  });

  test("if the mail fails, the offer is withdrawn without consequences and left to staff", async () => {
    const firstProvider = await addProvider({ company: "First", rating: 5 });
    const secondProvider = await addProvider({ company: "Second", rating: 4 });
    const request = await addRequest();
    await send(request, firstProvider, { auto: true });
    await answerAsProvider(getLastToken(), false);
    smtp.fail({ step: "MAIL", code: 451 });
    await runRound();
    expect(await listStates(request)).toEqual(["First declined", "Second withdrawn"]);
    smtp.fail(null);
    expect(await runRound()).toBe(0);
    expect((await matchProviders(request)).matches.map(({ id }) => id)).toEqual([secondProvider]);
  });
});
