import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import { closeMailTransports } from "#app/features/mail/send-mail.server.ts";
import { APPROVED_BY_CUSTOMER } from "#app/features/offers/constants.ts";
import { continueOffers } from "#app/features/offers/continue-offers.server.ts";
import {
  cancelRequest,
  endOfferOfClosed,
} from "#app/features/offers/customer/cancel-request.server.ts";
import { mailApprovals } from "#app/features/offers/customer/mail-approvals.server.ts";
import { mailStops } from "#app/features/offers/customer/mail-stops.server.ts";
import { createOffer, recordProviderAnswer } from "#app/features/offers/mutations.server.ts";
import { recordCustomerAnswer } from "#app/features/offers/record-customer-answer.server.ts";
import { findSharedOffer, getOfferView } from "#app/features/offers/view-offer.server.ts";
import { erasePerson } from "#app/features/privacy/mutations.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { updateStatuses } from "#app/features/requests/inbox/mutations.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { contactKeys, openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { type SmtpFake, type SmtpStep, startSmtp } from "../fakes/smtp.ts";
import { buildMailApp } from "../mail-app.ts";

const start = new Date("2026-11-02T15:00:00Z");
const later = new Date(start.getTime() + 10 * MINUTE_MS);
let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let smtp: SmtpFake;
const db = () => (context as NonNullable<typeof context>).db;
const act = (now = start) => ({ db: db(), actor: "customer", now });

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

const app = (env: Record<string, string> = { SMTP_URL: smtp.url }, now = later) =>
  buildMailApp({ db: db(), now: () => now, env });

/** An offer that is open, waits for the customer, or is connected with them. */
async function addOffer(
  state: "open" | "waiting" | "connected",
  email: string | null = "p@x.example",
) {
  const providerId = randomUUID();
  await queryRows(
    db(),
    `insert into providers (id, company_name, contact_name, contact_email, phone, verification_status, service_area_zips, service_categories, created_at)
     values ($1, 'Peach', 'Pat', $2, '4045550100', 'verified', '{30301}', '{Plumbing}', $3)`,
    [providerId, email, start],
  );
  await withTransaction(db(), (tx) =>
    postCredits(tx, { kind: "adjustment", providerId, amount: 100, actor: "test", now: start }),
  );
  const request = await storeRequest(db(), { now: start });
  if (!request.ok) throw new Error(request.reason);
  const offer = await createOffer(act(), { serviceRequestId: request.id, providerId, cost: 25 });
  if (!offer.ok) throw new Error(offer.reason);
  const { token, offerId } = offer;
  if (state !== "open") await recordProviderAnswer(act(), { token, accept: true });
  if (state === "connected") await recordCustomerAnswer(act(), { offerId, answer: "yes" });
  return { token, offerId, providerId, requestId: request.id };
}
const setStatus = (status: "new" | "closed", ids: string[], endOffer?: typeof endOfferOfClosed) =>
  updateStatuses(
    { ...act(later), actor: randomUUID() },
    { changes: ids.map((id) => ({ id, status })), endOffer },
  );
const readOffer = async (offerId: string) =>
  (
    await queryRows<{ state: string; credits: number; note: string | null }>(
      db(),
      `select o.state, p.credits::float8 as credits, o.refund_reason as note
       from offers o join providers p on p.id = o.provider_id where o.id = $1`,
      [offerId],
    )
  )[0];
const listEvents = async () =>
  (await queryRows<{ kind: string }>(db(), "select kind from request_events order by id")).map(
    ({ kind }) => kind,
  );
const readMail = () => (smtp.mails[0]?.data ?? "").replaceAll("=\r\n", "").replaceAll("\r\n", " ");
const PERSONAL = ["Jordan", "555-0123", "5550123", "jordan@example.com", "Elm"];

test.each(["open", "waiting", "connected"] as const)(
  "a provider whose offer is %s hears once that the customer canceled",
  async (state) => {
    const { token, requestId } = await addOffer(state);
    expect(await mailStops(app())).toBe(0);
    await cancelRequest(act(later), { requestId });
    expect(await mailStops(app())).toBe(1);
    expect(await mailStops(app())).toBe(0);
    const mail = readMail();
    expect(mail).toContain("canceled the request. Please do not call about this job.");
    expect(mail.includes("Your credits are back.")).toBe(state === "waiting");
    for (const personal of [...PERSONAL, token]) expect(mail).not.toContain(personal);
    expect((await listEvents()).at(-1)).toBe("cancel-told");
  },
);

describe("a request that staff close", () => {
  test.each([
    ["open", { state: "withdrawn", credits: 100, note: null }],
    ["waiting", { state: "withdrawn", credits: 100, note: "request-closed" }],
  ] as const)("ends an offer that is %s, and its provider hears of it once", async (state, end) => {
    const { token, offerId, requestId } = await addOffer(state);
    const other = await addOffer("open");
    const closed = await setStatus("closed", [other.requestId, requestId], endOfferOfClosed);
    expect(closed).toMatchObject({ ok: true, endedOffers: 2 });
    expect(await readOffer(offerId)).toEqual(end);
    expect(await getOfferView(db(), { token, now: later, timeZone: "America/New_York" })).toEqual({
      state: state === "waiting" ? "closed" : "withdrawn",
    });
    expect(await mailStops(app())).toBe(2);
    expect(await mailStops(app())).toBe(0);
    const mail = readMail();
    expect(mail).toContain("We closed this request before the customer said yes");
    expect(mail.includes("Your credits are back.")).toBe(state === "waiting");
    for (const personal of [...PERSONAL, token]) expect(mail).not.toContain(personal);
    expect((await listEvents()).at(-1)).toBe("closing-told");
  });

  test("keeps the provider whom the customer said yes to", async () => {
    const { offerId, requestId } = await addOffer("connected");
    const closed = await setStatus("closed", [requestId], endOfferOfClosed);
    expect(closed).toMatchObject({ ok: true, endedOffers: 0 });
    expect(await readOffer(offerId)).toMatchObject({ state: "accepted", credits: 75 });
    expect(await mailStops(app())).toBe(0);
  });

  test("and open again does not bring the offer back, and can be offered again", async () => {
    const { offerId, requestId, providerId } = await addOffer("waiting");
    await setStatus("closed", [requestId], endOfferOfClosed);
    await setStatus("new", [requestId], endOfferOfClosed);
    expect(await readOffer(offerId)).toMatchObject({ state: "withdrawn", credits: 100 });
    expect(await mailStops(app())).toBe(1);
    expect(
      await createOffer(act(later), { serviceRequestId: requestId, providerId, cost: 25 }),
    ).toMatchObject({ ok: true });
  });

  test("before closing ended offers, has its credits given back by the job", async () => {
    const { offerId, requestId } = await addOffer("waiting");
    await setStatus("closed", [requestId]);
    await continueOffers(app());
    expect(await readOffer(offerId)).toMatchObject({ state: "withdrawn", credits: 100 });
    expect(await mailStops(app())).toBe(1);
  });
});

test("the link of a connected provider shows the cancel instead of the customer", async () => {
  const { token, requestId } = await addOffer("connected");
  const link = { token, now: later };
  expect(await findSharedOffer(db(), link)).not.toBeNull();
  await cancelRequest(act(later), { requestId });
  expect(await getOfferView(db(), { ...link, timeZone: "America/New_York" })).toEqual({
    state: "canceled",
  });
  expect(await findSharedOffer(db(), link)).toBeNull();
});

test("an expired or declined offer is not told of a cancel", async () => {
  const { token, requestId } = await addOffer("open");
  await recordProviderAnswer(act(), { token, accept: false });
  await cancelRequest(act(later), { requestId });
  expect(await mailStops(app())).toBe(0);
  expect(await listEvents()).not.toContain("cancel-untold");
});

test("a provider who has the details of an erased customer is asked once to delete them", async () => {
  const { token } = await addOffer("connected");
  const person = { kind: "email", value: "jordan@example.com" } as const;
  const env = parseEnv({});
  await erasePerson({ ...act(later), env, contactKeys }, { person });
  expect(await listEvents()).toContain("erasure-noted");
  expect(await mailStops(app())).toBe(1);
  expect(await mailStops(app())).toBe(0);
  const mail = readMail();
  expect(mail).toContain("Please delete them too, and do not contact them.");
  for (const personal of [...PERSONAL, token]) expect(mail).not.toContain(personal);
});

test("nobody is asked to delete what the nightly retention erased", async () => {
  const { requestId } = await addOffer("connected");
  await withTransaction(db(), (tx) => eraseRequestFields(tx, [requestId]));
  expect(await mailStops(app())).toBe(0);
});

test("without a mail server, or an address, staff are asked to call", async () => {
  for (const email of [null, "p@x.example"]) {
    const { requestId } = await addOffer("connected", email);
    await cancelRequest(act(later), { requestId });
    expect(await mailStops(app({}))).toBe(0);
    expect((await listEvents()).at(-1)).toBe("cancel-untold");
  }
  expect(await mailStops(app())).toBe(0);
});

describe("a mailbox that is full", () => {
  const isFull = (step: SmtpStep, address: string) =>
    step === "RCPT" && address.startsWith("full") ? ({ step, code: 452 } as const) : null;
  /** Runs the job at these minutes. @returns those at which the mailbox was tried */
  async function listAttempts(minutes: readonly number[]): Promise<number[]> {
    const attempts: number[] = [];
    for (const minute of minutes) {
      smtp.fail((step, address) => {
        const fault = isFull(step, address);
        if (fault) attempts.push(minute);
        return fault;
      });
      await mailStops(app(undefined, new Date(later.getTime() + minute * MINUTE_MS)));
    }
    return attempts;
  }

  test("does not keep another provider waiting", async () => {
    for (const email of ["full@x.example", "p@x.example"])
      await cancelRequest(act(later), await addOffer("connected", email));
    smtp.fail(isFull);
    expect(await mailStops(app())).toBe(1);
    expect(await listEvents()).not.toContain("cancel-untold");
  });

  test("is tried less and less often, and after four hours staff are asked to call, once", async () => {
    await cancelRequest(act(later), await addOffer("connected", "full@x.example"));
    const minutes = [0, 1, 2, 4, 5, 15, 16, 51, 52, 170, 171, 239, 240, 241, 600];
    expect(await listAttempts(minutes)).toEqual([0, 1, 5, 16, 52, 171, 240]);
    expect((await listEvents()).filter((kind) => kind === "cancel-untold")).toHaveLength(1);
  });

  test("gets the mail once there is room again", async () => {
    await cancelRequest(act(later), await addOffer("connected", "full@x.example"));
    await listAttempts([0, 1]);
    smtp.fail(null);
    const afterwards = new Date(later.getTime() + 3 * HOUR_MS);
    expect(await mailStops(app(undefined, afterwards))).toBe(1);
    expect((await listEvents()).at(-1)).toBe("cancel-told");
    expect(await queryRows(db(), "select kind from provider_mail_failures")).toEqual([]);
  });
});

test("a mail server that works again is noticed within five minutes", async () => {
  await cancelRequest(act(later), await addOffer("connected"));
  const runAt = (minutes: number) =>
    mailStops(app(undefined, new Date(later.getTime() + minutes * MINUTE_MS)));
  smtp.fail({ step: "MAIL", code: 451 });
  for (let minutes = 0; minutes < 180; minutes += 10) expect(await runAt(minutes)).toBe(0);
  smtp.fail(null);
  expect(await runAt(175)).toBe(1);
});

describe("a yes on the customer's page", () => {
  const sayYes = async (email: string | null) => {
    const { offerId, requestId } = await addOffer("waiting", email);
    const answered = { ...act(later), actor: APPROVED_BY_CUSTOMER };
    await recordCustomerAnswer(answered, { offerId, answer: "yes" });
    return requestId;
  };

  test.each([
    ["without an address", null, "yes"],
    ["whose address is refused", "gone@x.example", "yes"],
    ["of a site without a mail server", "p@x.example", "no"],
  ])("is left to staff once for a provider %s", async (_, email, hasServer) => {
    await sayYes(email);
    smtp.fail({ step: "RCPT", code: 550 });
    for (let run = 0; run < 2; run += 1)
      expect(await mailApprovals(app(hasServer === "no" ? {} : undefined))).toBe(0);
    const untold = (await listEvents()).filter((kind) => kind === "approval-untold");
    expect(untold).toHaveLength(1);
  });

  test("is not told after the customer canceled", async () => {
    const requestId = await sayYes("p@x.example");
    await cancelRequest(act(later), { requestId });
    expect(await mailApprovals(app())).toBe(0);
    expect(await mailStops(app())).toBe(1);
    expect(smtp.mails).toHaveLength(1);
  });
});
