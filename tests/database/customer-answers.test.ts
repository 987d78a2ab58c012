import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { checkLedger, postCredits } from "#app/features/billing/ledger.server.ts";
import { buildNamedConsent } from "#app/features/consent/named-consent.ts";
import { sealConsentRecords } from "#app/features/consent/seal-chain.server.ts";
import { createConsentTexts, markText } from "#app/features/consent/texts.server.ts";
import { verifyConsentChain } from "#app/features/consent/verify-chain.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { closeMailTransports } from "#app/features/mail/send-mail.server.ts";
import { loadMyRequest } from "#app/features/my-request/load-page.server.ts";
import { ASK_CUSTOMER_MAIL } from "#app/features/offers/constants.ts";
import { continueOffers } from "#app/features/offers/continue-offers.server.ts";
import { answerAsCustomer } from "#app/features/offers/customer/answer-offer.server.ts";
import { getCallDueAt } from "#app/features/offers/customer/call-due.server.ts";
import { cancelRequest } from "#app/features/offers/customer/cancel-request.server.ts";
import { findConnectedCompany } from "#app/features/offers/customer/customer-offers.sql.ts";
import { mailApprovals } from "#app/features/offers/customer/mail-approvals.server.ts";
import { offerMailKinds } from "#app/features/offers/customer/mail-kinds.server.ts";
import { loadOfferPanel } from "#app/features/offers/loaders.server.ts";
import { createOffer, recordProviderAnswer } from "#app/features/offers/mutations.server.ts";
import { getOfferView } from "#app/features/offers/view-offer.server.ts";
import { renderConsentProof } from "#app/features/privacy/consent-proof.server.ts";
import { stopAllContact, stopCompany } from "#app/features/privacy/customer-stop.server.ts";
import { logAttempt } from "#app/features/requests/attempts/log-attempt.server.ts";
import {
  CORRECTABLE,
  type CorrectionValues,
} from "#app/features/requests/customer/corrections/constants.ts";
import { correctRequest } from "#app/features/requests/customer/corrections/correct-request.server.ts";
import { sendDueMails } from "#app/features/requests/customer/mails/send-due-mails.server.ts";
import { listRequests } from "#app/features/requests/inbox/queries.server.ts";
import { parseFilters } from "#app/features/requests/inbox/schema.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import {
  contactKeys,
  openTestDatabase,
  queryRows,
  siteSettings,
  storeRequest,
} from "../factories.ts";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";
import { buildMailApp } from "../mail-app.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let smtp: SmtpFake;
let clock: Date;
const db = () => (context as NonNullable<typeof context>).db;
const start = new Date("2026-11-02T15:00:00Z");
const settings = { get: async () => siteSettings, drop() {} };
const company = "Peach Plumbing";

beforeEach(async () => {
  clock = start;
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
  smtp = await startSmtp();
});
afterEach(async () => {
  closeMailTransports();
  await smtp.close();
});
afterAll(() => context?.close());

const app = () => ({
  ...buildMailApp({ db: db(), now: () => clock, env: { SMTP_URL: smtp.url } }),
  settings,
});
const actionContext = (actor = "test") => ({ db: db(), actor, now: clock });

async function addProvider(name = company): Promise<string> {
  const id = randomUUID();
  await db().$client.query(
    `insert into providers (id, company_name, contact_name, contact_email, phone, verification_status, service_categories, service_area_zips, created_at)
     values ($1, $2, 'Pat', 'pat@provider.example', '4045550100', 'verified', '{Plumbing}', '{30301}', $3)`,
    [id, name, start],
  );
  await db().$client.query(
    "insert into payments_subscriptions (id, provider_id, status) values (gen_random_uuid(), $1, 'active')",
    [id],
  );
  await withTransaction(db(), (tx) =>
    postCredits(tx, { kind: "adjustment", providerId: id, amount: 100, actor: "test", now: start }),
  );
  return id;
}

async function sendRequest(values: Record<string, string> = {}): Promise<string> {
  const request = await storeRequest(db(), { now: start, values });
  if (!request.ok) throw new Error(request.reason);
  return request.id;
}

async function offerTo(requestId: string, providerId: string) {
  const offer = await createOffer(actionContext(), {
    serviceRequestId: requestId,
    providerId,
    cost: 25,
  });
  if (!offer.ok) throw new Error(offer.reason);
  return offer;
}

async function createAcceptedOffer(values: Record<string, string> = {}) {
  const providerId = await addProvider();
  const requestId = await sendRequest(values);
  const { offerId, token } = await offerTo(requestId, providerId);
  const callDueAt = await getCallDueAt({ ...app(), now: clock });
  const accepted = await recordProviderAnswer(actionContext(), { token, accept: true, callDueAt });
  expect(accepted).toMatchObject({ ok: true });
  return { offerId, token, requestId, providerId };
}

/** What opened the customer's page. */
const link = { id: "0190f1a0-0000-7000-8000-000000000009", origin: "mail" };
type Intent = "say-yes" | "ask-another" | "stop-looking";
const answer = (
  { offerId, requestId }: { offerId: string; requestId: string },
  intent: Intent,
  { named = company, phone = siteSettings.phone, shownAt = new Date(clock.getTime() - 9_000) } = {},
) =>
  answerAsCustomer(
    {
      ...app(),
      now: clock,
      consentTexts: createConsentTexts(db(), () => clock),
      caller: { address: "203.0.113.9", userAgent: "phone", gpc: false, link },
    },
    {
      ...{ intent, offerId, requestId, shownAt },
      shownText: markText(
        buildNamedConsent({ provider: named, company: siteSettings.company, phone }),
      ),
    },
  );
const getCredits = async (id: string) =>
  (
    await queryRows<{ credits: number }>(
      db(),
      "select credits::float8 as credits from providers where id = $1",
      [id],
    )
  )[0]?.credits;
const unverify = (id: string) =>
  db().$client.query("update providers set verified_until = $2 where id = $1", [id, start]);
const getViewState = async (token: string) =>
  (await getOfferView(db(), { token, now: clock, timeZone: "America/New_York" })).state;
const listNamed = (offerId: string) =>
  queryRows(
    db(),
    "select kind, company, name, phone_e164, page_url, rendered_text, visible_ms, link_id, link_origin from consent_records where offer_id = $1",
    [offerId],
  );
const loadPage = (requestId: string) => loadMyRequest(app(), requestId);

test("the page says of license and of insurance each whether there is proof that is valid today", async () => {
  const { requestId, providerId } = await createAcceptedOffer();
  await db().$client.query(
    `insert into verification_evidence (id, provider_id, "check", description, checked_by, valid_until, created_at)
     select gen_random_uuid(), $1, c.name, 'Seen', 'Ana', c.until::date, $2
     from (values ('license', '2027-11-03'), ('insurance', '2026-11-01'), ('identity', null)) c (name, until)`,
    [providerId, start],
  );
  expect((await loadPage(requestId))?.named?.evidence).toEqual([
    { text: "License checked on Nov 2, 2026, valid until Nov 3, 2027", isProven: true },
    { text: "Insurance: no current proof on file.", isProven: false },
    { text: "Identity checked on Nov 2, 2026", isProven: true },
  ]);
});

test("the mail that asks says that an answer to it is not yet a yes, and whether staff call", async () => {
  const env = parseEnv({
    DATA_DIR: "/tmp/never-written",
    SMTP_URL: smtp.url,
    INBOUND_MAIL_ADDRESS: "reply@in.henry.example",
    MAIL_WEBHOOK_SECRET: "s".repeat(32),
  });
  await createAcceptedOffer();
  const kinds = [...offerMailKinds, { kind: "receipt", compose: () => null }];
  await sendDueMails({ ...app(), env, random: () => 0 }, { kinds });
  expect(smtp.mails[0]?.data).toContain("A reply to this email goes to our team,");
  expect(smtp.mails[0]?.data).toContain("Someone on our team also calls you for your answer.");
});

describe("a yes on the customer's page", () => {
  test("is a sealed consent record that names the company, shares the details, and tells the company by mail", async () => {
    const offer = await createAcceptedOffer();
    expect(await getViewState(offer.token)).toBe("waiting");
    expect((await loadPage(offer.requestId))?.named).toMatchObject({ company, miles: null });
    expect(await answer(offer, "say-yes")).toEqual({ ok: true, answer: "say-yes" });
    expect(await getViewState(offer.token)).toBe("accepted");
    const [record] = await listNamed(offer.offerId);
    expect(record).toMatchObject({
      kind: "named",
      company,
      name: "Jordan Example",
      phone_e164: "+14045550123",
      page_url: "https://henry.example/r/…",
      visible_ms: null,
      link_id: link.id,
      link_origin: "mail",
    });
    expect(record?.rendered_text).toMatch(
      /^By pressing Yes, I agree that .+ gives my name.+Peach Plumbing/,
    );
    await sealConsentRecords(db(), { now: clock, sweep: true });
    expect(await verifyConsentChain(db())).toMatchObject({ damage: null, unsealed: 0, checked: 2 });
    const proof = await (
      await renderConsentProof(db(), { id: offer.requestId, now: clock })
    )?.text();
    expect(proof).toContain(`<dt>Link to the page</dt><dd>Sent by email, ${link.id}</dd>`);
    expect(proof).not.toContain("DOES NOT FIT");
    expect(
      await queryRows(
        db(),
        "select detail -> 'link' as link from request_events where kind = 'offer-released'",
      ),
    ).toEqual([{ link }]);
    expect(await mailApprovals(app())).toBe(1);
    expect(await mailApprovals(app())).toBe(0);
    expect(smtp.mails.map(({ to }) => to[0])).toEqual(["pat@provider.example"]);
    expect((await loadPage(offer.requestId))?.stage).toBe("connected");
  });

  test("means that nobody has to call first, and is no first response of staff", async () => {
    const offer = await createAcceptedOffer();
    const { requestId } = offer;
    await queryRows(db(), "update service_requests set return_due_at = $2 where id = $1", [
      requestId,
      clock,
    ]);
    await answer(offer, "say-yes");
    const read = () =>
      queryRows(
        db(),
        `select status, return_due_at as timer, first_attempt_at is not null as tried,
           first_response_minutes as minutes
         from service_requests where id = $1`,
        [requestId],
      );
    expect(await read()).toEqual([
      { status: "contacted", timer: null, tried: false, minutes: null },
    ]);
    expect(
      await queryRows(db(), "select actor_id, detail from request_events where kind = 'status'"),
    ).toEqual([{ actor_id: null, detail: { from: "new", to: "contacted" } }]);
    // A call of the next day asks how it went.
    clock = new Date(clock.getTime() + DAY_MS);
    await logAttempt(
      { ...actionContext(), settings },
      { requestId, channel: "call", result: "reached" },
    );
    expect(await read()).toMatchObject([{ tried: true, minutes: null }]);
  });

  test("is asked for again where the page was open for more than a day", async () => {
    const offer = await createAcceptedOffer();
    const shownAt = new Date(clock.getTime() - DAY_MS - MINUTE_MS);
    const old = { ok: false, reason: "shown-long-ago" };
    expect(await answer(offer, "say-yes", { shownAt })).toEqual(old);
    expect(await listNamed(offer.offerId)).toEqual([]);
    // A no needs no text.
    expect(await answer(offer, "ask-another", { shownAt })).toMatchObject({ ok: true });
  });

  test("changes nothing for another company or text, another request, a closed request, or after a stop", async () => {
    const offer = await createAcceptedOffer();
    const changed = { ok: false, reason: "text-changed" };
    expect(await answer(offer, "say-yes", { named: "Another Company" })).toEqual(changed);
    // A page of before our number or the wording changed: its text is not the one that we would store.
    expect(await answer(offer, "say-yes", { phone: "(800) 555-0100" })).toEqual(changed);
    expect(await listNamed(offer.offerId)).toEqual([]);
    expect(await answer({ ...offer, requestId: await sendRequest() }, "say-yes")).toMatchObject({
      ok: false,
    });
    expect(await answer({ ...offer, requestId: await sendRequest() }, "ask-another")).toEqual({
      ok: false,
      reason: "answered",
    });
    await suppressContact(db(), {
      phone: "(404) 555-0123",
      source: "test",
      now: clock,
      contactKeys,
    });
    expect(await answer(offer, "say-yes")).toEqual({ ok: false, reason: "opted-out" });
    expect(await listNamed(offer.offerId)).toEqual([]);
    expect(await getViewState(offer.token)).toBe("customer-declined");
  });

  test("to a company that is no longer verified shares nothing: it ends, and the next match is asked", async () => {
    const offer = await createAcceptedOffer();
    await unverify(offer.providerId);
    const next = await addProvider("Second Plumbing");
    expect(await answer(offer, "say-yes")).toEqual({ ok: false, reason: "unverified" });
    expect(await listNamed(offer.offerId)).toEqual([]);
    expect(await getCredits(offer.providerId)).toBe(100);
    expect(await queryRows(db(), "select refund_reason from offers")).toEqual([
      { refund_reason: "provider-unverified" },
    ]);
    // Nobody reads that the customer said no.
    expect(await getViewState(offer.token)).toBe("unverified");
    expect((await loadOfferPanel(app(), offer.requestId))?.history).toMatchObject([
      { state: "customer-declined", endReason: "unverified" },
    ]);
    expect(await continueOffers(app())).toBe(1);
    expect(await queryRows(db(), "select provider_id from offers where state = 'open'")).toEqual([
      { provider_id: next },
    ]);
    expect(await checkLedger(db())).toEqual([]);
  });

  test("of fifty parallel answers the first counts, and the credits are exact", async () => {
    for (let round = 0; round < 3; round += 1) {
      const offer = await createAcceptedOffer({ phone: `404555018${round}` });
      const intents: Intent[] = ["say-yes", "ask-another", "stop-looking"];
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, index) => answer(offer, intents[index % 3] ?? "say-yes")),
      );
      const [won, ...others] = results.filter(({ ok }) => ok);
      expect(others).toEqual([]);
      const isYes = won?.ok && won.answer === "say-yes";
      expect(await listNamed(offer.offerId)).toHaveLength(isYes ? 1 : 0);
      expect(await getCredits(offer.providerId)).toBe(isYes ? 75 : 100);
      expect(await getViewState(offer.token)).toBe(isYes ? "accepted" : "customer-declined");
    }
    expect(await checkLedger(db())).toEqual([]);
  });
});

test("a stop that races an accept or a yes always wins: the details stay hidden and the credits come back", async () => {
  for (let round = 0; round < 50; round += 1) {
    const phone = `40455502${String(round).padStart(2, "0")}`;
    const values = { phone, email: `${randomUUID()}@example.com` };
    const providerId = await addProvider(`Company ${round}`);
    const requestId = await sendRequest(values);
    const { offerId, token } = await offerTo(requestId, providerId);
    const stop = () =>
      round % 3 === 0
        ? suppressContact(db(), { phone, source: "test", now: clock, contactKeys })
        : stopAllContact(actionContext("customer"), { requestId });
    const accept = () => recordProviderAnswer(actionContext(), { token, accept: true });
    if (round % 2 === 0) await Promise.all([accept(), stop()]);
    else {
      await accept();
      await Promise.all([
        answer({ offerId, requestId }, "say-yes", { named: `Company ${round}` }),
        stop(),
      ]);
    }
    expect(await getViewState(token)).not.toBe("accepted");
    expect(await getViewState(token)).not.toBe("waiting");
  }
  await continueOffers(app());
  const { rows } = await db().$client.query(
    "select count(*)::int as count from offers where state = 'accepted' and customer_approved_at is null",
  );
  expect(rows).toEqual([{ count: 0 }]);
  expect(await checkLedger(db())).toEqual([]);
});

test("a company that the customer stops no longer sees the details, and is not asked again", async () => {
  const offer = await createAcceptedOffer();
  const findConnected = async () => [
    (await loadPage(offer.requestId))?.corrections?.connected,
    (await findConnectedCompany.first(db(), offer))?.company ?? null,
  ];
  expect(await findConnected()).toEqual([null, null]);
  await answer(offer, "say-yes");
  expect(await findConnected()).toEqual([company, company]);
  expect(await getViewState(offer.token)).toBe("accepted");
  expect(await stopCompany(actionContext("customer"), offer)).toBe(true);
  expect(await getViewState(offer.token)).toBe("accepted-before");
  expect(await findConnected()).toEqual([null, null]);
  const page = await loadPage(offer.requestId);
  expect(page?.stage).toBe("company-stopped");
  expect(page?.recipients).toMatchObject([{ how: "after your yes; you stopped them" }]);
});

test("a company is stopped from all requests of a person at once, and each stop is kept", async () => {
  for (let round = 0; round < 10; round += 1) {
    const providerId = await addProvider(`Company ${round}`);
    const requests = [];
    for (const phone of ["4045550301", "4045550302", "4045550303"]) {
      const requestId = await sendRequest({ phone, email: `round-${round}@example.com` });
      const { token } = await offerTo(requestId, providerId);
      await recordProviderAnswer(actionContext(), { token, accept: true });
      requests.push({ requestId, token });
    }
    const stopped = requests.map((request) => stopCompany(actionContext("customer"), request));
    // Whichever is first ends all of them.
    expect(await Promise.all(stopped)).toContain(true);
    for (const { token } of requests) expect(await getViewState(token)).not.toBe("waiting");
  }
  expect(await checkLedger(db())).toEqual([]);
});

test("before the yes the company reads neither the street of now nor one that was corrected", async () => {
  const description = "Leak at 12 Elm Street, or is it 9 Oak Street?";
  const { requestId, token } = await createAcceptedOffer({ description });
  const opened = Object.fromEntries(CORRECTABLE.map((field) => [field, ""])) as CorrectionValues;
  const values = { ...opened, address: "9 Oak Street" };
  const context = { ...actionContext("customer"), contactKeys };
  expect(await correctRequest(context, { requestId, values, opened })).toMatchObject({ ok: true });
  const view = await getOfferView(db(), { token, now: clock, timeZone: "America/New_York" });
  expect(view).toMatchObject({ description: "Leak at [hidden], or is it [hidden]?" });
});

test("an offer whose company is no longer verified ends without an answer, and the next match is asked", async () => {
  const offer = await createAcceptedOffer();
  await unverify(offer.providerId);
  await addProvider("Second Plumbing");
  expect(await continueOffers(app())).toBe(1);
  expect(await getViewState(offer.token)).toBe("unverified");
  expect(await getCredits(offer.providerId)).toBe(100);
  expect((await loadPage(offer.requestId))?.stage).toBe("looking");
});

describe("a no", () => {
  test("with Ask another gives the credits back, and the next match is asked without staff", async () => {
    const offer = await createAcceptedOffer();
    const next = await addProvider("Second Plumbing");
    expect(await answer(offer, "ask-another")).toEqual({ ok: true, answer: "ask-another" });
    expect(await getCredits(offer.providerId)).toBe(100);
    expect(await continueOffers(app())).toBe(1);
    expect(
      await queryRows(db(), "select provider_id, state from offers where state = 'open'"),
    ).toEqual([{ provider_id: next, state: "open" }]);
    const page = await loadPage(offer.requestId);
    expect(page?.stage).toBe("looking");
    expect(page?.asked.map(({ company: asked, what }) => `${asked} ${what}`)).toEqual([
      "Second Plumbing is deciding now",
      "Peach Plumbing could take it, and did not get your yes",
    ]);
  });

  test("with Stop looking closes the request, and nobody else is asked", async () => {
    const offer = await createAcceptedOffer();
    await addProvider("Second Plumbing");
    expect(await answer(offer, "stop-looking")).toMatchObject({ ok: true });
    expect(await continueOffers(app())).toBe(0);
    expect(await getCredits(offer.providerId)).toBe(100);
    expect(
      await queryRows(db(), "select status, outcome, closed_at from service_requests"),
    ).toEqual([{ status: "closed", outcome: "stopped-by-customer", closed_at: clock }]);
    expect((await loadPage(offer.requestId))?.stage).toBe("canceled");
  });
});

describe("a canceled request", () => {
  const cancel = (requestId: string) => cancelRequest(actionContext("customer"), { requestId });

  test("is closed once, and an open offer is withdrawn", async () => {
    const requestId = await sendRequest();
    const { token } = await offerTo(requestId, await addProvider());
    expect(await cancel(requestId)).toBe(true);
    expect(await cancel(requestId)).toBe(false);
    expect(await getViewState(token)).toBe("withdrawn");
  });

  test("gives the credits back to a company that waits, and races with its accept are safe", async () => {
    const waiting = await createAcceptedOffer();
    await cancel(waiting.requestId);
    expect(await getCredits(waiting.providerId)).toBe(100);
    for (let round = 0; round < 10; round += 1) {
      const providerId = await addProvider(`Company ${round}`);
      const requestId = await sendRequest({ phone: `40455503${round}0` });
      const { token } = await offerTo(requestId, providerId);
      await Promise.all([
        cancel(requestId),
        recordProviderAnswer(actionContext(), { token, accept: true }),
      ]);
      expect(await getCredits(providerId)).toBe(100);
      expect(["withdrawn", "customer-declined"]).toContain(await getViewState(token));
    }
    expect(await checkLedger(db())).toEqual([]);
  });
});

describe("staff call", () => {
  const listWaiting = async () =>
    (
      await listRequests(db(), {
        filters: parseFilters(new URLSearchParams({ view: "waiting" })),
        userId: randomUUID(),
        now: new Date(),
      })
    ).rows.map(({ id }) => id);

  test("at once where there is no email address, else after four business hours without an answer", async () => {
    clock = new Date();
    const mail = { communicationPreference: "email" };
    const asked = await createAcceptedOffer({ phone: "4045550181", ...mail });
    const unreachable = await createAcceptedOffer({ phone: "4045550182", email: "" });
    expect(await listWaiting()).toEqual([unreachable.requestId]);
    await db().$client.query("update offers set staff_call_due_at = now() - interval '1 second'");
    expect((await listWaiting()).sort()).toEqual([asked.requestId, unreachable.requestId].sort());
  });

  test.each([
    ["wants a call", { communicationPreference: "phone" }],
    ["wants a text", { communicationPreference: "sms" }],
    ["has an emergency", { communicationPreference: "email", timeframe: "emergency" }],
    ["needs help today", { communicationPreference: "email", urgencyLevel: "today-asap" }],
  ])("at once a customer who %s, and mail them as well", async (_, wishes) => {
    clock = new Date();
    const { requestId } = await createAcceptedOffer(wishes);
    expect(await listWaiting()).toEqual([requestId]);
    expect(
      await queryRows(db(), "select state from customer_mails where kind = $1", [
        ASK_CUSTOMER_MAIL,
      ]),
    ).toEqual([{ state: "waiting" }]);
    expect((await loadPage(requestId))?.named).toMatchObject({ answerBy: null });
  });

  test("counts only the hours of the business", async () => {
    // Monday 10 AM in New York; the business is open 7 AM to 9 PM.
    expect(await getCallDueAt({ ...app(), now: start })).toEqual(
      new Date(start.getTime() + 4 * HOUR_MS),
    );
    const evening = new Date("2026-11-03T01:00:00Z");
    expect((await getCallDueAt({ ...app(), now: evening })).toISOString()).toBe(
      "2026-11-03T15:00:00.000Z",
    );
    clock = new Date(clock.getTime() + MINUTE_MS);
    const env = parseEnv({ DATA_DIR: "/tmp/never-written" });
    expect(await getCallDueAt({ ...app(), env, now: start })).toEqual(start);
  });
});
