import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { createOffer } from "#app/features/offers/mutations.server.ts";
import { recordCustomerAnswer } from "#app/features/offers/record-customer-answer.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { updateStatuses } from "#app/features/requests/inbox/mutations.server.ts";
import { handleReviewForm, handleStaffReviewForm } from "#app/features/reviews/actions.server.ts";
import { askForReviews } from "#app/features/reviews/ask-for-reviews.server.ts";
import {
  getShownRating,
  loadProviderReviews,
  loadReviewSection,
  loadReviewsPanel,
} from "#app/features/reviews/loaders.server.ts";
import { saveReview } from "#app/features/reviews/mutations.server.ts";
import { getProviderRating } from "#app/features/reviews/queries.server.ts";
import { reviewMail } from "#app/features/reviews/review-mail.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";
import {
  contactKeys,
  openTestDatabase,
  queryRows,
  siteSettings,
  storeRequest,
} from "../factories.ts";
import { insertProvider } from "../providers.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
const db = () => (context as NonNullable<typeof context>).db;
const start = new Date("2026-11-02T15:00:00Z");
const daysLater = (days: number) => new Date(start.getTime() + days * DAY_MS);
const staffId = randomUUID();
const asStaff = (now = start) => ({ db: db(), actor: staffId, now });
const asCustomer = (now = start) => ({ db: db(), actor: "customer", now });
const app = (now = start) => ({
  db: db(),
  now: () => now,
  settings: { get: async () => siteSettings, drop() {} },
});

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
  await db().$client.query(
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Ana', 'ana@staff.example', $2, $2)",
    [staffId, start],
  );
});
afterAll(() => context?.close());

const addProvider = async (reputation: number | null = null) =>
  (
    await insertProvider(db().$client, {
      verification_status: "verified",
      service_area_zips: ["30301"],
      reputation,
    })
  ).id;

let phones = 0;
type Connection = { providerId?: string; answer?: "yes" | null; email?: string };

/** A request that was offered to a provider, who accepted, and whose customer said yes. */
async function connect({ providerId, answer = "yes", email }: Connection = {}) {
  const provider = providerId ?? (await addProvider());
  phones += 1;
  const request = await storeRequest(db(), {
    now: start,
    values: { phone: `(404) 555-${1_000 + phones}`, ...(email !== undefined && { email }) },
  });
  if (!request.ok) throw new Error(request.reason);
  const offer = await createOffer(asStaff(), {
    serviceRequestId: request.id,
    providerId: provider,
    cost: 0,
  });
  if (!offer.ok) throw new Error(offer.reason);
  await db().$client.query(
    "update offers set state = 'accepted', decided_at = $2, expires_at = $2 where id = $1",
    [offer.offerId, start],
  );
  if (answer)
    expect(await recordCustomerAnswer(asStaff(), { offerId: offer.offerId, answer })).toEqual({
      ok: true,
    });
  return { requestId: request.id, offerId: offer.offerId, providerId: provider };
}
const close = (id: string, now = start) =>
  updateStatuses(asStaff(now), { changes: [{ id, status: "closed" }] });
async function connectAndClose(options: Connection = {}) {
  const connection = await connect(options);
  await close(connection.requestId);
  return connection;
}
const review = (requestId: string, rating: number, words: string | null = null, now = start) =>
  saveReview(asCustomer(now), { requestId, rating, words });
const listReviews = () =>
  queryRows(db(), "select request_id, rating, words from reviews order by created_at, id");
const getReputation = async (id: string) =>
  (
    await queryRows<{ reputation: number | null }>(
      db(),
      "select reputation::float8 as reputation from providers where id = $1",
      [id],
    )
  )[0]?.reputation;
const buildForm = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

describe("a request", () => {
  const getEnd = async (id: string) =>
    (
      await queryRows(db(), "select closed_at, outcome from service_requests where id = $1", [id])
    )[0];

  test("knows when it was closed, until it is opened again", async () => {
    const { requestId } = await connect();
    expect(await getEnd(requestId)).toEqual({ closed_at: null, outcome: null });
    await close(requestId, daysLater(1));
    expect(await getEnd(requestId)).toEqual({ closed_at: daysLater(1), outcome: null });
    await db().$client.query(
      "update service_requests set outcome = 'canceled-by-customer' where id = $1",
      [requestId],
    );
    await close(requestId, daysLater(2));
    expect(await getEnd(requestId)).toEqual({
      closed_at: daysLater(1),
      outcome: "canceled-by-customer",
    });
    await updateStatuses(asStaff(), { changes: [{ id: requestId, status: "contacted" }] });
    expect(await getEnd(requestId)).toEqual({ closed_at: null, outcome: null });
  });
});

describe("a review", () => {
  test("is accepted once the request is closed or the job is done, and only of a connected provider", async () => {
    const { requestId } = await connect();
    expect(await loadReviewSection(app(), { requestId })).toBeNull();
    expect(await review(requestId, 5)).toEqual({ ok: false, reason: "not-done" });
    await close(requestId);
    expect(await loadReviewSection(app(), { requestId })).toMatchObject({
      review: null,
      canChange: true,
    });
    expect(await review(requestId, 5)).toEqual({ ok: true });

    const done = await connect();
    const jobId = randomUUID();
    await db().$client.query(
      "insert into jobs (id, service_type, status, created_at) values ($1, 'Plumbing', 'completed', $2)",
      [jobId, start],
    );
    await db().$client.query("update offers set job_id = $2 where id = $1", [done.offerId, jobId]);
    expect(await review(done.requestId, 4)).toEqual({ ok: true });

    const canceled = await connectAndClose();
    await db().$client.query(
      "update service_requests set outcome = 'canceled-by-customer' where id = $1",
      [canceled.requestId],
    );
    expect(await loadReviewSection(app(), canceled)).toBeNull();
    expect(await review(canceled.requestId, 1)).toEqual({ ok: false, reason: "not-done" });

    const unasked = await connectAndClose({ answer: null });
    expect(await review(unasked.requestId, 1)).toEqual({ ok: false, reason: "not-done" });
    expect(await loadReviewSection(app(), unasked)).toBeNull();
    expect(await review(randomUUID(), 1)).toEqual({ ok: false, reason: "not-done" });
    expect(await listReviews()).toHaveLength(2);
  });

  test("is one a request, even of two clicks at once, and can be changed for 30 days", async () => {
    const { requestId, providerId } = await connectAndClose();
    expect(
      await Promise.all([review(requestId, 2, "Late."), review(requestId, 2, "Late.")]),
    ).toEqual([{ ok: true }, { ok: true }]);
    expect(await review(requestId, 4, "Late, but good.", daysLater(30))).toEqual({ ok: true });
    expect(await listReviews()).toEqual([
      { request_id: requestId, rating: 4, words: "Late, but good." },
    ]);
    expect(await getReputation(providerId)).toBe(4);
    expect(await review(requestId, 1, null, daysLater(30.01))).toEqual({
      ok: false,
      reason: "too-late",
    });
    expect(await loadReviewSection(app(daysLater(31)), { requestId })).toMatchObject({
      review: { rating: 4, words: "Late, but good.", isHidden: false },
      canChange: false,
    });
  });

  test("is in the timeline and the audit log without its words", async () => {
    const { requestId } = await connectAndClose();
    await review(requestId, 3, "Sam was nice.");
    expect(
      await queryRows(
        db(),
        "select kind, detail, actor_id from request_events where request_id = $1 and kind = 'review'",
        [requestId],
      ),
    ).toEqual([{ kind: "review", detail: { rating: 3 }, actor_id: null }]);
    const [audit] = await queryRows(
      db(),
      "select actor, changes from audit_log where action = 'review' and entity_id = $1",
      [requestId],
    );
    expect(audit).toMatchObject({
      actor: "customer",
      changes: { rating: { from: null, to: 3 }, words: "changed" },
    });
    expect(JSON.stringify(audit)).not.toContain("Sam");
  });

  test("loses its words when the person is erased, and keeps its stars", async () => {
    const { requestId, providerId } = await connectAndClose();
    await review(requestId, 2, "I am Jordan.");
    await withTransaction(db(), (tx) => eraseRequestFields(tx, [requestId]));
    expect(await listReviews()).toEqual([{ request_id: requestId, rating: 2, words: null }]);
    expect(await getProviderRating(db(), providerId)).toEqual({ average: 2, count: 1 });
    expect(await review(requestId, 5)).toEqual({ ok: false, reason: "not-done" });
  });
});

describe("the form", () => {
  const send = (requestId: string, fields: Record<string, string>) =>
    handleReviewForm(asCustomer(), { form: buildForm({ intent: "review", ...fields }), requestId });

  test("stores the words as typed, and none where only spaces were typed", async () => {
    const first = await connectAndClose();
    expect(await send(first.requestId, { rating: "5", words: " Great!\r\nThanks \0" })).toEqual({
      ok: true,
      done: "Thank you. Your review is saved.",
    });
    const second = await connectAndClose();
    await send(second.requestId, { rating: "4", words: "  " });
    expect(await listReviews()).toMatchObject([
      { rating: 5, words: " Great!\nThanks " },
      { rating: 4, words: null },
    ]);
  });

  test.each([
    [{ words: "Good" }, "rating", "Choose 1 to 5 stars."],
    [{ rating: "0", words: "Good" }, "rating", "Choose 1 to 5 stars."],
    [{ rating: "6", words: "Good" }, "rating", "Choose 1 to 5 stars."],
    [{ rating: "4.5", words: "Good" }, "rating", "Choose 1 to 5 stars."],
    [{ rating: "4", words: "x".repeat(2_001) }, "words", "Use at most 2,000 characters."],
  ])("refuses %j beside its field, and keeps what was typed", async (fields, field, message) => {
    const { requestId } = await connectAndClose();
    expect(await send(requestId, fields as Record<string, string>)).toEqual({
      ok: false,
      message,
      field,
      values: { rating: "", ...fields },
    });
    expect(await listReviews()).toEqual([]);
  });

  test("counts a line break as one character, as the browser does", async () => {
    const { requestId } = await connectAndClose();
    expect(await send(requestId, { rating: "4", words: "\r\n".repeat(2_000) })).toMatchObject({
      ok: true,
    });
  });

  test("is refused after very many tries", async () => {
    const { requestId } = await connectAndClose();
    for (let index = 0; index < 20; index += 1)
      expect(await send(requestId, { rating: String(1 + (index % 5)) })).toMatchObject({
        ok: true,
      });
    expect(await send(requestId, { rating: "1", words: "Again" })).toMatchObject({
      ok: false,
      field: null,
      values: { words: "Again" },
    });
  });
});

describe("the rating of a provider", () => {
  test("is the one of before until the first review, then the average of reviews alone", async () => {
    const providerId = await addProvider(4.9);
    expect(await getReputation(providerId)).toBe(4.9);
    const reviews = [3, 4, 4];
    for (const rating of reviews)
      await review((await connectAndClose({ providerId })).requestId, rating);
    expect(await getReputation(providerId)).toBe(3.67);
    expect(await getProviderRating(db(), providerId)).toEqual({ average: 3.6, count: 3 });
  });

  test("counts every one of many reviews at once", async () => {
    const providerId = await addProvider();
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1)
      ids.push((await connectAndClose({ providerId })).requestId);
    await Promise.all(ids.map((id, index) => review(id, index < 3 ? 5 : 4)));
    expect(await getReputation(providerId)).toBe(4.5);
  });

  test("stands before customers from five reviews on; each review stands there at once", async () => {
    const providerId = await addProvider();
    for (let index = 1; index <= 5; index += 1) {
      const { requestId } = await connectAndClose({ providerId });
      await review(requestId, 4, `Review ${index}`, daysLater(index));
      expect(await getShownRating(db(), providerId)).toBe(
        index < 5 ? null : "4.0 of 5 from 5 reviews",
      );
    }
    const shown = await loadProviderReviews(app(), { providerId });
    expect(shown).toMatchObject({ count: 5, rating: "4.0 of 5 from 5 reviews" });
    expect(shown.reviews.map(({ words }) => words)).toEqual(
      [5, 4, 3, 2, 1].map((index) => `Review ${index}`),
    );
    expect(shown.reviews[0]).toMatchObject({ month: "November 2026", hidden: null });
  });
});

describe("hiding", () => {
  test("takes the words away from customers, says why, keeps the stars, and is logged", async () => {
    const { requestId, providerId } = await connectAndClose();
    await review(requestId, 1, "Call Sam at 404-555-0123");
    const [stored] = (await loadReviewsPanel(app(), { providerId })).reviews;
    const send = (fields: Record<string, string>, provider = providerId) =>
      handleStaffReviewForm(asStaff(daysLater(1)), {
        form: buildForm({ review: stored?.id ?? "", ...fields }),
        providerId: provider,
      });
    expect(await send({ intent: "hide-review", reason: "too-bad" })).toEqual({
      failed: "Choose why the words are hidden.",
    });
    expect(await send({ intent: "hide-review", reason: "abuse" }, randomUUID())).toEqual({
      failed: "This review no longer exists.",
    });
    expect(await send({ intent: "hide-review", reason: "personal-data" })).toEqual({
      done: "The words are hidden.",
    });
    expect(await getReputation(providerId)).toBe(1);
    expect((await loadProviderReviews(app(), { providerId })).reviews).toMatchObject([
      {
        rating: 1,
        words: null,
        hidden: "Words hidden by our staff: they contain personal data.",
      },
    ]);
    expect((await loadReviewsPanel(app(), { providerId })).reviews).toMatchObject([
      { words: "Call Sam at 404-555-0123", hiddenReason: "personal-data", hiddenBy: "Ana" },
    ]);
    // A change by the customer does not bring hidden words back by itself.
    await review(requestId, 2, "Call Sam!", daysLater(2));
    expect((await loadProviderReviews(app(), { providerId })).reviews).toMatchObject([
      { rating: 2, words: null },
    ]);
    expect(await loadReviewSection(app(), { requestId })).toMatchObject({
      review: { isHidden: true },
    });
    expect(await send({ intent: "show-review" })).toEqual({ done: "The words are shown again." });
    expect((await loadProviderReviews(app(), { providerId })).reviews).toMatchObject([
      { rating: 2, words: "Call Sam!", hidden: null },
    ]);
    expect(
      await queryRows(
        db(),
        "select actor, action, changes->'hidden' as hidden from audit_log where entity_id = $1 and action like '%-review' order by at, id",
        [providerId],
      ),
    ).toEqual([
      { actor: staffId, action: "hide-review", hidden: { from: null, to: "personal-data" } },
      { actor: staffId, action: "show-review", hidden: { from: "personal-data", to: null } },
    ]);
  });
});

describe("the question for a review", () => {
  const ask = (now: Date) => askForReviews(db(), { now });
  const listMails = () =>
    queryRows<{ request_id: string; subject_id: string }>(
      db(),
      "select request_id, subject_id from customer_mails where kind = 'review' order by created_at",
    );

  test("is queued once, from a day to 14 days after the request was closed", async () => {
    const { requestId, offerId } = await connectAndClose();
    expect(await ask(new Date(daysLater(1).getTime() - MINUTE_MS))).toBe(0);
    expect(await Promise.all([ask(daysLater(1)), ask(daysLater(1))])).toContain(1);
    expect(await ask(daysLater(2))).toBe(0);
    expect(await listMails()).toEqual([{ request_id: requestId, subject_id: offerId }]);
    await updateStatuses(asStaff(), { changes: [{ id: requestId, status: "contacted" }] });
    await close(requestId, daysLater(3));
    expect(await ask(daysLater(5))).toBe(0);
    await connectAndClose();
    expect(await ask(daysLater(15))).toBe(0);
  });

  test("is not asked where it makes no sense, or is not wanted", async () => {
    await connect();
    await connectAndClose({ answer: null });
    await connectAndClose({ email: "" });
    const reviewed = await connectAndClose();
    await review(reviewed.requestId, 5);
    const erased = await connectAndClose();
    await withTransaction(db(), (tx) => eraseRequestFields(tx, [erased.requestId]));
    const update = (id: string, set: string) =>
      db().$client.query(`update service_requests set ${set} where id = $1`, [id]);
    await update((await connectAndClose()).requestId, "is_demo = true");
    await update((await connectAndClose()).requestId, "outcome = 'canceled-by-customer'");
    const optedOut = await connectAndClose();
    const [contact] = await queryRows<{ customer_phone: string }>(
      db(),
      "select phone_e164 as customer_phone from service_requests where id = $1",
      [optedOut.requestId],
    );
    await suppressContact(db(), {
      phone: contact?.customer_phone ?? "",
      source: "test",
      now: daysLater(1),
      contactKeys,
    });
    expect(await ask(daysLater(2))).toBe(0);
    expect(await listMails()).toEqual([]);
  });

  test("is dropped if the customer has given a review, or the request was opened again", async () => {
    const { requestId } = await connectAndClose();
    const compose = () =>
      reviewMail.compose({
        db: db(),
        site: siteSettings,
        request: { id: requestId, serviceType: "Plumbing" },
        pageUrl: "https://henry.example/r/key",
      } as Parameters<typeof reviewMail.compose>[0]);
    expect((await compose())?.text).toContain("https://henry.example/r/key");
    await updateStatuses(asStaff(), { changes: [{ id: requestId, status: "contacted" }] });
    expect(await compose()).toBeNull();
    await close(requestId);
    await review(requestId, 5);
    expect(await compose()).toBeNull();
  });
});
