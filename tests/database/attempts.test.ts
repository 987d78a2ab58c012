import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { listAttemptTimes } from "#app/features/calls/attempt-times.sql.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { handleSpokenStop } from "#app/features/privacy/spoken-stop.server.ts";
import { assignRequest } from "#app/features/requests/assignments/assign-request.server.ts";
import { handleAttemptForm } from "#app/features/requests/attempts/actions.server.ts";
import { ANSWER_REASON, STOP_REASON } from "#app/features/requests/attempts/constants.ts";
import { measureResponses } from "#app/features/requests/attempts/first-response.server.ts";
import { loadAttempts } from "#app/features/requests/attempts/loaders.server.ts";
import { logAnswerCall } from "#app/features/requests/attempts/log-answer-call.server.ts";
import {
  type LogAttemptInput,
  logAttempt,
} from "#app/features/requests/attempts/log-attempt.server.ts";
import { isSpokenStop } from "#app/features/requests/attempts/schema.ts";
import { undoAttempt } from "#app/features/requests/attempts/undo-attempt.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { updateStatuses } from "#app/features/requests/inbox/mutations.server.ts";
import { readListedRows } from "#app/features/requests/inbox/queries.server.ts";
import { getRequestDetail } from "#app/features/requests/inbox/request-detail.server.ts";
import { mergeRequests } from "#app/features/requests/person/merge-requests.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import {
  contactKeys,
  openTestDatabase,
  queryRows,
  siteSettings,
  storeRequest,
} from "../factories.ts";

/** A Monday; noon in Atlanta. */
const NOON = new Date("2026-05-04T16:00:00Z");
const later = (ms: number, from = NOON) => new Date(from.getTime() + ms);

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let [ana, ben] = ["", ""];
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  ana = await createMember("Ana");
  ben = await createMember("Ben");
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.owner.$client.query("truncate service_requests, suppressions cascade");
});

async function createMember(name: string): Promise<string> {
  const id = randomUUID();
  await context.db.$client.query(
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1::uuid, $2, $1::text || '@example.com', now(), now())",
    [id, name],
  );
  await context.db.$client.query(
    "insert into admin_users (user_id, role, display_name, is_active, created_at) values ($1, 'staff', $2, true, now())",
    [id, name],
  );
  return id;
}

const settings = { get: async () => siteSettings, drop() {} };
const actionContext = (now = NOON, actor = ana) => ({
  db: context.db,
  settings,
  actor,
  now,
  httpRequestId: "r",
});
async function store(now = later(-10 * MINUTE_MS), values: Record<string, string> = {}) {
  const result = await storeRequest(context.db, { now, values });
  if (!result.ok) throw new Error(result.reason);
  return result.id;
}
type Logged = Partial<LogAttemptInput> & { now?: Date; actor?: string };
const log = (requestId: string, { now, actor, ...attempt }: Logged = {}) =>
  logAttempt(actionContext(now, actor), {
    requestId,
    channel: "call",
    result: "no-answer",
    ...attempt,
  } as LogAttemptInput);

const readRequest = async (id: string) =>
  (
    await queryRows(
      context.db,
      `select status, first_attempt_at, first_response_minutes, last_attempt_at, attempt_count,
         return_due_at, returned_at
       from service_requests where id = $1`,
      [id],
    )
  )[0];
const listStored = (id: string) =>
  queryRows(
    context.db,
    "select actor_id, at, channel, result, rule, reason from contact_attempts where request_id = $1 order by at, id",
    [id],
  );
const getTimeline = async (id: string) =>
  (await getRequestDetail(context.db, { id, formatEvent: () => undefined }))?.timeline.map(
    ({ text, by }) => [text, by],
  );

describe("an attempt", () => {
  test("is logged with its author, counts, stops the return timer and leaves the status", async () => {
    const id = await store();
    await context.db.$client.query(
      "update service_requests set return_due_at = $2, returned_at = $2 where id = $1",
      [id, NOON],
    );
    expect(await log(id)).toMatchObject({ ok: true, changed: null });
    expect(await listStored(id)).toEqual([
      {
        actor_id: ana,
        at: NOON,
        channel: "call",
        result: "no-answer",
        rule: null,
        reason: null,
      },
    ]);
    expect(await readRequest(id)).toEqual({
      status: "new",
      first_attempt_at: NOON,
      first_response_minutes: 10,
      last_attempt_at: NOON,
      attempt_count: 1,
      return_due_at: null,
      returned_at: null,
    });
    const second = later(3 * HOUR_MS);
    await log(id, { now: second, channel: "text", result: "sent" });
    expect(await readRequest(id)).toMatchObject({
      first_attempt_at: NOON,
      first_response_minutes: 10,
      last_attempt_at: second,
      attempt_count: 2,
    });
    expect(await getTimeline(id)).toEqual([
      ["Text sent", "Ana"],
      ["Call: no answer", "Ana"],
      ["Request received", null],
    ]);
  });

  test("that reached the customer makes a new request contacted, and a closed one stays closed", async () => {
    const id = await store();
    expect(await log(id, { result: "reached" })).toMatchObject({
      ok: true,
      changed: { id, from: "new", to: "contacted" },
    });
    expect(await readRequest(id)).toMatchObject({ status: "contacted" });
    expect(await getTimeline(id)).toContainEqual(["Status changed from New to Contacted", "Ana"]);
    await updateStatuses(actionContext(), { changes: [{ id, status: "closed" }] });
    expect(await log(id, { result: "reached" })).toMatchObject({ ok: true, changed: null });
    expect(await readRequest(id)).toMatchObject({ status: "closed" });
  });

  test("counts the first response in business hours only", async () => {
    // 11 PM in Atlanta; staff work from 7 AM to 9 PM.
    const id = await store(new Date("2026-05-04T03:00:00Z"));
    await log(id, { now: new Date("2026-05-04T12:30:00Z") });
    expect(await readRequest(id)).toMatchObject({ first_response_minutes: 90 });
  });

  test("of a request that was marked as contacted before does not make the first response later", async () => {
    const id = await store();
    await updateStatuses(actionContext(later(5 * MINUTE_MS)), {
      changes: [{ id, status: "contacted" }],
    });
    await log(id, { now: later(3 * HOUR_MS) });
    expect(await readRequest(id)).toMatchObject({ first_response_minutes: 15 });
  });

  test("outside the calling hours needs a reason, which is kept; without need none is", async () => {
    const night = new Date("2026-05-05T02:00:00Z"); // 10 PM in Atlanta
    const id = await store();
    expect(await log(id, { now: night })).toMatchObject({
      ok: false,
      reason: "reason-needed",
      needed: { rule: "hours", state: "GA" },
    });
    expect(await listStored(id)).toEqual([]);
    expect(await readRequest(id)).toMatchObject({ attempt_count: 0, first_attempt_at: null });
    expect(await log(id, { now: night, reason: "She asked for it" })).toMatchObject({ ok: true });
    await log(id, { reason: "Not needed" });
    expect(await listStored(id)).toMatchObject([
      { rule: null, reason: null },
      { rule: "hours", reason: "She asked for it" },
    ]);
    expect(await getTimeline(id)).toContainEqual([
      "Call: no answer, outside calling hours: She asked for it",
      "Ana",
    ]);
    // Emails have no hours.
    expect(await log(id, { now: night, channel: "email", result: "sent" })).toMatchObject({
      ok: true,
    });
  });

  test("is judged by when it was dialed", async () => {
    const id = await store();
    const dialed = new Date("2026-05-05T00:58:00Z"); // 8:58 PM in Atlanta
    const now = later(6 * MINUTE_MS, dialed);
    expect(await log(id, { now, dialedAt: dialed.getTime() })).toMatchObject({ ok: true });
    expect(await listStored(id)).toMatchObject([{ at: dialed, rule: null }]);
    // One that is said to have been dialed hours ago, or later, counts as made now.
    for (const dialedAt of [later(-DAY_MS, now).getTime(), later(HOUR_MS, now).getTime()])
      expect(await log(id, { now, dialedAt })).toMatchObject({ reason: "reason-needed" });
  });

  test("is the fourth call or text to this person in 24 hours only with a reason", async () => {
    const first = await store();
    const second = await store();
    await log(first);
    await log(second, { now: later(HOUR_MS), channel: "text", result: "sent" });
    await log(first, { now: later(2 * HOUR_MS), channel: "email", result: "sent" });
    await log(second, { now: later(2 * HOUR_MS), result: "voicemail" });
    const now = later(3 * HOUR_MS);
    expect(await log(first, { now })).toMatchObject({
      reason: "reason-needed",
      needed: { rule: "cap", statute: "Our own policy" },
    });
    expect(await log(first, { now, reason: "They called us back" })).toMatchObject({ ok: true });
    const nextDay = later(DAY_MS + 1.5 * HOUR_MS);
    expect(await log(first, { now: nextDay })).toMatchObject({ ok: true });
    const other = await store(undefined, { phone: "(404) 555-0199" });
    expect(await log(other, { now })).toMatchObject({ ok: true });
  });

  test("counts with those of merged requests, whatever their numbers, and of who has one of these", async () => {
    const [p1, p2, e1] = ["(404) 555-0191", "(404) 555-0192", "e1@example.com"];
    const a = await store(undefined, { phone: p1, email: e1 });
    const b = await store(undefined, { phone: p2, email: e1 });
    const c = await store(undefined, { phone: p2, email: "e2@example.com" });
    const other = await store(undefined, { phone: p1, email: "e3@example.com" });
    for (const id of [a, b, other]) await log(id);
    // A request that somebody tried is not merged into one that nobody handled.
    await queryRows(
      context.owner,
      "update service_requests set status = 'contacted' where id = $1",
      [c],
    );
    for (const [sourceId, targetId] of [
      [a, b],
      [b, c],
    ] as const)
      expect(await mergeRequests(actionContext(), { sourceId, targetId })).toMatchObject({
        ok: true,
      });
    expect(await log(c, { now: later(HOUR_MS) })).toMatchObject({
      reason: "reason-needed",
      needed: { rule: "cap" },
    });
  });

  test("of two at once, only one takes the last place under the cap", async () => {
    const [first, second] = [await store(), await store()];
    await log(first);
    await log(second);
    const results = await Promise.all([log(first), log(second), log(first), log(second)]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("is refused for a person who opted out, an erased or a missing request", async () => {
    const id = await store();
    await suppressContact(context.db, {
      phone: "+14045550123",
      source: "test",
      now: NOON,
      contactKeys,
    });
    for (const attempt of [{}, { reason: "They asked" }, { channel: "email", result: "sent" }])
      expect(await log(id, attempt as Logged)).toEqual({ ok: false, reason: "opted-out" });
    await withTransaction(context.db, (tx) => eraseRequestFields(tx, [id]));
    expect(await log(id)).toEqual({ ok: false, reason: "not-found" });
    expect(await log(randomUUID())).toEqual({ ok: false, reason: "not-found" });
  });

  test("that is sent twice is logged once", async () => {
    const id = await store();
    const attemptId = randomUUID();
    for (const _ of [1, 2])
      expect(await log(id, { attemptId })).toMatchObject({ ok: true, attemptId });
    expect(await listStored(id)).toHaveLength(1);
    expect(await readRequest(id)).toMatchObject({ attempt_count: 1 });
  });

  test("leaves no reason in the audit log, and none after an erasure", async () => {
    const id = await store();
    const night = new Date("2026-05-05T02:00:00Z");
    await log(id, { now: night, reason: "Her mother is ill" });
    expect(
      await queryRows(
        context.db,
        "select changes from audit_log where action = 'attempt' and entity_id = $1",
        [id],
      ),
    ).toMatchObject([{ changes: { channel: "call", result: "no-answer", rule: "hours" } }]);
    await withTransaction(context.db, (tx) => eraseRequestFields(tx, [id]));
    expect(await listStored(id)).toMatchObject([{ rule: "hours", reason: "Erased" }]);
    const { rows } = await context.db.$client.query("select changes::text from audit_log");
    expect(JSON.stringify(rows)).not.toContain("mother");
  });
});

describe("undo", () => {
  const undo = (
    requestId: string,
    attemptId: string,
    { now = later(MINUTE_MS), actor = ana } = {},
  ) => undoAttempt(actionContext(now, actor), { requestId, attemptId });
  const logFor = async (requestId: string, options: Logged = {}) => {
    const logged = await log(requestId, options);
    if (!logged.ok) throw new Error(logged.reason);
    return logged.attemptId;
  };

  test("restores every column, and the status that the attempt had changed", async () => {
    const id = await store();
    await context.db.$client.query(
      "update service_requests set assignee_id = $2, return_due_at = $3 where id = $1",
      [id, ana, later(HOUR_MS)],
    );
    const before = await readRequest(id);
    const attemptId = await logFor(id, { result: "reached" });
    expect(await undo(id, attemptId)).toEqual({
      ok: true,
      changed: { id, from: "contacted", to: "new" },
    });
    expect(await readRequest(id)).toEqual(before);
    expect(await listStored(id)).toEqual([]);
    expect(
      await queryRows(
        context.db,
        "select action from audit_log where action like 'attempt%' and entity_id = $1 order by at, id",
        [id],
      ),
    ).toEqual([{ action: "attempt" }, { action: "attempt-undone" }]);
  });

  test("keeps a status that somebody changed since, and the timer of another assignment", async () => {
    const id = await store();
    await context.db.$client.query(
      "update service_requests set assignee_id = $2, return_due_at = $3 where id = $1",
      [id, ana, later(HOUR_MS)],
    );
    const attemptId = await logFor(id, { result: "reached" });
    const byBen = actionContext(later(MINUTE_MS), ben);
    await updateStatuses(byBen, { changes: [{ id, status: "new" }] });
    await updateStatuses(byBen, { changes: [{ id, status: "contacted" }] });
    await assignRequest(byBen, { id, assigneeId: ben });
    await context.db.$client.query("update service_requests set return_due_at = null");
    expect(await undo(id, attemptId, { now: later(2 * MINUTE_MS) })).toEqual({
      ok: true,
      changed: null,
    });
    expect(await readRequest(id)).toMatchObject({
      status: "contacted",
      return_due_at: null,
      attempt_count: 0,
    });
  });

  test("leaves the times of the other attempts", async () => {
    const id = await store();
    const attemptId = await logFor(id);
    const second = later(5 * MINUTE_MS);
    await log(id, { now: second });
    await undo(id, attemptId, { now: later(6 * MINUTE_MS) });
    expect(await readRequest(id)).toMatchObject({
      first_attempt_at: second,
      first_response_minutes: 15,
      last_attempt_at: second,
      attempt_count: 1,
    });
  });

  test("of a misclick leaves the first response to a later attempt", async () => {
    const id = await store();
    const attemptId = await logFor(id, { now: later(-5 * MINUTE_MS), result: "reached" });
    await undo(id, attemptId, { now: later(-4 * MINUTE_MS) });
    await log(id, { now: later(3 * HOUR_MS) });
    expect(await readRequest(id)).toMatchObject({ first_response_minutes: 190 });
  });

  test("is for the author, for some minutes, and once", async () => {
    const id = await store();
    const attemptId = await logFor(id);
    expect(await undo(id, attemptId, { actor: ben })).toEqual({ ok: false, reason: "not-found" });
    expect(await undo(id, attemptId, { now: later(11 * MINUTE_MS) })).toEqual({
      ok: false,
      reason: "too-late",
    });
    expect(await undo(await store(), attemptId)).toEqual({ ok: false, reason: "not-found" });
    expect(await undo(id, attemptId)).toMatchObject({ ok: true });
    expect(await undo(id, attemptId)).toEqual({ ok: false, reason: "not-found" });
  });
});

test("a wrong number stays one until the customer changes it or is reached, or the attempt is undone", async () => {
  const id = await store();
  const sameNumber = await store();
  const other = await store(undefined, { phone: "(404) 555-0199" });
  const listWrong = async () => {
    const rows = await readListedRows(context.db, [id, sameNumber, other]);
    const detail = await getRequestDetail(context.db, { id, formatEvent: () => undefined });
    expect(detail?.request.isWrongNumber).toBe(rows[0]?.isWrongNumber);
    return rows.map(({ isWrongNumber }) => isWrongNumber);
  };
  const logWrong = async (now: Date) => {
    const logged = await log(id, { now, result: "wrong-number" });
    return logged.ok ? logged.attemptId : "";
  };
  expect(await listWrong()).toEqual([false, false, false]);
  const attemptId = await logWrong(NOON);
  expect(await listWrong()).toEqual([true, true, false]);
  await undoAttempt(actionContext(later(MINUTE_MS)), { requestId: id, attemptId });
  expect(await listWrong()).toEqual([false, false, false]);
  await logWrong(later(HOUR_MS));
  await context.db.$client.query(
    `insert into request_events (id, request_id, at, kind, detail)
     values (gen_random_uuid(), $1, $2, 'phone-changed', '{}')`,
    [id, later(2 * HOUR_MS)],
  );
  expect(await listWrong()).toEqual([false, false, false]);
  await logWrong(later(3 * HOUR_MS));
  expect(await listWrong()).toEqual([true, true, false]);
  await log(id, { now: later(DAY_MS + 4 * HOUR_MS), result: "reached" });
  expect(await listWrong()).toEqual([false, false, false]);
});

describe("the call in which a customer answered to staff", () => {
  const answer = (requestId: string, result: "reached" | "no-answer", now = NOON) =>
    withTransaction(context.db, (tx) =>
      logAnswerCall(tx, actionContext(now), { requestId, result, site: siteSettings }),
    );

  test("is an attempt, unless its author has just logged one", async () => {
    const id = await store();
    await answer(id, "no-answer");
    expect(await listStored(id)).toMatchObject([{ actor_id: ana, result: "no-answer" }]);
    await answer(id, "reached", later(20 * MINUTE_MS));
    expect(await listStored(id)).toHaveLength(1);
    await answer(id, "reached", later(40 * MINUTE_MS));
    expect(await listStored(id)).toMatchObject([{ result: "no-answer" }, { result: "reached" }]);
    expect(await readRequest(id)).toMatchObject({ status: "contacted", attempt_count: 2 });
  });

  test("makes a request contacted that its author has just logged as not reached", async () => {
    const id = await store();
    await log(id);
    await answer(id, "reached", later(10 * MINUTE_MS));
    expect(await readRequest(id)).toMatchObject({ status: "contacted", attempt_count: 1 });
  });

  test("is logged at night too, with how it was logged", async () => {
    const id = await store();
    await answer(id, "reached", new Date("2026-05-05T02:00:00Z"));
    expect(await listStored(id)).toMatchObject([{ rule: "hours", reason: ANSWER_REASON }]);
  });
});

describe("a customer who asks on the phone to stop", () => {
  const NIGHT = new Date("2026-05-05T02:00:00Z"); // 10 PM in Atlanta
  const send = (fields: Record<string, string>, now = NOON) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: "asked-to-stop", ...fields }))
      form.set(name, value);
    expect(isSpokenStop(form)).toBe(true);
    const requestFeed = { publishChange() {} } as never;
    return handleSpokenStop({ ...actionContext(now), requestFeed, notifyOutbox() {} }, { form });
  };

  test("is opted out, and the call is logged, at any hour", async () => {
    const id = await store();
    expect(await send({ id }, NIGHT)).toMatchObject({ ok: true });
    expect(await readRequest(id)).toMatchObject({ status: "contacted", attempt_count: 1 });
    expect(await listStored(id)).toMatchObject([
      { actor_id: ana, channel: "call", result: "reached", rule: "hours", reason: STOP_REASON },
    ]);
    const detail = await getRequestDetail(context.db, { id, formatEvent: () => undefined });
    expect(detail?.request.isOptedOut).toBe(true);
    expect(await getTimeline(id)).toContainEqual([
      "The customer asked on the phone to stop all contact: do not call, text or email them",
      "Ana",
    ]);
    expect(
      await queryRows(context.db, "select kind, scope, source from suppressions order by kind"),
    ).toEqual([
      { kind: "email", scope: "all", source: "staff" },
      { kind: "phone", scope: "all", source: "staff" },
    ]);
    expect(
      await queryRows(
        context.db,
        "select actor from audit_log where action = 'stop-contact' order by at desc, id desc limit 1",
      ),
    ).toEqual([{ actor: ana }]);
    expect(await send({ id }, NIGHT)).toMatchObject({ reason: "opted-out" });
  });

  test("is refused where there is nothing to stop, and nothing is logged", async () => {
    const id = await store();
    await withTransaction(context.db, (tx) => eraseRequestFields(tx, [id]));
    expect(await send({ id })).toMatchObject({ reason: "not-found" });
    const other = await store();
    await context.db.$client.query(
      "update service_requests set phone_hash = null, email_hash = null where id = $1",
      [other],
    );
    expect(await send({ id: other })).toMatchObject({ reason: "no-contact" });
    expect(await send({ id: "1" })).toMatchObject({ reason: "fields" });
    expect(await listStored(other)).toEqual([]);
  });

  test("may have been called just before, which is still logged", async () => {
    const id = await store();
    await send({ id });
    const now = later(5 * MINUTE_MS);
    const dial = (at: Date) =>
      log(id, { now, channel: "text", result: "sent", dialedAt: at.getTime() });
    expect(await dial(later(MINUTE_MS))).toEqual({ ok: false, reason: "opted-out" });
    expect(await log(id, { now })).toEqual({ ok: false, reason: "opted-out" });
    expect(await dial(later(-MINUTE_MS))).toMatchObject({ ok: true });
  });
});

/** Stores an automatic text about a request. */
async function insertText(requestId: string, handedOverAt: Date) {
  const offerId = randomUUID();
  const providerId = randomUUID();
  await context.db.$client.query(
    `insert into providers (id, company_name, contact_name, phone, verification_status, created_at)
     values ($1, 'Peach', 'Pat', '4045550100', 'verified', $2)`,
    [providerId, NOON],
  );
  await context.db.$client.query(
    `insert into offers (id, request_id, provider_id, state, token_hash, cost, offered_by, created_at, expires_at)
     values ($1, $2, $3, 'open', 'none', 1, 'test', $4, $4)`,
    [offerId, requestId, providerId, NOON],
  );
  await context.db.$client.query(
    `insert into customer_texts (id, request_id, offer_id, next_attempt_at, created_at, handed_over_at)
     values (gen_random_uuid(), $1, $2, $3, $3, $3)`,
    [requestId, offerId, handedOverAt],
  );
}

test("texts that were sent automatically count with what staff logged", async () => {
  const id = await store();
  await log(id);
  await insertText(id, later(MINUTE_MS));
  // For another request of the same person too, which nobody has tried.
  for (const requestId of [id, await store()]) {
    const since = later(-DAY_MS);
    const times = await listAttemptTimes.rows(context.db, { requestIds: [requestId], since });
    expect(times.map(({ at }) => at)).toEqual([NOON, later(MINUTE_MS)]);
  }
});

test("a text alone, without any attempt, counts for all requests with the number", async () => {
  const [texted, other] = [await store(), await store()];
  await insertText(texted, NOON);
  const times = await listAttemptTimes.rows(context.db, {
    requestIds: [texted, other],
    since: later(-DAY_MS),
  });
  expect(times.map(({ requestId }) => requestId).toSorted()).toEqual([texted, other].toSorted());
});

test("the panel has the attempts, what counts for the cap, and when to call next", async () => {
  const id = await store();
  const app = { db: context.db, settings, now: () => later(MINUTE_MS) };
  expect(await loadAttempts(app, id)).toMatchObject({ attempts: [], recentAt: [], next: null });
  await log(id);
  expect(await loadAttempts(app, id)).toMatchObject({
    attempts: [{ channel: "call", result: "no-answer", actor: "Ana" }],
    places: [{ state: "GA" }, { state: "GA" }],
    recentAt: [NOON.getTime()],
    next: { text: "Try again today at 5:30 PM" },
  });
  expect(await loadAttempts(app, randomUUID())).toBeNull();
});

describe("the form", () => {
  const published: string[] = [];
  const adjusted: unknown[] = [];
  const send = (fields: Record<string, string>, now = NOON) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return handleAttemptForm(
      {
        ...actionContext(now),
        requestFeed: { publishChange: (id: string) => published.push(id) } as never,
        requestCounts: { adjust: (change: unknown) => adjusted.push(change) } as never,
      },
      { form },
    );
  };

  test("logs, tells the other portals, and can be undone", async () => {
    const id = await store();
    const logged = await send({ intent: "attempt", id, channel: "call", result: "reached" });
    expect(logged).toMatchObject({ ok: true, intent: "attempt", result: "reached" });
    const attemptId = logged.ok && logged.intent === "attempt" ? logged.attemptId : "";
    expect(await send({ intent: "undo-attempt", id, attemptId })).toEqual({
      ok: true,
      intent: "undo-attempt",
    });
    expect(published).toEqual([id, id]);
    expect(adjusted).toEqual([{ new: -1 }, { new: 1 }]);
  });

  test("says which rule needs a reason", async () => {
    const id = await store();
    const night = new Date("2026-05-05T02:00:00Z");
    const fields = { intent: "attempt", id, channel: "text", result: "sent" };
    expect(await send(fields, night)).toMatchObject({
      ok: false,
      reason: "reason-needed",
      needed: {
        rule: "hours",
        sentence:
          "It is 10:00 PM there. Calls and texts to Georgia are allowed from 8 AM to 9 PM today.",
      },
    });
    expect(await send({ ...fields, reason: "  " }, night)).toMatchObject({
      reason: "reason-needed",
    });
    expect(await send({ ...fields, reason: "They asked for it" }, night)).toMatchObject({
      ok: true,
    });
  });

  test.each([
    ["a result of another channel", { channel: "email", result: "reached" }],
    ["an unknown result", { channel: "call", result: "sent" }],
    ["a reason that is too long", { channel: "call", result: "reached", reason: "x".repeat(301) }],
    ["an unknown field", { channel: "call", result: "reached", actor: "somebody" }],
  ])("refuses %s", async (_name, fields) => {
    const id = await store();
    expect(await send({ intent: "attempt", id, ...fields } as never)).toMatchObject({
      ok: false,
      reason: "fields",
    });
    expect(await listStored(id)).toEqual([]);
  });
});

test("the first response is measured overall, by service and by hour of arrival", async () => {
  const arrive = async (minutes: number, { serviceType = "Plumbing", hour = 0 } = {}) => {
    const id = await store(later(-hour * HOUR_MS));
    await context.db.$client.query(
      "update service_requests set first_attempt_at = $2, first_response_minutes = $3, service_type = $4 where id = $1",
      [id, NOON, minutes, serviceType],
    );
    return id;
  };
  for (const minutes of [5, 10, 30]) await arrive(minutes);
  await arrive(60, { serviceType: "Roofing", hour: 3 });
  const old = await arrive(9_999);
  await context.db.$client.query(
    "update service_requests set first_attempt_at = $2 where id = $1",
    [old, later(-31 * DAY_MS)],
  );
  await store();
  const [snoozed, held, optedOut, erased] = [
    await store(),
    await store(),
    await store(later(MINUTE_MS)),
    await store(),
  ];
  const change = (id: string, text: string) => context.db.$client.query(text, [id]);
  await change(
    snoozed,
    "update service_requests set snoozed_until = '2100-01-01', snooze_kind = 'time' where id = $1",
  );
  await change(held, "update crm_outbox set state = 'held' where request_id = $1");
  await change(
    optedOut,
    "update service_requests set phone_hash = 'stop', email_hash = null where id = $1",
  );
  await change(
    optedOut,
    "insert into suppressions (id, kind, contact_hash, source, opted_out_at) select gen_random_uuid(), 'phone', phone_hash, 'test', created_at from service_requests where id = $1",
  );
  await change(erased, "update service_requests set body_hash = 'erased' where id = $1");
  const measured = await measureResponses(context.db, {
    now: later(HOUR_MS),
    timeZone: "America/New_York",
  });
  expect(measured).toMatchObject({
    overall: { requests: 4, median: 20 },
    byService: [
      { service: "Plumbing", requests: 3, median: 10 },
      { service: "Roofing", requests: 1, median: 60, p90: 60 },
    ],
    byHour: [
      { hour: 9, requests: 1 },
      { hour: 12, requests: 3 },
    ],
    waiting: 1,
  });
  expect(measured.overall?.p90).toBeCloseTo(51);
});
