import { randomUUID, randomUUIDv7 } from "node:crypto";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { loadDisputesPage } from "#app/features/offers/disputes/load-staff-page.server.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { openTestDatabase, siteSettings, storeRequest } from "../factories.ts";
import { insertProvider } from "../providers.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
const db = () => (context as NonNullable<typeof context>).db;
const run = (text: string, values: unknown[] = []) => db().$client.query(text, values);
const now = new Date("2026-11-02T15:00:00Z");
const later = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context?.close());

const open = (query = "") =>
  loadDisputesPage(
    { db: db(), now: () => now, settings: { get: async () => siteSettings, drop() {} } },
    new URLSearchParams(query),
  );

type Setup = { due?: Date; decided?: Date };

/** An accepted offer with a job, whose provider disputes it. */
async function addDispute({ due = later(48), decided }: Setup = {}) {
  const request = await storeRequest(db(), { now, values: { zipCode: "30301" } });
  if (!request.ok) throw new Error(request.reason);
  const provider = await insertProvider(db().$client, { company_name: "Peach Plumbing" });
  const [offerId, jobId, id] = [randomUUID(), randomUUID(), randomUUIDv7()];
  await run(
    "insert into jobs (id, service_type, status, provider_id, request_id, created_at) values ($1, 'Plumbing', 'in_progress', $2, $3, $4)",
    [jobId, provider.id, request.id, now],
  );
  await run(
    `insert into offers (id, request_id, provider_id, job_id, token_hash, cost, offered_by, state, created_at, decided_at, expires_at)
     values ($1, $2, $3, $4, gen_random_uuid()::text, 25, 'somebody', 'accepted', $5, $5, $5)`,
    [offerId, request.id, provider.id, jobId, now],
  );
  await run(
    `insert into offer_disputes (id, offer_id, provider_id, claim, facts, created_at, due_at, decision, decided_by, decided_at, answer)
     values ($1, $2, $3, 'unreachable', '[]', $4, $5, $6, $7, $8, 'We called too.')`,
    [
      ...[id, offerId, provider.id, now, due],
      ...[decided ? "refused" : null, decided ? "somebody" : null, decided ?? null],
    ],
  );
  return { id, jobId, offerId, requestId: request.id, providerId: provider.id };
}

test("a dispute shows what the provider said of the job, the visit and what was paid", async () => {
  const { jobId, offerId, requestId, providerId } = await addDispute();
  const [nothing] = (await open()).open?.disputes ?? [];
  expect(nothing).toMatchObject({
    job: "Plumbing, Atlanta 30301",
    stage: "No status yet",
    visit: "None",
    paid: "Not reported",
  });
  await run("update jobs set stage = 'done', stage_at = $2, paid_amount = 1234.5 where id = $1", [
    ...[jobId, later(1)],
  ]);
  await run(
    `insert into appointments (id, request_id, offer_id, provider_id, state, starts_at, ends_at, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, $3, 'booked', $4, $5, $6, $6)`,
    [requestId, offerId, providerId, later(24), later(26), now],
  );
  const [done] = (await open()).open?.disputes ?? [];
  expect(done).toMatchObject({
    stage: "Done, since Nov 2, 2026, 11:00 AM EST",
    visit: "Booked: Tuesday, Nov 3, 10 AM to 12 PM Eastern Time",
    paid: "$1,234.50",
    ...{ requestId, providerId },
  });
  await run(
    "update jobs set stage = 'not-hired', not_hired_reason = 'price', paid_amount = null where id = $1",
    [jobId],
  );
  await run("update appointments set state = 'canceled'");
  const [lost] = (await open()).open?.disputes ?? [];
  expect(lost).toMatchObject({
    stage: "Not hired: The price, since Nov 2, 2026, 11:00 AM EST",
    visit: "Canceled: Tuesday, Nov 3, 10 AM to 12 PM Eastern Time",
  });
});

/** Ids of all rows, page by page; each page must lead on or be the last. */
async function listAll(part: "open" | "decided", name: "after" | "before") {
  const pages: string[][] = [];
  for (let query = ""; ; ) {
    const page = await open(query);
    const list = page[part];
    pages.push(list?.disputes.map(({ id }) => id) ?? []);
    if (query) expect(page[part === "open" ? "decided" : "open"]).toBeNull();
    expect(page.isFirst).toBe(query === "");
    if (!list?.next) return pages;
    query = `${name}=${list.next}`;
  }
}

test("every dispute is on one page, those that wait by due time and the decided ones newest first", async () => {
  // Several are due at the same time, and were decided at the same time.
  const waiting: string[] = [];
  const decided: string[] = [];
  for (let index = 0; index < 28; index += 1) {
    waiting.push((await addDispute({ due: later(Math.floor(index / 3)) })).id);
    decided.unshift((await addDispute({ decided: later(Math.floor(index / 3)) })).id);
  }
  const open = await listAll("open", "after");
  expect(open.map(({ length }) => length)).toEqual([25, 3]);
  expect(open.flat()).toEqual(waiting);
  const older = await listAll("decided", "before");
  expect(older.map(({ length }) => length)).toEqual([25, 3]);
  expect(older.flat()).toEqual(decided);
});

test("an unreadable cursor opens the first page", async () => {
  const { id } = await addDispute();
  const page = await open("after=1.x&before=%00");
  expect(page.open?.disputes.map((dispute) => dispute.id)).toEqual([id]);
  expect(page).toMatchObject({ waiting: 1, isFirst: true, decided: { disputes: [], next: null } });
});
