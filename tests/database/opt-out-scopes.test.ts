import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import type { OptOutScope } from "#app/db/tables/consent.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { checkLedger, postCredits } from "#app/features/billing/ledger.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { closeMailTransports } from "#app/features/mail/send-mail.server.ts";
import { loadMyRequest } from "#app/features/my-request/load-page.server.ts";
import { continueOffers } from "#app/features/offers/continue-offers.server.ts";
import { mailStops } from "#app/features/offers/customer/mail-stops.server.ts";
import { optOutOfProvider } from "#app/features/offers/customer/opt-out-of-provider.server.ts";
import { getMatchRequest, listMatches } from "#app/features/offers/list-matches.server.ts";
import { createOffer, recordProviderAnswer } from "#app/features/offers/mutations.server.ts";
import { recordCustomerAnswer } from "#app/features/offers/record-customer-answer.server.ts";
import { getOfferView } from "#app/features/offers/view-offer.server.ts";
import { saveWindows } from "#app/features/offers/visits/save-windows.server.ts";
import type { CorrectionValues } from "#app/features/requests/customer/corrections/constants.ts";
import { correctRequest } from "#app/features/requests/customer/corrections/correct-request.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { hashContacts } from "#app/lib/hashed-contacts.server.ts";
import {
  contactKeys,
  openTestDatabase,
  queryRows,
  siteSettings,
  storeRequest,
} from "../factories.ts";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";
import { buildMailApp } from "../mail-app.ts";

const PHONE = "4045550123";
const start = new Date("2026-11-02T15:00:00Z");
const minutesLater = (minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS);
let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let smtp: SmtpFake;
const db = () => (context as NonNullable<typeof context>).db;
const actionContext = (now: Date) => ({ db: db(), actor: "test", now });

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
  smtp = await startSmtp();
});
afterEach(async () => {
  closeMailTransports();
  await smtp.close();
});
afterAll(() => context?.close());

const services = (minutes = 20) =>
  buildMailApp({ db: db(), now: () => minutesLater(minutes), env: { SMTP_URL: smtp.url } });

async function addProvider(company = "Peach Plumbing", email: string | null = "pat@peach.example") {
  const id = randomUUID();
  await queryRows(
    db(),
    `insert into providers (id, company_name, contact_name, contact_email, phone, verification_status, service_area_zips, service_categories, created_at)
     values ($1, $2, 'Pat', $3, '4045550100', 'verified', '{30301}', '{Plumbing}', $4)`,
    [id, company, email, start],
  );
  await withTransaction(db(), (tx) =>
    postCredits(tx, { kind: "adjustment", providerId: id, amount: 100, actor: "test", now: start }),
  );
  return id;
}
async function addRequest(now = start) {
  const request = await storeRequest(db(), { now });
  if (!request.ok) throw new Error(request.reason);
  return request.id;
}
async function offerTo(providerId: string, requestId: string) {
  const input = { serviceRequestId: requestId, providerId, cost: 25 };
  const offer = await createOffer(actionContext(start), input);
  if (!offer.ok) throw new Error(offer.reason);
  return offer;
}
/** An offer that the provider accepted; with `approved`, the customer said yes too. */
async function addOffer({ approved = true, email }: { approved?: boolean; email?: null } = {}) {
  const providerId = await addProvider(undefined, email);
  const requestId = await addRequest();
  const offer = await offerTo(providerId, requestId);
  const accepted = { token: offer.token, accept: true };
  await recordProviderAnswer(actionContext(minutesLater(1)), accepted);
  if (approved)
    await recordCustomerAnswer(actionContext(minutesLater(2)), {
      offerId: offer.offerId,
      answer: "yes",
    });
  return { ...offer, providerId, requestId };
}
const stop = (scope?: OptOutScope) =>
  suppressContact(db(), {
    phone: PHONE,
    scope,
    source: "test",
    now: minutesLater(10),
    contactKeys,
  });
const stopProvider = (providerId: string) =>
  withTransaction(db(), (tx) =>
    optOutOfProvider(tx, {
      contacts: hashContacts(contactKeys, { phone: PHONE }),
      providerId,
      source: "my-request",
      now: minutesLater(10),
    }),
  );
const loadPage = (requestId: string) =>
  loadMyRequest({ ...services(), now: () => minutesLater(15) }, requestId);
const getView = (token: string) =>
  getOfferView(db(), { token, now: minutesLater(15), timeZone: "America/New_York" });
const listEvents = async (requestId: string) =>
  (
    await queryRows<{ kind: string }>(
      db(),
      "select kind from request_events where request_id = $1 order by id",
      [requestId],
    )
  ).map(({ kind }) => kind);
const listMatchIds = async (requestId: string) => {
  const request = await getMatchRequest(db(), requestId);
  if (!request) throw new Error("no request");
  const { matches, nearMisses } = await listMatches(db(), { request, cost: 25, now: start });
  return [...matches, ...nearMisses].map(({ id }) => id);
};

describe("a customer who said yes and stops everybody", () => {
  test("is hidden from the professional, who is told once, without a word about who it is", async () => {
    const { token, offerId, requestId, providerId } = await addOffer();
    await queryRows(
      db(),
      "insert into appointments (id, request_id, offer_id, provider_id, state, starts_at, ends_at, created_at, updated_at) values ($1, $2, $3, $4, 'booked', $5, $6, $5, $5)",
      [randomUUID(), requestId, offerId, providerId, minutesLater(600), minutesLater(720)],
    );
    expect((await getView(token)).state).toBe("accepted");
    await stop();
    expect((await getView(token)).state).toBe("accepted-before");
    expect(await mailStops(services())).toBe(1);
    expect(await mailStops(services(30))).toBe(0);
    expect(smtp.mails.map(({ to }) => to)).toEqual([["pat@peach.example"]]);
    const mail = smtp.mails[0]?.data ?? "";
    expect(mail).toContain("asked us to stop all contact. Please do not");
    for (const personal of ["Jordan", "555-0123", "5550123", "jordan@example.com", "Elm", token])
      expect(mail).not.toContain(personal);
    expect((await listEvents(requestId)).at(-1)).toBe("stop-told");
    expect(await queryRows(db(), "select state from appointments")).toEqual([
      { state: "canceled" },
    ]);
  });

  test("is reported to staff where no mail reaches the professional", async () => {
    const { requestId } = await addOffer({ email: null });
    await stop();
    expect(await mailStops(services())).toBe(0);
    expect(await mailStops(services())).toBe(0);
    expect((await listEvents(requestId)).filter((kind) => kind === "stop-untold")).toHaveLength(1);
  });

  test("is told later where the mail server is down, and reported where it refuses the address", async () => {
    const { requestId } = await addOffer();
    await stop();
    smtp.fail({ step: "RCPT", code: 451 });
    expect(await mailStops(services())).toBe(0);
    expect(await listEvents(requestId)).not.toContain("stop-untold");
    smtp.fail({ step: "RCPT", code: 550 });
    expect(await mailStops(services(30))).toBe(0);
    expect((await listEvents(requestId)).at(-1)).toBe("stop-untold");
  });
});

test("a customer who stops only our company stays in touch with the professional, and gets no new offer", async () => {
  const { token, requestId } = await addOffer();
  await stop("company");
  expect(await getView(token)).toMatchObject({ state: "accepted", name: "Jordan Example" });
  expect(await mailStops(services())).toBe(0);
  expect(await queryRows(db(), "select scope from suppressions")).toEqual([{ scope: "company" }]);
  const page = await loadPage(requestId);
  expect(page).toMatchObject({
    stage: "connected",
    canStop: true,
    connected: { company: "Peach Plumbing" },
  });
  expect(page?.next[0]).toBe(
    `You stopped contact by ${siteSettings.company}. Peach Plumbing may still call you about the job.`,
  );
  // They still agree on a visit with the professional, and correct what that one sees.
  expect(page?.windows).not.toBeNull();
  const choices = [{ day: "2026-11-04", start: "10" }];
  const context = { ...actionContext(minutesLater(16)), contactKeys };
  expect(await saveWindows(context, { requestId, choices })).toEqual({ ok: true, count: 1 });
  expect(page?.corrections).toMatchObject({ canChangePhone: false });
  const opened = page?.corrections?.values as CorrectionValues;
  const correct = (changes: Partial<CorrectionValues>) =>
    correctRequest(context, { requestId, opened, values: { ...opened, ...changes } });
  expect(await correct({ description: "It drips faster" })).toMatchObject({ ok: true });
  expect(await correct({ email: "new@example.com" })).toMatchObject({ reason: "fields" });
  await stop("all");
  expect(await loadPage(requestId)).toMatchObject({ stage: "stopped", canStop: false });
  expect(await correct({ description: "It stopped" })).toMatchObject({ reason: "opted-out" });
});

test("a customer without a professional who stops our company reads that nobody is looked for", async () => {
  const requestId = await addRequest();
  await stop("company");
  expect(await loadPage(requestId)).toMatchObject({
    stage: "received",
    canStop: true,
    next: [
      `You stopped contact by ${siteSettings.company}.`,
      expect.stringContaining("Still need help?"),
    ],
  });
});

test("an offer that waits for a customer who stops our company ends, as nobody can be asked", async () => {
  const { token } = await addOffer({ approved: false });
  await stop("company");
  await continueOffers(services());
  expect((await getView(token)).state).toBe("customer-declined");
});

describe("a customer who stops one company", () => {
  test("is never offered to it again, and may be offered to others", async () => {
    const stopped = await addProvider();
    const other = await addProvider("Other Plumbing");
    await stopProvider(stopped);
    expect(await listMatchIds(await addRequest())).toEqual([other]);
    expect(await listMatchIds(await addRequest(minutesLater(60)))).toEqual([other]);
  });

  test("has its open offer withdrawn", async () => {
    const providerId = await addProvider();
    const requestId = await addRequest();
    const { token } = await offerTo(providerId, requestId);
    await stopProvider(providerId);
    expect((await getView(token)).state).toBe("withdrawn");
    expect(
      await recordProviderAnswer(actionContext(minutesLater(11)), { token, accept: true }),
    ).toEqual({ ok: false, reason: "withdrawn" });
    expect((await listEvents(requestId)).at(-1)).toBe("offer-withdrawn");
  });

  test("has an offer that waits for them ended, with the credits back", async () => {
    const { token, providerId } = await addOffer({ approved: false });
    await stopProvider(providerId);
    expect((await getView(token)).state).toBe("customer-declined");
    expect(await queryRows(db(), "select credits::int as credits from providers")).toEqual([
      { credits: 100 },
    ]);
    expect(await checkLedger(db())).toEqual([]);
  });

  test("is hidden from it after a yes, and it is told once", async () => {
    const { token, providerId } = await addOffer();
    await stopProvider(providerId);
    expect((await getView(token)).state).toBe("accepted-before");
    expect(await mailStops(services())).toBe(1);
    expect(await mailStops(services())).toBe(0);
  });

  test("has an offer ended that was made at the same moment", async () => {
    const { token, providerId } = await addOffer({ approved: false });
    await queryRows(
      db(),
      "insert into provider_opt_outs (id, provider_id, contact_hash, source, opted_out_at) select $1, $2, phone_hash, 'test', $3 from service_requests",
      [randomUUID(), providerId, minutesLater(3)],
    );
    await continueOffers(services());
    expect((await getView(token)).state).toBe("customer-declined");
  });
});
