import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { checkLedger, postCredits } from "#app/features/billing/ledger.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { EXPIRY_ACTOR, REFUND_ACTOR } from "#app/features/offers/constants.ts";
import {
  createOffer,
  expireOffers,
  recordProviderAnswer,
} from "#app/features/offers/mutations.server.ts";
import { recordCustomerAnswer } from "#app/features/offers/record-customer-answer.server.ts";
import { refundBadLeads } from "#app/features/offers/refund-bad-leads.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { createRandom } from "#app/lib/seeded-random.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
const db = () => (context as NonNullable<typeof context>).db;
const pool = () => db().$client;
const start = new Date("2026-11-02T15:00:00Z");
const actionContext = (now = start, actor = "test") => ({ db: db(), actor, now });
const minutesLater = (minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS);

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context?.close());

async function addProvider(credits = 100, zips = ["30301"]): Promise<string> {
  const id = randomUUID();
  await pool().query(
    "insert into providers (id, company_name, contact_name, phone, verification_status, service_area_zips, created_at) values ($1, 'Peach Plumbing', 'Pat', '4045550100', 'verified', $2, $3)",
    [id, zips, start],
  );
  if (credits) expect(await postAdjustment(id, credits)).toMatchObject({ ok: true });
  return id;
}
const postAdjustment = (providerId: string, amount: number, reference?: string) =>
  withTransaction(db(), (tx) =>
    postCredits(tx, {
      kind: "adjustment",
      providerId,
      amount,
      reference,
      actor: "test",
      now: start,
    }),
  );
async function addRequest(values: Record<string, string> = {}, now = start): Promise<string> {
  const result = await storeRequest(db(), { now, values });
  if (!result.ok) throw new Error(result.reason);
  return result.id;
}
const offerRequest = (serviceRequestId: string, providerId: string, now = start) =>
  createOffer(actionContext(now), { serviceRequestId, providerId, cost: 25 });
const getBalance = async (id: string) =>
  Number(
    (
      await queryRows<{ credits: string }>(db(), "select credits from providers where id = $1", [
        id,
      ])
    )[0]?.credits,
  );
async function createAcceptedOffer(
  values: Record<string, string> = {},
  zips?: string[],
): Promise<{ provider: string; request: string }> {
  const provider = await addProvider(100, zips);
  const request = await addRequest(values);
  const offer = await offerRequest(request, provider);
  if (!offer.ok) throw new Error(offer.reason);
  expect(
    await recordProviderAnswer(actionContext(minutesLater(1)), {
      token: offer.token,
      accept: true,
    }),
  ).toMatchObject({ ok: true, state: "accepted" });
  return { provider, request };
}

describe("the ledger", () => {
  test("an entry that does not balance, and a change of an old one, are refused by the database", async () => {
    const provider = await addProvider();
    const entryId = randomUUID();
    const unbalanced = withTransaction(db(), async (tx) => {
      await tx.$client.query(
        "insert into ledger_entries (id, at, kind, actor) values ($1, now(), 'adjustment', 'test')",
        [entryId],
      );
      await tx.$client.query(
        "insert into ledger_lines (id, entry_id, account, provider_id, amount) values (gen_random_uuid(), $1, 'provider', $2, 5)",
        [entryId, provider],
      );
    });
    await expect(unbalanced).rejects.toThrow(/does not balance/);
    await expect(pool().query("update ledger_lines set amount = 0")).rejects.toThrow();
    await expect(pool().query("delete from ledger_entries")).rejects.toThrow();
  });

  test("the same reference is posted once, and no balance falls below zero", async () => {
    const provider = await addProvider(10);
    expect(await postAdjustment(provider, 5, "one")).toEqual({ ok: true, balance: 15 });
    expect(await postAdjustment(provider, 5, "one")).toEqual({
      ok: false,
      reason: "posted-before",
    });
    expect(await postAdjustment(provider, -15.01)).toEqual({
      ok: false,
      reason: "too-few-credits",
    });
    expect(await getBalance(provider)).toBe(15);
  });

  test("fifty concurrent postings, in cents, lose or create no credit", async () => {
    const providers = await Promise.all([addProvider(50), addProvider(50), addProvider(50)]);
    const random = createRandom(3);
    const postings = Array.from({ length: 50 }, () => ({
      provider: providers[Math.floor(random() * 3)] ?? "",
      amount: Math.round((random() * 60 - 35) * 100) / 100,
    }));
    const results = await Promise.all(
      postings.map(({ provider, amount }) => postAdjustment(provider, amount)),
    );
    for (const id of providers) {
      const expectedBalance = postings.reduce(
        (sum, { provider, amount }, index) =>
          provider === id && results[index]?.ok ? sum + amount : sum,
        50,
      );
      expect(await getBalance(id)).toBeCloseTo(expectedBalance, 6);
      expect(await getBalance(id)).toBeGreaterThanOrEqual(0);
    }
    expect(await checkLedger(db())).toEqual([]);
    expect(await queryRows(db(), "select sum(amount)::float8 as total from ledger_lines")).toEqual([
      { total: 0 },
    ]);
  });
});

describe("offers", () => {
  test("accepting charges the credits and creates one bid and one job; the link works once", async () => {
    const provider = await addProvider(30);
    const request = await addRequest();
    const offer = await offerRequest(request, provider);
    if (!offer.ok) throw new Error(offer.reason);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        recordProviderAnswer(actionContext(minutesLater(1)), { token: offer.token, accept: true }),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await getBalance(provider)).toBe(5);
    expect(
      await queryRows(
        db(),
        "select j.status, j.provider_id, j.request_id, b.status as bid, b.amount::float8 as amount from jobs j join bids b on b.job_id = j.id",
      ),
    ).toEqual([
      {
        status: "in_progress",
        provider_id: provider,
        request_id: request,
        bid: "accepted",
        amount: 25,
      },
    ]);
    expect(await offerRequest(request, await addProvider())).toEqual({
      ok: false,
      reason: "accepted",
    });
  });

  test("without enough credits nothing is accepted, and the offer stays open", async () => {
    const provider = await addProvider(24.99);
    const offer = await offerRequest(await addRequest(), provider);
    if (!offer.ok) throw new Error(offer.reason);
    expect(
      await recordProviderAnswer(actionContext(start), { token: offer.token, accept: true }),
    ).toEqual({
      ok: false,
      reason: "too-few-credits",
    });
    expect(await queryRows(db(), "select state from offers")).toEqual([{ state: "open" }]);
    expect(await queryRows(db(), "select 1 from jobs union all select 1 from bids")).toEqual([]);
  });

  test("of fifty concurrent offers of one request one is open; after it is declined or expires, another can follow", async () => {
    const providers = await Promise.all(Array.from({ length: 50 }, () => addProvider(0)));
    const request = await addRequest();
    const results = await Promise.all(providers.map((provider) => offerRequest(request, provider)));
    const open = results.flatMap((result) => (result.ok ? [result] : []));
    expect(open).toHaveLength(1);
    expect(
      await recordProviderAnswer(actionContext(start), {
        token: open[0]?.token ?? "",
        accept: false,
      }),
    ).toMatchObject({ ok: true, state: "declined" });
    const offered = await queryRows<{ id: string }>(db(), "select provider_id as id from offers");
    expect(await offerRequest(request, offered[0]?.id ?? "")).toEqual({
      ok: false,
      reason: "asked-before",
    });
    const nextOffer = await offerRequest(
      request,
      providers.find((id) => id !== offered[0]?.id) ?? "",
    );
    if (!nextOffer.ok) throw new Error(nextOffer.reason);
    expect(
      await recordProviderAnswer(actionContext(minutesLater(31)), {
        token: nextOffer.token,
        accept: true,
      }),
    ).toEqual({ ok: false, reason: "expired" });
    expect(await expireOffers(actionContext(minutesLater(31), EXPIRY_ACTOR))).toHaveLength(1);
    expect(await expireOffers(actionContext(minutesLater(31), EXPIRY_ACTOR))).toHaveLength(0);
  });

  test("when the time of an offer is up, staff can ask the next provider at once", async () => {
    const [firstProvider, secondProvider] = [await addProvider(0), await addProvider(0)];
    const request = await addRequest();
    await offerRequest(request, firstProvider);
    const secondOffer = { serviceRequestId: request, providerId: secondProvider, cost: 25 };
    expect(await createOffer(actionContext(minutesLater(29)), secondOffer)).toEqual({
      ok: false,
      reason: "open",
    });
    expect(await createOffer(actionContext(minutesLater(30)), secondOffer)).toMatchObject({
      ok: true,
    });
    expect(
      await queryRows(db(), "select provider_id as id, state from offers order by created_at"),
    ).toEqual([
      { id: firstProvider, state: "expired" },
      { id: secondProvider, state: "open" },
    ]);
  });

  test("when fifty providers and two staff members act on ten requests at once, no request has two open offers, and each no is refunded once", async () => {
    const providers = await Promise.all(Array.from({ length: 5 }, () => addProvider(100)));
    const requests = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        addRequest({ phone: `40455502${String(index).padStart(2, "0")}` }),
      ),
    );
    const random = createRandom(11);
    const recordAnswer = (offerId: string, actor: string) =>
      recordCustomerAnswer(actionContext(minutesLater(3), actor), {
        offerId,
        answer: random() < 0.4 ? "yes" : "no",
      });
    const answers: { ok: boolean }[][] = [];
    const takeTurn = async () => {
      const offer = await offerRequest(
        requests[Math.floor(random() * 10)] ?? "",
        providers[Math.floor(random() * 5)] ?? "",
      );
      if (!offer.ok) return;
      const [answer, ...earlyAnswers] = await Promise.all([
        recordProviderAnswer(actionContext(minutesLater(2)), {
          token: offer.token,
          accept: random() < 0.8,
        }),
        recordAnswer(offer.offerId, "ana"),
        recordAnswer(offer.offerId, "ben"),
        refundBadLeads(actionContext(minutesLater(3), REFUND_ACTOR)).then(() => ({ ok: false })),
      ]);
      const lateAnswers = await Promise.all([
        recordAnswer(offer.offerId, "ana"),
        recordAnswer(offer.offerId, "ben"),
      ]);
      if (answer.ok && answer.state === "accepted") answers.push([...earlyAnswers, ...lateAnswers]);
      else expect([...earlyAnswers, ...lateAnswers].every(({ ok }) => !ok)).toBe(true);
    };
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: 50 }, takeTurn));
    expect(answers.every((group) => group.filter(({ ok }) => ok).length === 1)).toBe(true);
    expect(
      await queryRows(
        db(),
        "select request_id from offers where state in ('open', 'accepted') group by 1 having count(*) > 1",
      ),
    ).toEqual([]);
    const [totals] = await queryRows<{
      accepted: number;
      declined: number;
      spent: number;
      running: number;
      other: number;
      won: number;
      lost: number;
      back: number;
    }>(
      db(),
      `select (select count(*)::int from offers where state = 'accepted' and customer_approved_at is not null) as accepted, (select count(*)::int from offers where state = 'customer-declined') as declined,
         (select (500 - sum(credits))::float8 from providers) as spent, (select count(*)::int from jobs where status = 'in_progress') as running,
         (select count(*)::int from jobs where status = 'other') as other, (select count(*)::int from bids where status = 'accepted') as won,
         (select count(*)::int from bids where status = 'declined') as lost, (select count(*)::int from ledger_entries where kind = 'refund') as back`,
    );
    const { accepted = 0, declined = 0 } = totals ?? {};
    expect([accepted > 2, declined > 2, accepted + declined]).toEqual([true, true, answers.length]);
    expect(totals).toEqual({
      accepted,
      declined,
      spent: accepted * 25,
      running: accepted,
      other: declined,
      won: accepted,
      lost: declined,
      back: declined,
    });
    expect(await checkLedger(db())).toEqual([]);
  });

  test("when fifty providers act on ten requests at once, no request has two open offers, and the ledger balances", async () => {
    const providers = await Promise.all(Array.from({ length: 5 }, () => addProvider(60)));
    const requests = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        addRequest({ phone: `40455501${String(index).padStart(2, "0")}` }),
      ),
    );
    const random = createRandom(9);
    const takeTurn = async () => {
      const offer = await offerRequest(
        requests[Math.floor(random() * 10)] ?? "",
        providers[Math.floor(random() * 5)] ?? "",
      );
      if (offer.ok)
        await recordProviderAnswer(actionContext(minutesLater(2)), {
          token: offer.token,
          accept: random() < 0.6,
        });
    };
    await Promise.all(Array.from({ length: 50 }, takeTurn));
    expect(
      await queryRows(
        db(),
        "select request_id from offers where state in ('open', 'accepted') group by 1 having count(*) > 1",
      ),
    ).toEqual([]);
    const [totals] = await queryRows<{ accepted: number; spent: number; jobs: number }>(
      db(),
      "select (select count(*)::int from offers where state = 'accepted') as accepted, (select (300 - sum(credits))::float8 from providers) as spent, (select count(*)::int from jobs) as jobs",
    );
    expect(totals?.accepted).toBeGreaterThan(0);
    expect(totals).toEqual({
      accepted: totals?.accepted,
      spent: (totals?.accepted ?? 0) * 25,
      jobs: totals?.accepted,
    });
    expect(await checkLedger(db())).toEqual([]);
  });

  test("the request of a person who opted out is offered to nobody", async () => {
    const request = await addRequest({ phone: "4045550123" });
    await suppressContact(db(), {
      phone: "4045550123",
      source: "test",
      now: minutesLater(1),
      contactKeys: [Buffer.alloc(32, 1)],
    });
    await pool().query(
      "update service_requests set phone_hash = (select contact_hash from suppressions limit 1) where id = $1",
      [request],
    );
    expect(await offerRequest(request, await addProvider())).toEqual({
      ok: false,
      reason: "opted-out",
    });
  });
});

describe("bad leads", () => {
  test("a good lead costs its credits", async () => {
    const { provider } = await createAcceptedOffer({ zipCode: "30301" });
    expect(await refundBadLeads(actionContext(minutesLater(5), REFUND_ACTOR))).toBe(0);
    expect(await getBalance(provider)).toBe(75);
  });

  test("a ZIP code outside the area or an impossible phone refunds the credits once", async () => {
    const outsideArea = await createAcceptedOffer({ zipCode: "30301" }, ["10001"]);
    const impossiblePhone = await createAcceptedOffer({ zipCode: "30301", phone: "12" });
    expect(await refundBadLeads(actionContext(minutesLater(5), REFUND_ACTOR))).toBe(2);
    expect(await refundBadLeads(actionContext(minutesLater(6), REFUND_ACTOR))).toBe(0);
    expect([
      await getBalance(outsideArea.provider),
      await getBalance(impossiblePhone.provider),
    ]).toEqual([100, 100]);
    expect(
      (
        await queryRows<{ reason: string }>(
          db(),
          "select refund_reason as reason from offers order by 1",
        )
      ).map(({ reason }) => reason),
    ).toEqual(["impossible-phone", "outside-area"]);
    expect(await checkLedger(db())).toEqual([]);
  });

  test.each([
    ["what changed", { service_area_zips: { added: ["10001"], removed: ["30301"] } }],
    ["names of fields, as older ones do", { fields: ["service_area_zips"] }],
  ])(
    "a ZIP code removed from the area after acceptance refunds nothing; the log has %s",
    async (_, changes) => {
      const { provider } = await createAcceptedOffer({ zipCode: "30301" });
      await pool().query("update providers set service_area_zips = '{10001}' where id = $1", [
        provider,
      ]);
      await recordAudit(db(), actionContext(minutesLater(3)), {
        action: "save-profile",
        entity: "provider",
        entityId: provider,
        changes,
      });
      expect(await refundBadLeads(actionContext(minutesLater(5), REFUND_ACTOR))).toBe(0);
      expect(await getBalance(provider)).toBe(75);
    },
  );

  test("a duplicate of a lead that was shared within thirty days is free", async () => {
    const firstLead = await createAcceptedOffer({ zipCode: "30301", phone: "4045550177" });
    const approve = async () =>
      recordCustomerAnswer(actionContext(minutesLater(2), "ana"), {
        offerId:
          (await queryRows<{ id: string }>(db(), "select id from offers order by id"))[0]?.id ?? "",
        answer: "yes",
      });
    const request = await addRequest({ zipCode: "30301", phone: "4045550177" }, minutesLater(60));
    const provider = await addProvider();
    const offer = await offerRequest(request, provider, minutesLater(60));
    if (!offer.ok) throw new Error(offer.reason);
    await recordProviderAnswer(actionContext(minutesLater(61)), {
      token: offer.token,
      accept: true,
    });
    // The person's details have not been shared yet.
    expect(await refundBadLeads(actionContext(minutesLater(70), REFUND_ACTOR))).toBe(0);
    expect(await approve()).toEqual({ ok: true });
    expect(await refundBadLeads(actionContext(minutesLater(70), REFUND_ACTOR))).toBe(1);
    expect([await getBalance(firstLead.provider), await getBalance(provider)]).toEqual([75, 100]);
  });
});
