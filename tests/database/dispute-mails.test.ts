import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import { closeMailTransports } from "#app/features/mail/send-mail.server.ts";
import { createStaffNotifier } from "#app/features/notifications/jobs.server.ts";
import { decideDispute } from "#app/features/offers/disputes/decide-dispute.server.ts";
import { mailDisputes } from "#app/features/offers/disputes/mail-disputes.server.ts";
import { openDispute } from "#app/features/offers/disputes/open-dispute.server.ts";
import { createOffer, recordProviderAnswer } from "#app/features/offers/mutations.server.ts";
import { recordCustomerAnswer } from "#app/features/offers/record-customer-answer.server.ts";
import { refundBadLeads } from "#app/features/offers/refund-bad-leads.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { openTestDatabase, queryRows, siteSettings, storeRequest } from "../factories.ts";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";
import { buildMailApp } from "../mail-app.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let smtp: SmtpFake;
let clock: Date;
const db = () => (context as NonNullable<typeof context>).db;
const run = (text: string, values: unknown[] = []) => db().$client.query(text, values);
const staffId = randomUUID();

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
  smtp = await startSmtp();
  clock = new Date("2026-11-02T15:00:00Z");
});
afterEach(async () => {
  closeMailTransports();
  await smtp.close();
});
afterAll(() => context?.close());

const advanceClock = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
const app = () => buildMailApp({ db: db(), now: () => clock, env: { SMTP_URL: smtp.url } });
const act = (actor = "test") => ({
  ...{ db: db(), actor, now: clock },
  settings: { get: async () => siteSettings, drop() {} },
});
const readMail = (index: number) =>
  (smtp.mails[index]?.data ?? "").replaceAll("=\r\n", "").replaceAll("\r\n", "\n");

/** A dispute that waits for a person; the ZIP code 10001 is outside the area, so its claim is proved. */
async function addDispute({ claim = "unreachable", zip = "30301", companyMail = "" } = {}) {
  const [providerId, personId] = [randomUUID(), randomUUID()];
  const email = `${personId.slice(0, 8)}@pro.example`;
  await run(
    `insert into providers (id, company_name, contact_name, contact_email, phone, verification_status, service_area_zips, created_at)
     values ($1, 'Peach', 'Pat', $2, '4045550100', 'verified', '{30301}', $3)`,
    [providerId, companyMail, clock],
  );
  await run(
    "insert into provider_users (id, provider_id, email, name, role, created_at) values ($1, $2, $3, 'Pat', 'member', $4)",
    [personId, providerId, email, clock],
  );
  await withTransaction(db(), (tx) =>
    postCredits(tx, { kind: "adjustment", providerId, amount: 100, actor: "test", now: clock }),
  );
  const request = await storeRequest(db(), { now: clock, values: { zipCode: zip } });
  if (!request.ok) throw new Error(request.reason);
  const offer = await createOffer(act(), {
    serviceRequestId: request.id,
    providerId,
    cost: 25,
  });
  if (!offer.ok) throw new Error(offer.reason);
  await recordProviderAnswer(act(), { token: offer.token, accept: true });
  await recordCustomerAnswer(act(), { offerId: offer.offerId, answer: "yes" });
  const opened = await openDispute(act(), {
    ...{ offerId: offer.offerId, providerId, personId, words: null },
    claim: claim as "unreachable" | "outside-area",
  });
  if (!opened.ok) throw new Error(opened.reason);
  return { disputeId: opened.disputeId, offerId: offer.offerId, personId, email };
}
const decide = (disputeId: string, decision: "granted" | "refused") =>
  decideDispute(act(staffId), {
    ...{ disputeId, decision },
    answer: "Nobody answered us either.",
  });

test("whoever disputed gets the decision of a person once, with the answer", async () => {
  const granted = await addDispute();
  const refused = await addDispute({ companyMail: "office@peach.example" });
  await addDispute({ claim: "outside-area", zip: "10001" });
  expect(await mailDisputes(app())).toBe(0);
  await decide(granted.disputeId, "granted");
  await decide(refused.disputeId, "refused");
  expect(await mailDisputes(app())).toBe(2);
  expect(await mailDisputes(app())).toBe(0);
  expect(smtp.mails.map(({ to }) => to)).toEqual([[granted.email], [refused.email]]);
  expect(readMail(0)).toContain("Subject: Your dispute is decided: Plumbing, Atlanta 30301");
  expect(readMail(0)).toContain("Decision: granted. Your 25 credits are back.");
  expect(readMail(0)).toContain("Nobody answered us either.");
  expect(readMail(0)).toContain(`https://henry.example/pro/offers/${granted.offerId}`);
  expect(readMail(1)).toContain("Decision: refused. Your credits do not come back.");
  for (const personal of ["Jordan", "555-0123", "5550123", "jordan@example.com", "Elm"])
    expect(readMail(0)).not.toContain(personal);
});

test("whoever was told that a person decides also gets it where a refund decided first", async () => {
  const { email } = await addDispute({ zip: "10001" });
  expect(await refundBadLeads(act("facts"))).toBe(1);
  expect(await mailDisputes(app())).toBe(1);
  expect(smtp.mails[0]?.to).toEqual([email]);
  expect(readMail(0)).toContain("Decision: granted. Your 25 credits are back.");
  expect(readMail(0)).toContain("Our own records show by now: the ZIP code is outside your area.");
});

test("a refused dispute whose credits came back since then does not say that they do not", async () => {
  const { disputeId } = await addDispute({ zip: "10001" });
  await decide(disputeId, "refused");
  expect(await refundBadLeads(act("facts"))).toBe(1);
  await mailDisputes(app());
  expect(readMail(0)).toContain("Your 25 credits are back already, for another reason.");
  expect(readMail(0)).not.toContain("do not come back");
});

test("where the person is gone the company gets it, and without an address staff call", async () => {
  const withOffice = await addDispute({ companyMail: "office@peach.example" });
  const without = await addDispute();
  for (const { disputeId, personId } of [withOffice, without]) {
    await decide(disputeId, "refused");
    await run("update provider_users set is_active = false where id = $1", [personId]);
  }
  expect(await mailDisputes(app())).toBe(1);
  expect(smtp.mails[0]?.to).toEqual(["office@peach.example"]);
  expect(
    await queryRows(
      db(),
      "select detail ->> 'offerId' as id from request_events where kind = 'dispute-untold'",
    ),
  ).toEqual([{ id: without.offerId }]);
  expect(await mailDisputes(app())).toBe(0);
});

test("staff get a mail when a dispute waits, and one when it is overdue", async () => {
  await run(
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Ana', 'ana@staff.example', $2, $2)",
    [staffId, new Date(0)],
  );
  await run("insert into admin_users (user_id, role, created_at) values ($1, 'staff', $2)", [
    staffId,
    new Date(0),
  ]);
  const runNotifier = createStaffNotifier(app());
  const listSubjects = () =>
    smtp.mails
      .map(({ data }) => /^Subject: (.*)\r$/m.exec(data)?.[1] ?? "")
      .filter((subject) => subject.includes("dispute"));
  const { disputeId } = await addDispute();
  await addDispute({ claim: "outside-area", zip: "10001" });
  advanceClock(MINUTE_MS);
  await runNotifier();
  expect(listSubjects()).toEqual(["1 dispute to answer"]);
  advanceClock(DAY_MS);
  await runNotifier();
  expect(listSubjects()).toHaveLength(1);
  advanceClock(DAY_MS);
  await runNotifier();
  expect(listSubjects()).toEqual(["1 dispute to answer", "1 dispute is overdue"]);
  expect(smtp.mails.at(-1)?.data).toContain("https://henry.example/backyard/disputes");
  const other = await addDispute();
  await decide(other.disputeId, "refused");
  await decide(disputeId, "granted");
  advanceClock(3 * DAY_MS);
  await runNotifier();
  expect(listSubjects()).toHaveLength(2);
});
