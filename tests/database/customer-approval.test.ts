import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { checkLedger, postCredits } from "#app/features/billing/ledger.server.ts";
import { buildPhoneQuestion, buildPhoneYes } from "#app/features/consent/named-consent.ts";
import { sealConsentRecords } from "#app/features/consent/seal-chain.server.ts";
import { verifyConsentChain } from "#app/features/consent/verify-chain.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { closeMailTransports, type MailContext } from "#app/features/mail/send-mail.server.ts";
import { loadMyRequest } from "#app/features/my-request/load-page.server.ts";
import {
  CONNECTED_MAIL,
  CUSTOMER_ANSWERS,
  type CustomerAnswer,
  REFUND_ACTOR,
} from "#app/features/offers/constants.ts";
import { continueOffers } from "#app/features/offers/continue-offers.server.ts";
import { offerMailKinds } from "#app/features/offers/customer/mail-kinds.server.ts";
import { loadOfferPanel } from "#app/features/offers/loaders.server.ts";
import { createOffer, recordProviderAnswer } from "#app/features/offers/mutations.server.ts";
import { processCustomerAnswer } from "#app/features/offers/process-customer-answer.server.ts";
import { listDisclosures } from "#app/features/offers/queries.server.ts";
import { recordCustomerAnswer } from "#app/features/offers/record-customer-answer.server.ts";
import { refundBadLeads } from "#app/features/offers/refund-bad-leads.server.ts";
import { getOfferView } from "#app/features/offers/view-offer.server.ts";
import type { CustomerMailInput } from "#app/features/requests/customer/mails/mail-kind.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { listRequests } from "#app/features/requests/inbox/queries.server.ts";
import { parseFilters } from "#app/features/requests/inbox/schema.ts";
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
const minutesLater = (minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS);
const actionContext = (now: Date, actor: string = ana) => ({ db: db(), actor, now });
const [ana, ben] = [randomUUID(), randomUUID()];

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
  smtp = await startSmtp();
  await pool().query(
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Ana', 'ana@staff.example', $3, $3), ($2, 'Ben', 'ben@staff.example', $3, $3)",
    [ana, ben, start],
  );
});
afterEach(async () => {
  closeMailTransports();
  await smtp.close();
});
afterAll(() => context?.close());

const services = (): MailContext => ({
  db: db(),
  env: parseEnv({
    DATA_DIR: "/tmp/never-written",
    PUBLIC_URL: "https://henry.example",
    SMTP_URL: smtp.url,
  }),
  log: createLogger("silent"),
  now: () => minutesLater(5),
  settings: { get: async () => siteSettings, drop() {} },
});

async function addProvider(email: string | null = "pat@provider.example"): Promise<string> {
  const id = randomUUID();
  await pool().query(
    `insert into providers (id, company_name, contact_name, contact_email, phone, verification_status, service_area_zips, created_at)
     values ($1, 'Peach Plumbing', 'Pat', $2, '4045550100', 'verified', '{30301}', $3)`,
    [id, email, start],
  );
  await withTransaction(db(), (tx) =>
    postCredits(tx, { kind: "adjustment", providerId: id, amount: 100, actor: "test", now: start }),
  );
  return id;
}

async function createAcceptedOffer({
  email,
  cost = 25,
  ...values
}: {
  email?: string | null;
  cost?: number;
  phone?: string;
} = {}) {
  const providerId = await addProvider(email);
  const request = await storeRequest(db(), { now: start, values });
  if (!request.ok) throw new Error(request.reason);
  const offer = await createOffer(actionContext(start), {
    serviceRequestId: request.id,
    providerId,
    cost,
  });
  if (!offer.ok) throw new Error(offer.reason);
  expect(
    await recordProviderAnswer(actionContext(minutesLater(1)), {
      token: offer.token,
      accept: true,
    }),
  ).toMatchObject({ ok: true });
  return { ...offer, providerId, requestId: request.id };
}
const recordAnswer = (offerId: string, answer: CustomerAnswer, actor = ana) =>
  recordCustomerAnswer(actionContext(minutesLater(5), actor), { offerId, answer });
const getViewState = async (token: string) =>
  (await getOfferView(db(), { token, now: minutesLater(6), timeZone: "America/New_York" })).state;
const getCredits = async (id: string) =>
  Number(
    (
      await queryRows<{ credits: string }>(db(), "select credits from providers where id = $1", [
        id,
      ])
    )[0]?.credits,
  );
const listEventKinds = async (id: string) =>
  (
    await queryRows<{ kind: string }>(
      db(),
      "select kind from request_events where request_id = $1 order by id",
      [id],
    )
  ).map(({ kind }) => kind);
const optOut = (phone: string) =>
  suppressContact(db(), { phone, source: "test", now: minutesLater(2), contactKeys });

describe("the customer's yes", () => {
  test("shows the provider the details, sends a mail without a link, and is in timeline and audit log", async () => {
    const { offerId, token, requestId, providerId } = await createAcceptedOffer();
    expect(await getViewState(token)).toBe("waiting");
    expect(await listDisclosures(db(), [requestId])).toEqual([]);
    expect(
      await processCustomerAnswer(
        { ...services(), ...actionContext(minutesLater(5)), httpRequestId: "r" },
        { offerId, answer: "yes" },
      ),
    ).toEqual({ ok: true, mailed: true });
    expect(await getViewState(token)).toBe("accepted");
    const mail = smtp.mails[0];
    expect(mail?.to).toEqual(["pat@provider.example"]);
    expect(mail?.data).toContain("The link you already have now");
    for (const personal of ["Jordan", "555-0123", "5550123", "jordan@example.com", "Elm", token])
      expect(mail?.data).not.toContain(personal);
    expect(await listDisclosures(db(), [requestId])).toEqual([
      {
        requestId,
        company: "Peach Plumbing",
        sharedAt: minutesLater(5),
        wasAsked: true,
        isByCustomer: false,
        recordedBy: "ana@staff.example",
      },
    ]);
    expect(
      await queryRows(
        db(),
        "select actor, entity_id, http_request_id from audit_log where action = 'offer-released'",
      ),
    ).toEqual([{ actor: ana, entity_id: requestId, http_request_id: "r" }]);
    expect(await getCredits(providerId)).toBe(75);
  });

  test("on the phone is a sealed consent record of what staff read out, and page and mail say so", async () => {
    const { offerId, requestId } = await createAcceptedOffer();
    const names = { provider: "Peach Plumbing", company: siteSettings.company };
    const panel = await loadOfferPanel(services(), requestId);
    expect(panel?.question).toBe(buildPhoneQuestion(names));
    await processCustomerAnswer(
      { ...services(), ...actionContext(minutesLater(5)), httpRequestId: "r" },
      { offerId, answer: "yes" },
    );
    expect(
      await queryRows(
        db(),
        "select purpose, text_version, rendered_text, form_version, page_url, ip, user_agent, agreed_at, phone_e164 from consent_records where offer_id = $1",
        [offerId],
      ),
    ).toEqual([
      {
        purpose: "named-by-phone",
        text_version: 2,
        rendered_text: buildPhoneYes(names),
        form_version: "phone",
        page_url: null,
        ip: null,
        user_agent: null,
        agreed_at: minutesLater(5),
        phone_e164: "+14045550123",
      },
    ]);
    await sealConsentRecords(db(), { now: minutesLater(6), sweep: true });
    expect(await verifyConsentChain(db())).toMatchObject({ damage: null, checked: 2 });
    const said = "You told our team by phone that Peach Plumbing may call you.";
    const page = await loadMyRequest(services(), requestId);
    expect(page?.next[0]).toContain(said);
    expect(page?.consents[1]?.title).toBe("Your yes to Peach Plumbing, on the phone");
    const kind = offerMailKinds.find((found) => found.kind === CONNECTED_MAIL);
    const mail = await kind?.compose({
      db: db(),
      env: services().env,
      site: siteSettings,
      subjectId: offerId,
      request: { id: requestId, serviceType: "Plumbing", zip: "30301" },
      pageUrl: "https://henry.example/r/x",
      now: minutesLater(6),
    } as CustomerMailInput);
    expect(mail?.text).toContain(said);
    expect(mail?.text).not.toContain("in writing");
  });

  test("tells staff if no mail reaches the provider", async () => {
    const { offerId } = await createAcceptedOffer({ email: null });
    expect(
      await processCustomerAnswer(
        { ...services(), ...actionContext(minutesLater(5)), httpRequestId: "r" },
        { offerId, answer: "yes" },
      ),
    ).toEqual({ ok: true, mailed: false });
    expect(smtp.mails).toEqual([]);
  });

  test("is shown as pending in the list of requests until it is recorded", async () => {
    const approved = await createAcceptedOffer({ phone: "4045550181" });
    const declined = await createAcceptedOffer({ phone: "4045550182" });
    const listView = async (view: string) =>
      (
        await listRequests(db(), {
          filters: parseFilters(new URLSearchParams({ view })),
          userId: ana,
          now: new Date(),
        })
      ).rows;
    expect((await listView("waiting")).map(({ id }) => id).sort()).toEqual(
      [approved.requestId, declined.requestId].sort(),
    );
    expect((await listView("all")).map(({ waitingFor }) => waitingFor)).toEqual([
      "Peach Plumbing",
      "Peach Plumbing",
    ]);
    await recordAnswer(approved.offerId, "yes");
    await recordAnswer(declined.offerId, "no");
    expect(await listView("waiting")).toEqual([]);
    expect((await listView("all")).map(({ waitingFor }) => waitingFor)).toEqual([null, null]);
  });

  test("cannot be recorded for a closed request, but a no can", async () => {
    const { offerId, requestId, providerId } = await createAcceptedOffer();
    await pool().query("update service_requests set status = 'closed' where id = $1", [requestId]);
    expect(await recordAnswer(offerId, "yes")).toEqual({ ok: false, reason: "closed" });
    expect(await recordAnswer(offerId, "no")).toEqual({ ok: true });
    expect(await getCredits(providerId)).toBe(100);
  });
});

describe("the customer's no", () => {
  test("refunds the credits once, and ends job and bid; the provider is notified without seeing the customer", async () => {
    const { offerId, token, requestId, providerId } = await createAcceptedOffer();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => recordAnswer(offerId, "no", index % 2 ? ana : ben)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await recordAnswer(offerId, "yes", ben)).toEqual({ ok: false, reason: "answered" });
    expect([await getViewState(token), await getCredits(providerId)]).toEqual([
      "customer-declined",
      100,
    ]);
    expect(
      await queryRows(
        db(),
        "select j.status, b.status as bid from jobs j join bids b on b.job_id = j.id",
      ),
    ).toEqual([{ status: "other", bid: "declined" }]);
    expect(await listEventKinds(requestId)).toEqual(["offered", "offer-accepted", "offer-refused"]);
    expect(await refundBadLeads(actionContext(minutesLater(9), REFUND_ACTOR))).toBe(0);
    expect(await checkLedger(db())).toEqual([]);
  });

  test("refunds nothing that a bad lead has refunded, and nothing that was not paid", async () => {
    const badLead = await createAcceptedOffer({ phone: "12" });
    const freeOffer = await createAcceptedOffer({ cost: 0 });
    expect(await refundBadLeads(actionContext(minutesLater(3), REFUND_ACTOR))).toBe(1);
    for (const { offerId, providerId } of [badLead, freeOffer]) {
      expect(await recordAnswer(offerId, "no")).toEqual({ ok: true });
      expect(await getCredits(providerId)).toBe(100);
    }
    expect(
      await queryRows(db(), "select refund_reason as reason from offers order by cost desc"),
    ).toEqual([{ reason: "impossible-phone" }, { reason: null }]);
    expect(await checkLedger(db())).toEqual([]);
  });

  test("an unreachable customer ends the offer and refunds the credits; the provider can get a new offer", async () => {
    const { offerId, token, requestId, providerId } = await createAcceptedOffer();
    expect(await recordAnswer(offerId, "unreached")).toEqual({ ok: true });
    expect([await getViewState(token), await getCredits(providerId)]).toEqual(["unreached", 100]);
    expect(await listEventKinds(requestId)).toEqual([
      "offered",
      "offer-accepted",
      "offer-withdrawn",
    ]);
    expect(
      await queryRows(db(), "select refund_reason as reason from offers where id = $1", [offerId]),
    ).toEqual([{ reason: "customer-unreached" }]);
    expect(
      await createOffer(actionContext(minutesLater(9)), {
        serviceRequestId: requestId,
        providerId,
        cost: 25,
      }),
    ).toMatchObject({ ok: true });
    expect(await checkLedger(db())).toEqual([]);
  });

  test("when two of staff record a yes and a no at once, one counts and the other gets an error", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { offerId, token, providerId } = await createAcceptedOffer();
      const [yesResult, noResult] = await Promise.all([
        recordAnswer(offerId, "yes", ana),
        recordAnswer(offerId, "no", ben),
      ]);
      expect([yesResult.ok, noResult.ok].sort()).toEqual([false, true]);
      expect([await getViewState(token), await getCredits(providerId)]).toEqual(
        yesResult.ok ? ["accepted", 75] : ["customer-declined", 100],
      );
    }
  });
});

describe("an opt-out or an erasure before the yes", () => {
  test("nothing is shared, staff see why, and the worker refunds the credits", async () => {
    const optedOut = await createAcceptedOffer({ phone: "4045550191" });
    const erased = await createAcceptedOffer({ phone: "4045550192" });
    const pending = await createAcceptedOffer({ phone: "4045550193" });
    await optOut("4045550191");
    await withTransaction(db(), (tx) => eraseRequestFields(tx, [erased.requestId]));
    for (const answer of CUSTOMER_ANSWERS) {
      expect(await recordAnswer(optedOut.offerId, answer)).toEqual({
        ok: false,
        reason: "opted-out",
      });
      expect(await recordAnswer(erased.offerId, answer)).toEqual({ ok: false, reason: "erased" });
    }
    expect([await getViewState(optedOut.token), await getViewState(erased.token)]).toEqual([
      "customer-declined",
      "customer-declined",
    ]);
    await Promise.all([continueOffers(services()), continueOffers(services())]);
    expect([
      await getCredits(optedOut.providerId),
      await getCredits(erased.providerId),
      await getCredits(pending.providerId),
    ]).toEqual([100, 100, 75]);
    expect([await getViewState(optedOut.token), await getViewState(pending.token)]).toEqual([
      "customer-declined",
      "waiting",
    ]);
    expect(
      await queryRows(
        db(),
        "select detail->>'reason' as reason, detail->>'by' as by from request_events where kind = 'offer-refused' order by 1",
      ),
    ).toEqual([
      { reason: "erased", by: "clock" },
      { reason: "stopped", by: "clock" },
    ]);
    expect(await checkLedger(db())).toEqual([]);
  });

  test("after the yes the provider keeps the job, but the link no longer shows the customer", async () => {
    const { offerId, token, providerId } = await createAcceptedOffer({ phone: "4045550194" });
    await recordAnswer(offerId, "yes");
    await suppressContact(db(), {
      phone: "4045550194",
      source: "test",
      now: minutesLater(6),
      contactKeys,
    });
    await continueOffers(services());
    expect([await getViewState(token), await getCredits(providerId)]).toEqual([
      "accepted-before",
      75,
    ]);
  });
});

test("offers accepted before approval was required stay shared, and the timeline still says so", async () => {
  const { token, requestId } = await createAcceptedOffer();
  const statements = (await readFile("drizzle/0009_customers_yes.sql", "utf8"))
    .split("--> statement-breakpoint")
    .filter((statement) => /^\s*(?:--.*\n)*UPDATE/m.test(statement));
  expect(statements).toHaveLength(2);
  // A later migration renamed the columns.
  for (const statement of statements)
    await pool().query(
      statement
        .replace("released_at", "customer_approved_at")
        .replace("released_by", "customer_approval_recorded_by"),
    );
  const backfill = (await readFile("drizzle/0032_portal-jobs.sql", "utf8"))
    .split("--> statement-breakpoint")
    .find((statement) => statement.includes("UPDATE offers"));
  await pool().query(backfill ?? "");
  expect(await getViewState(token)).toBe("accepted");
  expect(await listDisclosures(db(), [requestId])).toEqual([
    {
      requestId,
      company: "Peach Plumbing",
      sharedAt: minutesLater(1),
      wasAsked: false,
      isByCustomer: false,
      recordedBy: null,
    },
  ]);
  expect(
    await queryRows(
      db(),
      "select detail->'shared' as shared from request_events where kind = 'offer-accepted'",
    ),
  ).toEqual([{ shared: true }]);
});
