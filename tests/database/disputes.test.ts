import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { checkLedger, postCredits } from "#app/features/billing/ledger.server.ts";
import { REFUND_ACTOR, REFUND_DAYS } from "#app/features/offers/constants.ts";
import {
  handleDecisionForm,
  handleDisputeForm,
  isDisputeForm,
} from "#app/features/offers/disputes/actions.server.ts";
import {
  type DisputeClaim,
  ERASED_ANSWERS,
  FACTUAL_CLAIMS,
} from "#app/features/offers/disputes/constants.ts";
import { decideDispute } from "#app/features/offers/disputes/decide-dispute.server.ts";
import { loadDisputesPage } from "#app/features/offers/disputes/load-staff-page.server.ts";
import { loadDispute } from "#app/features/offers/disputes/loaders.server.ts";
import { openDispute } from "#app/features/offers/disputes/open-dispute.server.ts";
import { createOffer, recordProviderAnswer } from "#app/features/offers/mutations.server.ts";
import { recordCustomerAnswer } from "#app/features/offers/record-customer-answer.server.ts";
import { refundBadLeads } from "#app/features/offers/refund-bad-leads.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { openTestDatabase, queryRows, siteSettings, storeRequest } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
const db = () => (context as NonNullable<typeof context>).db;
// A Monday, 10 AM in the business time zone.
const start = new Date("2026-11-02T15:00:00Z");
const later = (minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS);
const act = (now = later(5), actor = "test") => ({
  db: db(),
  actor,
  now,
  settings: { get: async () => siteSettings, drop() {} },
});
const run = (text: string, values: unknown[] = []) => db().$client.query(text, values);

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context?.close());

async function addProvider(zips = ["30301"]) {
  const [id, personId] = [randomUUID(), randomUUID()];
  await run(
    "insert into providers (id, company_name, contact_name, phone, verification_status, service_area_zips, created_at) values ($1, 'Peach Plumbing', 'Pat', '4045550100', 'verified', $2, $3)",
    [id, zips, start],
  );
  await run(
    "insert into provider_users (id, provider_id, email, name, role, created_at) values ($1, $2, $3, 'Pat Example', 'owner', $4)",
    [personId, id, `${personId.slice(0, 8)}@pro.example`, start],
  );
  await withTransaction(db(), (tx) =>
    postCredits(tx, { kind: "adjustment", providerId: id, amount: 100, actor: "test", now: start }),
  );
  return { providerId: id, personId };
}

type Setup = {
  values?: Record<string, string>;
  zips?: string[];
  now?: Date;
  /** The customer's answer; null for none yet. */
  answer?: "yes" | "no" | null;
  cost?: number;
};

/** An offer that was accepted a minute after it was made, by default with the customer's yes. */
async function addOffer({ values, zips, now = start, answer = "yes", cost = 25 }: Setup = {}) {
  const phone = `40455502${String(phones++).padStart(2, "0")}`;
  const request = await storeRequest(db(), { now, values: { phone, zipCode: "30301", ...values } });
  if (!request.ok) throw new Error(request.reason);
  return { ...(await acceptOffer(request.id, { zips, now, answer, cost })), phone };
}
let phones = 0;

async function acceptOffer(
  requestId: string,
  { zips, now = start, answer, cost = 25 }: Setup = {},
) {
  const { providerId, personId } = await addProvider(zips);
  const offer = await createOffer(act(now), { serviceRequestId: requestId, providerId, cost });
  if (!offer.ok) throw new Error(offer.reason);
  const accepted = new Date(now.getTime() + MINUTE_MS);
  await recordProviderAnswer(act(accepted), { token: offer.token, accept: true });
  if (answer) await recordCustomerAnswer(act(accepted), { offerId: offer.offerId, answer });
  return { offerId: offer.offerId, providerId, personId, requestId };
}
type Offer = Awaited<ReturnType<typeof acceptOffer>>;

const dispute = ({ offerId, providerId, personId }: Offer, claim: DisputeClaim, now = later(5)) =>
  openDispute(act(now, `provider:${providerId}`), {
    ...{ offerId, providerId, personId, claim },
    words: "They told me so",
  });

const readOffer = async ({ offerId }: Offer) =>
  (
    await queryRows<{ credits: number; reason: string | null; refunds: number }>(
      db(),
      `select p.credits::float8 as credits, o.refund_reason as reason,
         (select count(*)::int from ledger_entries l where l.kind = 'refund' and l.reference = o.id::text) as refunds
       from offers o join providers p on p.id = o.provider_id where o.id = $1`,
      [offerId],
    )
  )[0];
const listEvents = async ({ requestId }: Offer) =>
  (
    await queryRows<{ kind: string }>(
      db(),
      "select kind from request_events where request_id = $1 and kind ~ 'dispute|refunded' order by id",
      [requestId],
    )
  ).map(({ kind }) => kind);
const show = ({ offerId, providerId }: Offer, now = later(6)) =>
  loadDispute(db(), { offerId, providerId, now, timeZone: "America/New_York" });

const openStaffPage = (now: Date) =>
  loadDisputesPage({ ...act(), now: () => now }, new URLSearchParams());

/** Offers whose claims our own records prove. */
const PROVED: Record<(typeof FACTUAL_CLAIMS)[number], () => Promise<Offer>> = {
  "outside-area": () => addOffer({ zips: ["10001"] }),
  "impossible-phone": () => addOffer({ values: { phone: "12" } }),
  async "stopped-first"() {
    const offer = await addOffer();
    await run(
      "insert into suppressions (id, kind, contact_hash, source, opted_out_at) select gen_random_uuid(), 'phone', phone_hash, 'test', $2 from service_requests where id = $1",
      [offer.requestId, new Date(start.getTime() + 1)],
    );
    return offer;
  },
  async duplicate() {
    const { phone } = await addOffer({ answer: "yes" });
    return addOffer({ values: { phone }, now: later(60) });
  },
  async "hired-elsewhere"() {
    const offer = await addOffer({ now: later(1) });
    await run(
      "insert into request_outcomes (request_id, hired, lost_reason, recorded_at) values ($1, false, 'chose-another', $2)",
      [offer.requestId, start],
    );
    return offer;
  },
};

describe("a claim that our own records prove", () => {
  test.each(FACTUAL_CLAIMS)("is granted at once, with the fact: %s", async (claim) => {
    const offer = await PROVED[claim]();
    expect(await dispute(offer, claim, later(120))).toMatchObject({
      ok: true,
      isGranted: true,
      dueAt: null,
    });
    expect(await readOffer(offer)).toEqual({ credits: 100, reason: claim, refunds: 1 });
    const shown = await show(offer, later(130));
    expect(shown).toMatchObject({
      canDispute: false,
      dispute: {
        decision: "granted",
        isByFacts: true,
        answer: "Our own records prove what you said. 25 credits went back to you.",
      },
    });
    expect(shown?.dispute?.facts.some(({ supports }) => supports)).toBe(true);
    expect(await listEvents(offer)).toEqual(["dispute-granted", "offer-refunded"]);
    expect(await checkLedger(db())).toEqual([]);
  });

  test.each(FACTUAL_CLAIMS)(
    "goes back once under twenty disputes and runs of the job at once: %s",
    async (claim) => {
      const offer = await PROVED[claim]();
      const acts = Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? dispute(offer, claim, later(120))
          : refundBadLeads({ db: db(), actor: REFUND_ACTOR, now: later(120) }),
      );
      await Promise.all(acts);
      expect(await readOffer(offer)).toEqual({ credits: 100, reason: claim, refunds: 1 });
      expect(await checkLedger(db())).toEqual([]);
      expect(
        (
          await queryRows(db(), "select id from offer_disputes where offer_id = $1", [
            offer.offerId,
          ])
        ).length,
      ).toBeLessThanOrEqual(1);
      expect(
        await queryRows(db(), "select sum(amount)::float8 as total from ledger_lines"),
      ).toEqual([{ total: 0 }]);
    },
  );

  test.each(FACTUAL_CLAIMS)(
    "is left to a person where the provider works for the customer: %s",
    async (claim) => {
      const offer = await PROVED[claim]();
      const [now, stage] = [later(120), claim === "duplicate" ? "started" : "done"];
      await run("update jobs j set stage = $2 from offers o where o.id = $1 and j.id = o.job_id", [
        offer.offerId,
        stage,
      ]);
      expect(await dispute(offer, claim, now)).toMatchObject({ ok: true, isGranted: false });
      const facts = (await show(offer, now))?.dispute?.facts ?? [];
      expect(facts.at(-1)).toMatchObject({ label: "You marked this job as" });
      expect(facts.length).toBeGreaterThan(1);
      expect(facts.some(({ supports }) => supports)).toBe(false);
      // Nor does the job that looks for bad leads decide it.
      expect(await refundBadLeads({ db: db(), actor: REFUND_ACTOR, now })).toBe(0);
      expect(await readOffer(offer)).toEqual({ credits: 75, reason: null, refunds: 0 });
    },
  );

  test("names the person in the audit log, and neither words nor personal data", async () => {
    const offer = await PROVED["outside-area"]();
    await dispute(offer, "outside-area");
    const rows = await queryRows<{ changes: Record<string, unknown> }>(
      db(),
      "select changes from audit_log where action = 'dispute-granted'",
    );
    expect(rows).toEqual([
      {
        changes: {
          offerId: offer.offerId,
          providerId: offer.providerId,
          reason: "outside-area",
          person: offer.personId,
        },
      },
    ]);
  });
});

describe("hired elsewhere", () => {
  async function addSecondRequest() {
    const first = await addOffer({ answer: "yes" });
    const second = await addOffer({ values: { phone: first.phone }, now: later(60) });
    return { first, second };
  }

  test("a yes to another company for the same service before counts", async () => {
    const { second } = await addSecondRequest();
    expect(await dispute(second, "hired-elsewhere", later(90))).toMatchObject({ isGranted: true });
  });

  test.each([
    [
      "staff recorded that nobody was hired",
      "insert into request_outcomes (request_id, hired, lost_reason, recorded_at) values ($1, false, 'too-expensive', now())",
      "requestId",
    ],
    [
      "that company says that it was not hired",
      "update jobs set stage = 'not-hired' where request_id = $1",
      "requestId",
    ],
    [
      "it was about another service",
      "update service_requests set service_type = 'Roofing' where id = $1",
      "requestId",
    ],
    [
      "the yes came later",
      "update offers set customer_approved_at = customer_approved_at + interval '1 day' where id = $1",
      "offerId",
    ],
  ] as const)("it does not count where %s", async (_, statement, id) => {
    const { first, second } = await addSecondRequest();
    await run(statement, [first[id]]);
    expect(await dispute(second, "hired-elsewhere", later(90))).toMatchObject({ isGranted: false });
  });

  test("an outcome that was recorded after the acceptance does not decide", async () => {
    const offer = await addOffer();
    await run(
      "insert into request_outcomes (request_id, hired, recorded_at) values ($1, true, $2)",
      [offer.requestId, later(3)],
    );
    expect(await dispute(offer, "hired-elsewhere")).toMatchObject({ isGranted: false });
  });
});

describe("a claim that they do not prove", () => {
  test.each(["duplicate", "outside-area", "impossible-phone", "unreachable", "other"] as const)(
    "is not refused: a person decides within two business days: %s",
    async (claim) => {
      const offer = await addOffer({ answer: "yes" });
      const dueAt = later(5 + 2 * 24 * 60);
      expect(await dispute(offer, claim)).toMatchObject({ ok: true, isGranted: false, dueAt });
      expect(await readOffer(offer)).toEqual({ credits: 75, reason: null, refunds: 0 });
      const shown = await show(offer);
      expect(shown?.dispute).toMatchObject({ decision: null, isOverdue: false, answer: null });
      expect(shown?.dispute?.facts.every(({ supports }) => !supports)).toBe(true);
      const after = await show(offer, new Date(dueAt.getTime() + 1));
      expect(after?.dispute?.isOverdue).toBe(true);
      expect(await listEvents(offer)).toEqual(["dispute-opened"]);
    },
  );

  test("an area that was changed after the offer was made proves nothing, whatever changed it", async () => {
    const offer = await addOffer();
    await run("update providers set service_area_zips = '{10001}' where id = $1", [
      offer.providerId,
    ]);
    await recordAudit(db(), act(later(0.5)), {
      action: "save-own-area",
      entity: "provider",
      entityId: offer.providerId,
      changes: { service_area_zips: { added: ["10001"], removed: ["30301"] } },
    });
    expect(await dispute(offer, "outside-area")).toMatchObject({ isGranted: false });
    expect(await refundBadLeads({ db: db(), actor: REFUND_ACTOR, now: later(6) })).toBe(0);
  });
});

describe("an offer cannot be disputed", () => {
  test("twice", async () => {
    const offer = await addOffer();
    expect(await dispute(offer, "other")).toMatchObject({ ok: true });
    expect(await dispute(offer, "unreachable")).toEqual({ ok: false, reason: "disputed" });
  });

  test("by another company, which learns nothing of it", async () => {
    const [offer, stranger] = [await addOffer({ zips: ["10001"] }), await addProvider()];
    const foreign = { ...offer, ...stranger };
    expect(await dispute(foreign, "outside-area")).toEqual({ ok: false, reason: "not-found" });
    expect(await dispute({ ...foreign, offerId: randomUUID() }, "outside-area")).toEqual({
      ok: false,
      reason: "not-found",
    });
    expect(await show(foreign)).toBeNull();
    expect(await readOffer(offer)).toMatchObject({ refunds: 0 });
  });

  test("once its credits are back, after thirty days, or where it was free", async () => {
    const refunded = await addOffer({ zips: ["10001"] });
    await refundBadLeads({ db: db(), actor: REFUND_ACTOR, now: later(4) });
    expect(await dispute(refunded, "outside-area")).toEqual({ ok: false, reason: "refunded" });
    const declined = await addOffer({ answer: "no" });
    expect(await dispute(declined, "other")).toEqual({ ok: false, reason: "refunded" });
    const old = await addOffer();
    const lastMoment = new Date(later(1).getTime() + REFUND_DAYS * DAY_MS);
    expect((await show(old, lastMoment))?.canDispute).toBe(true);
    const tooLate = new Date(lastMoment.getTime() + 1);
    expect((await show(old, tooLate))?.canDispute).toBe(false);
    expect(await dispute(old, "other", tooLate)).toEqual({ ok: false, reason: "too-late" });
    const free = await addOffer({ cost: 0 });
    expect(await dispute(free, "other")).toEqual({ ok: false, reason: "free" });
  });

  test("before the customer's yes, and the page does not offer it", async () => {
    const offer = await addOffer({ zips: ["10001"], answer: null });
    expect(await dispute(offer, "outside-area")).toEqual({ ok: false, reason: "no-yes" });
    expect(await show(offer)).toMatchObject({ canDispute: false, dispute: null, until: null });
    await recordCustomerAnswer(act(later(6)), { offerId: offer.offerId, answer: "yes" });
    expect(await show(offer)).toMatchObject({ canDispute: true });
    expect(await dispute(offer, "outside-area", later(7))).toMatchObject({ isGranted: true });
  });

  test("before it is accepted", async () => {
    const request = await storeRequest(db(), { now: start });
    if (!request.ok) throw new Error(request.reason);
    const provider = await addProvider();
    const { providerId } = provider;
    const offer = await createOffer(act(start), {
      serviceRequestId: request.id,
      providerId,
      cost: 25,
    });
    if (!offer.ok) throw new Error(offer.reason);
    const open = { ...provider, offerId: offer.offerId, requestId: request.id };
    expect(await dispute(open, "other")).toEqual({ ok: false, reason: "not-accepted" });
  });
});

describe("staff decide", () => {
  const staff = randomUUID();
  const openOne = async () => {
    const offer = await addOffer({ answer: "yes" });
    const opened = await dispute(offer, "unreachable");
    if (!opened.ok) throw new Error(opened.reason);
    return { offer, disputeId: opened.disputeId };
  };
  const decide = (disputeId: string, decision: "granted" | "refused") =>
    decideDispute(act(later(30), staff), {
      ...{ disputeId, decision },
      answer: "We called the number twice as well.",
    });

  test("a grant gives the credits back once, and the answer is kept", async () => {
    const { offer, disputeId } = await openOne();
    const results = await Promise.all(
      Array.from({ length: 10 }, () => decide(disputeId, "granted")),
    );
    expect(results.filter(({ ok }) => ok)).toEqual([{ ok: true, isRefunded: true }]);
    expect(await readOffer(offer)).toEqual({ credits: 100, reason: "dispute", refunds: 1 });
    expect((await show(offer, later(40)))?.dispute).toMatchObject({
      decision: "granted",
      isByFacts: false,
      answer: "We called the number twice as well.",
    });
    expect(await listEvents(offer)).toEqual([
      "dispute-opened",
      "dispute-granted",
      "offer-refunded",
    ]);
    expect(await checkLedger(db())).toEqual([]);
  });

  test("a refusal gives nothing back, and a second decision changes nothing", async () => {
    const { offer, disputeId } = await openOne();
    expect(await decide(disputeId, "refused")).toEqual({ ok: true, isRefunded: false });
    expect(await decide(disputeId, "granted")).toEqual({ ok: false, reason: "decided" });
    expect(await readOffer(offer)).toEqual({ credits: 75, reason: null, refunds: 0 });
    expect(await decide(randomUUID(), "granted")).toEqual({ ok: false, reason: "not-found" });
  });

  test("a refund by our own software grants a dispute that waits, says why, and leaves nothing to decide", async () => {
    const { offer, disputeId } = await openOne();
    await run("update service_requests set phone_e164 = null where id = $1", [offer.requestId]);
    expect(await refundBadLeads({ db: db(), actor: REFUND_ACTOR, now: later(20) })).toBe(1);
    expect((await show(offer, later(21)))?.dispute).toMatchObject({
      decision: "granted",
      isByFacts: true,
      answer:
        "Our own records show by now: the phone number is not a real number. 25 credits went back to you.",
    });
    expect(await listEvents(offer)).toEqual([
      "dispute-opened",
      "offer-refunded",
      "dispute-settled",
    ]);
    expect(await decide(disputeId, "refused")).toEqual({ ok: false, reason: "decided" });
    expect(await readOffer(offer)).toEqual({
      credits: 100,
      reason: "impossible-phone",
      refunds: 1,
    });
    expect(await checkLedger(db())).toEqual([]);
  });

  test("the page has what waits by due date, with what is overdue, and what was decided", async () => {
    const [first, second, third] = [await openOne(), await openOne(), await openOne()];
    await run("update offer_disputes set due_at = due_at - interval '3 days' where id = $1", [
      second.disputeId,
    ]);
    await decide(third.disputeId, "refused");
    const { open, decided, waiting } = await openStaffPage(later(60));
    expect(waiting).toBe(2);
    expect(open?.disputes.map(({ id, due }) => [id, (due?.ms ?? 0) < later(60).getTime()])).toEqual(
      [
        [second.disputeId, true],
        [first.disputeId, false],
      ],
    );
    expect(decided?.disputes.map(({ id, answer }) => [id, answer])).toEqual([
      [third.disputeId, "We called the number twice as well."],
    ]);
  });

  test("an erased customer leaves the decision, and none of the words", async () => {
    const { offer, disputeId } = await openOne();
    await decide(disputeId, "refused");
    await withTransaction(db(), (tx) => eraseRequestFields(tx, [offer.requestId]));
    expect((await show(offer, later(60)))?.dispute).toMatchObject({
      decision: "refused",
      words: null,
      answer: null,
    });
  });
});

test.each(["granted", "refused"] as const)(
  "nothing that anybody writes about an erased customer is kept: %s",
  async (decision) => {
    const offer = await addOffer();
    await withTransaction(db(), (tx) => eraseRequestFields(tx, [offer.requestId]));
    expect(await show(offer)).toMatchObject({ isErased: true, canDispute: true });
    const opened = await dispute(offer, "unreachable");
    if (!opened.ok) throw new Error(opened.reason);
    expect((await openStaffPage(later(6))).open?.disputes).toMatchObject([
      { words: null, isErased: true },
    ]);
    await decideDispute(act(later(30), randomUUID()), {
      ...{ disputeId: opened.disputeId, decision },
      answer: "Jordan Example answered us.",
    });
    expect((await show(offer, later(31)))?.dispute).toMatchObject({
      words: null,
      answer: ERASED_ANSWERS[decision],
    });
  },
);

describe("the forms", () => {
  const fill = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return form;
  };
  const send = (offer: Offer, fields: Record<string, string>) =>
    handleDisputeForm(act(), {
      ...{ offerId: offer.offerId, providerId: offer.providerId, personId: offer.personId },
      form: fill(fields),
      address: "192.0.2.1",
    });

  test("are told apart from other forms of the page", () => {
    expect(isDisputeForm(fill({ intent: "dispute" }))).toBe(true);
    expect(isDisputeForm(fill({ intent: "visit" }))).toBe(false);
  });

  test("a refused dispute says why beside the field, and keeps what was typed", async () => {
    const offer = await addOffer();
    expect(await send(offer, { words: "x" })).toMatchObject({
      ok: false,
      status: 400,
      refused: { words: "x", errors: { claim: "Choose what is wrong." } },
    });
    expect(await send(offer, { claim: "unreachable", words: " short " })).toMatchObject({
      status: 400,
      refused: { errors: { words: "Tell us what happened, in at least 10 characters." } },
    });
    expect(await send(offer, { claim: "unreachable", words: "No answer for a week" })).toEqual({
      ok: true,
    });
    expect(await send(offer, { claim: "duplicate" })).toMatchObject({
      status: 409,
      refused: {
        message: "You have disputed this offer already. Each offer can be disputed once.",
      },
    });
    for (let index = 0; index < 10; index += 1) await send(offer, {});
    expect(await send(offer, { claim: "other" })).toMatchObject({ status: 429 });
  });

  test("a decision needs an answer of its own", async () => {
    const offer = await addOffer();
    const opened = await dispute(offer, "other");
    if (!opened.ok) throw new Error(opened.reason);
    const decide = (fields: Record<string, string>) =>
      handleDecisionForm(act(later(9), randomUUID()), {
        form: fill({ disputeId: opened.disputeId, ...fields }),
      });
    expect(await decide({ answer: "short" })).toEqual({
      errors: {
        decision: "Choose a decision.",
        answer: "Write an answer of at least 10 characters.",
      },
    });
    const decision = { decision: "granted", answer: "You are right about this." };
    expect(await decide(decision)).toMatchObject({ done: expect.stringContaining("Granted.") });
    expect(await decide(decision)).toMatchObject({ failed: expect.stringContaining("already") });
  });
});
