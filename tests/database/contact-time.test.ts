import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { postMessage } from "#app/features/messages/post-message.server.ts";
import { APPROVED_BY_CUSTOMER } from "#app/features/offers/constants.ts";
import { createOffer, recordProviderAnswer } from "#app/features/offers/mutations.server.ts";
import type { JobStage } from "#app/features/offers/portal/job-stages.ts";
import { loadJobs } from "#app/features/offers/portal/load-lists.server.ts";
import { setJobStage } from "#app/features/offers/portal/set-job-stage.server.ts";
import { recordCustomerAnswer } from "#app/features/offers/record-customer-answer.server.ts";
import { getOfferView } from "#app/features/offers/view-offer.server.ts";
import { changeVisit } from "#app/features/offers/visits/change-visit.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
const db = () => (context as NonNullable<typeof context>).db;
const start = new Date("2026-11-02T15:00:00Z");
const onDay = (day: number) => new Date(start.getTime() + day * DAY_MS);
const act = (day: number, actor = "customer") => ({ db: db(), actor, now: onDay(day) });

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context?.close());

/** An offer with the customer's yes of the first day. */
async function connect() {
  const providerId = randomUUID();
  await queryRows(
    db(),
    `insert into providers (id, company_name, contact_name, phone, verification_status, service_area_zips, created_at)
     values ($1, 'Peach Plumbing', 'Pat', '4045550100', 'verified', '{30301}', $2)`,
    [providerId, start],
  );
  const stored = await storeRequest(db(), { now: start });
  if (!stored.ok) throw new Error(stored.reason);
  const { id: serviceRequestId } = stored;
  const offer = await createOffer(act(0, "staff"), { serviceRequestId, providerId, cost: 0 });
  if (!offer.ok) throw new Error(offer.reason);
  const { offerId, token } = offer;
  await recordProviderAnswer(act(0), { token, accept: true });
  await recordCustomerAnswer(act(0, APPROVED_BY_CUSTOMER), { offerId, answer: "yes" });
  return { offerId, providerId, requestId: serviceRequestId };
}
type Job = Awaited<ReturnType<typeof connect>>;

/** What the provider sees on a day. */
const getState = async ({ offerId, providerId }: Job, day: number) =>
  (await getOfferView(db(), { offerId, providerId, now: onDay(day), timeZone: "UTC" })).state;
const say = ({ offerId, providerId }: Job, day: number, stage: JobStage) =>
  setJobStage(act(day, "provider"), { offerId, providerId, stage, reason: null, paid: null });

const setVisit = (offerId: string) =>
  changeVisit(act(1, "provider"), {
    offerId,
    by: "provider",
    change: { kind: "set", choice: { day: "2026-12-01", start: "10" } },
  });

test("a provider sees the customer's details for thirty days after the yes", async () => {
  const job = await connect();
  expect([await getState(job, 29), await getState(job, 31)]).toEqual([
    "accepted",
    "accepted-before",
  ]);
});

test.each<[string, (job: Job) => Promise<unknown>]>([
  ["said that the work started", (job) => say(job, 29, "started")],
  ["entered a visit", ({ offerId }) => setVisit(offerId)],
  [
    "got a message from the customer",
    ({ requestId, offerId }) =>
      postMessage(act(29), {
        ...{ requestId, offerId, author: "customer", authorId: null },
        ...{ text: "When do you come again?", channel: "page" },
      }),
  ],
])("and for thirty days more once they %s", async (_what, extend) => {
  const job = await connect();
  await extend(job);
  expect([await getState(job, 58), await getState(job, 61)]).toEqual([
    "accepted",
    "accepted-before",
  ]);
});

test("a visit that does not take place counts until the day on which it was canceled", async () => {
  const job = await connect();
  const { offerId } = job;
  await setVisit(offerId);
  await changeVisit(act(2), {
    offerId,
    by: "customer",
    change: { kind: "cancel", reason: "We agreed on nothing", sequence: 0 },
  });
  expect([await getState(job, 31), await getState(job, 33)]).toEqual([
    "accepted",
    "accepted-before",
  ]);
});

test("a yes that a process of the version before records shows the details for thirty days", async () => {
  const job = await connect();
  await queryRows(
    db(),
    "update offers set customer_approved_at = null, customer_approval_recorded_by = null, contact_until = null where id = $1",
    [job.offerId],
  );
  await queryRows(
    db(),
    "update offers set customer_approved_at = $2, customer_approval_recorded_by = 'staff' where id = $1",
    [job.offerId, onDay(3)],
  );
  expect([await getState(job, 32), await getState(job, 34)]).toEqual([
    "accepted",
    "accepted-before",
  ]);
});

test("what was hidden stays hidden, and nothing is shown for more than a year", async () => {
  const [late, long] = [await connect(), await connect()];
  await say(late, 31, "started");
  expect(await getState(late, 32)).toBe("accepted-before");
  for (let day = 20; day < 365; day += 20) await say(long, day, "started");
  expect([await getState(long, 364), await getState(long, 366)]).toEqual([
    "accepted",
    "accepted-before",
  ]);
});

test("a job of which nothing more can be said is not open, and stays among all jobs", async () => {
  const job = await connect();
  const list = async (name: "open" | "all", day: number) => {
    const { offers } = await loadJobs(db(), {
      ...{ providerId: job.providerId, now: onDay(day), timeZone: "UTC" },
      ...{ list: name, before: undefined },
    });
    return offers.length;
  };
  expect([await list("open", 364), await list("open", 366), await list("all", 366)]).toEqual([
    1, 0, 1,
  ]);
});
