import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { loadFigures } from "#app/features/offers/portal/load-figures.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { openTestDatabase, storeRequest } from "../factories.ts";
import { insertProvider } from "../providers.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());

const now = new Date("2026-11-02T15:00:00Z");

type Job = { stage?: string; reason?: string; paid?: number };
type Offer = {
  state: string;
  daysAgo?: number;
  minutes?: number;
  /** When an accepted one ended; by default it did not. */
  endedAfter?: number;
  isApproved?: boolean;
  isRefunded?: boolean;
  job?: Job;
};

async function addOffer(providerId: string, offer: Offer) {
  const { state, daysAgo = 1, minutes = 5, endedAfter = minutes } = offer;
  const { isApproved = false, isRefunded = false, job } = offer;
  const client = context.db.$client;
  const stored = await storeRequest(context.db, { now });
  const requestId = stored.ok ? stored.id : "";
  const at = new Date(now.getTime() - daysAgo * DAY_MS);
  const decidedAt = new Date(at.getTime() + minutes * MINUTE_MS);
  const [jobId, bidId] = [randomUUID(), randomUUID()];
  if (job) {
    await client.query(
      `insert into jobs (id, service_type, status, provider_id, request_id, stage, not_hired_reason, paid_amount, created_at)
       values ($1, 'Plumbing', 'in_progress', $2, $3, $4, $5, $6, $7)`,
      [jobId, providerId, requestId, job.stage, job.reason, job.paid, decidedAt],
    );
    await client.query(
      "insert into bids (id, provider_id, job_id, status, amount, created_at) values ($1, $2, $3, $4, 25, $5)",
      [bidId, providerId, jobId, state === "accepted" ? state : "declined", decidedAt],
    );
  }
  await client.query(
    `insert into offers (id, request_id, provider_id, state, token_hash, cost, offered_by, created_at, expires_at, decided_at,
       job_id, bid_id, customer_approved_at, customer_approval_recorded_by, refunded_at)
     values (gen_random_uuid(), $1, $2, $3, gen_random_uuid()::text, 25, 'test', $4, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[requestId, providerId, state, at, new Date(at.getTime() + endedAfter * MINUTE_MS)],
      ...[job ? jobId : null, job ? bidId : null],
      ...[isApproved ? decidedAt : null, isApproved ? "customer" : null],
      isRefunded ? decidedAt : null,
    ],
  );
}

test("a provider's figures count what became of their offers, and nobody else's", async () => {
  const { id: providerId } = await insertProvider(context.db.$client as never);
  const { id: other } = await insertProvider(context.db.$client as never);
  const done = { state: "accepted", isApproved: true, job: { stage: "done", paid: 900 } };
  await addOffer(providerId, { ...done, minutes: 2 });
  await addOffer(providerId, {
    ...{ state: "accepted", isApproved: true, minutes: 10 },
    job: { stage: "not-hired", reason: "price" },
  });
  await addOffer(providerId, {
    ...{ state: "customer-declined", isRefunded: true, minutes: 20, endedAfter: 600 },
    job: {},
  });
  await addOffer(providerId, { state: "declined", minutes: 4 });
  await addOffer(providerId, { state: "expired" });
  await addOffer(providerId, { ...done, daysAgo: 40 });
  // Offered before the time that is shown, and accepted in it.
  await addOffer(providerId, { ...done, daysAgo: 30.001 });
  await addOffer(other, done);

  const { figures, reasons } = await loadFigures(context.db, { providerId, days: 30, now });
  const values = Object.fromEntries(figures.map(({ label, value }) => [label, value]));
  expect(values).toEqual({
    "Answer time": "7 minutes",
    Accepted: "60%",
    "Customer's yes": "67%",
    Hired: "50%",
    // 900 dollars for two offers of 25 that were not refunded.
    "Earned per credit": "$18.00",
  });
  expect(reasons).toEqual([{ label: "The price", jobs: "1 job" }]);
});

test("without offers nothing is divided by zero", async () => {
  const { id: providerId } = await insertProvider(context.db.$client as never);
  const { figures } = await loadFigures(context.db, { providerId, days: 90, now });
  expect(figures.map(({ value }) => value)).toEqual(["–", "–", "–", "–", "–"]);
});
