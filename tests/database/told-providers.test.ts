import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import { closeMailTransports } from "#app/features/mail/send-mail.server.ts";
import { cancelRequest } from "#app/features/offers/customer/cancel-request.server.ts";
import { mailStops } from "#app/features/offers/customer/mail-stops.server.ts";
import { createOffer, recordProviderAnswer } from "#app/features/offers/mutations.server.ts";
import { recordCustomerAnswer } from "#app/features/offers/record-customer-answer.server.ts";
import { findSharedOffer, getOfferView } from "#app/features/offers/view-offer.server.ts";
import { erasePerson } from "#app/features/privacy/mutations.server.ts";
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

const app = (env: Record<string, string> = { SMTP_URL: smtp.url }) => ({
  db: db(),
  env: parseEnv({ DATA_DIR: "/tmp/told-providers", ...env }),
  log: createLogger("silent"),
  now: () => later,
  settings: { get: async () => siteSettings, drop() {} },
});

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
  return { token, requestId: request.id };
}
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
