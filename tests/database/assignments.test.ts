import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { endOfferOfClosed } from "#app/features/offers/customer/cancel-request.server.ts";
import { handleAssignmentForm } from "#app/features/requests/assignments/actions.server.ts";
import { getAlarmSummary, takeOver } from "#app/features/requests/assignments/alarms.server.ts";
import { assignRequest } from "#app/features/requests/assignments/assign-request.server.ts";
import { formatAssignmentEvent } from "#app/features/requests/assignments/format-assignment-event.ts";
import {
  loadAllShifts,
  loadOnShift,
  loadOwnShifts,
} from "#app/features/requests/assignments/load-on-shift.server.ts";
import {
  getReturnSettings,
  saveReturnSettings,
} from "#app/features/requests/assignments/return-timer.server.ts";
import { saveShifts } from "#app/features/requests/assignments/save-shifts.server.ts";
import type { InboxAlert } from "#app/features/requests/assignments/schema.ts";
import { listAlertRecipients } from "#app/features/requests/assignments/shift-people.server.ts";
import { watchInbox } from "#app/features/requests/assignments/watch-inbox.server.ts";
import { handleRequestForm } from "#app/features/requests/inbox/actions.server.ts";
import { updateStatuses } from "#app/features/requests/inbox/mutations.server.ts";
import { ALARMS_CHANNEL } from "#app/features/requests/inbox/request-feed.server.ts";
import type { RequestStatus } from "#app/features/requests/inbox/schema.ts";
import { snoozeRequest } from "#app/features/requests/snooze/snooze-request.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { listen } from "#app/lib/listen.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { openTestDatabase, siteSettings } from "../factories.ts";
import { createInboxClock } from "../inbox-clock.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
const inbox = createInboxClock(() => context);

let ana: string;
let ben: string;
beforeEach(async () => {
  await inbox.clear();
  // A Tuesday; New York is four hours behind.
  inbox.setNow("2026-05-05T14:00:00Z");
  [ana, ben] = [await inbox.addPerson("Ana"), await inbox.addPerson("Ben")];
});

const assign = (id: string, assigneeId: string | null) =>
  assignRequest(inbox.act(ben), { id, assigneeId });
const setStatus = (id: string, status: RequestStatus) =>
  updateStatuses(inbox.act(ana), { changes: [{ id, status }] });
const optOut = (id: string, kind: "phone" | "email") =>
  inbox.run(
    `insert into suppressions (id, kind, contact_hash, source, opted_out_at) select gen_random_uuid(), '${kind}', ${kind}_hash, 'test', $2 from service_requests where id = $1`,
    [id, inbox.getNow()],
  );
const getDue = async (id: string) => (await inbox.readRequest(id)).return_due_at?.toISOString();
const watchAt = (at: string) => {
  inbox.setNow(at);
  return watchInbox(inbox.getApp());
};

describe("the return timer", () => {
  test("counts the office's hours, and those of emergencies for emergencies", async () => {
    inbox.setNow("2026-05-05T21:50:00Z"); // 5:50 PM
    const [plain, emergency] = [
      await inbox.receive(),
      await inbox.receive({ timeframe: "emergency" }),
    ];
    await assign(plain, ana);
    await assign(emergency, ana);
    expect(await getDue(plain)).toBe("2026-05-06T12:20:00.000Z");
    expect(await getDue(emergency)).toBe("2026-05-05T22:00:00.000Z");
  });

  test("has the minutes of the settings", async () => {
    const save = (values: Record<string, unknown>) =>
      saveReturnSettings(inbox.act(ana), { values: { emergencyReturnMinutes: "10", ...values } });
    expect(await save({ returnMinutes: "0" })).toMatchObject({ ok: false });
    expect(await save({ returnMinutes: "" })).toMatchObject({ ok: false });
    expect(await save({ returnMinutes: "45" })).toEqual({ ok: true, saved: ["returnMinutes"] });
    expect(await getReturnSettings(context.db)).toEqual({
      returnMinutes: 45,
      emergencyReturnMinutes: 10,
    });
    const id = await inbox.receive();
    await assign(id, ana);
    expect(await getDue(id)).toBe("2026-05-05T14:45:00.000Z");
  });

  test("runs only for a new request that nobody has tried", async () => {
    const [tried, contacted, optedOut] = [
      await inbox.receive(),
      await inbox.receive(),
      await inbox.receive(),
    ];
    await inbox.attempt(tried);
    await setStatus(contacted, "contacted");
    await optOut(optedOut, "phone");
    for (const id of [tried, contacted, optedOut]) {
      await assign(id, ana);
      expect(await getDue(id)).toBeUndefined();
    }
  });

  test("starts again for the next assignee, and stops when nobody has to try any more", async () => {
    const stops: Record<string, (id: string) => Promise<unknown>> = {
      attempt: inbox.attempt,
      unassigned: (id) => assign(id, null),
      contacted: (id) => setStatus(id, "contacted"),
      closed: (id) => setStatus(id, "closed"),
      snoozed: (id) => snoozeRequest(inbox.act(ana), { requestId: id, until: "customer" }),
      "opted out": (id) => optOut(id, "email"),
      "assignee deleted": () => inbox.run("delete from staff_users where id = $1", [ana]),
    };
    for (const [name, stop] of Object.entries(stops)) {
      const id = await inbox.receive();
      await assign(id, ben);
      inbox.setNow(new Date(inbox.getNow().getTime() + 5 * MINUTE_MS));
      await assign(id, ana);
      const due = new Date(inbox.getNow().getTime() + 30 * MINUTE_MS);
      expect(await getDue(id), name).toBe(due.toISOString());
      await stop(id);
      expect(await getDue(id), name).toBeUndefined();
    }
  });

  test("waits while the request is merged, and goes on after an undo", async () => {
    const [id, target] = [await inbox.receive(), await inbox.receive()];
    await assign(id, ana);
    const mergeInto = (into: string | null) =>
      inbox.run("update service_requests set merged_into_id = $2 where id = $1", [id, into]);
    await mergeInto(target);
    const due = await getDue(id);
    const late = new Date(new Date(due ?? "").getTime() + MINUTE_MS).toISOString();
    expect((await watchAt(late)).returned).toEqual([]);
    expect(await getDue(id)).toBe(due);
    await mergeInto(null);
    expect((await watchAt(late)).returned).toEqual([id]);
  });

  test("does not matter any more once staff say that they have contacted the customer", async () => {
    const id = await inbox.receive();
    await assign(id, ana);
    await watchAt("2026-05-05T14:30:00Z");
    expect(await inbox.readRequest(id)).toMatchObject({ returned_at: inbox.getNow() });
    await setStatus(id, "contacted");
    expect(await inbox.readRequest(id)).toMatchObject({ returned_at: null });
  });

  test("starts again where a request becomes new again, unless nobody may call any more", async () => {
    // The setting's default hours, which these are read from, do not matter here.
    for (const status of ["closed", "contacted"] as const) {
      const id = await inbox.receive();
      await assign(id, ana);
      await setStatus(id, status);
      expect(await getDue(id), status).toBeUndefined();
      await setStatus(id, "new");
      expect(await getDue(id), status).toBeDefined();
      await setStatus(id, status);
      await optOut(id, "phone");
      await setStatus(id, "new");
      expect(await getDue(id), status).toBeUndefined();
    }
    const tried = await inbox.receive();
    await assign(tried, ana);
    await inbox.attempt(tried);
    await setStatus(tried, "closed");
    await setStatus(tried, "new");
    expect(await getDue(tried)).toBeUndefined();
  });

  test("is given to whatever somebody has without one, but not to what is from long before", async () => {
    const [recent, old, oldSnoozed, demo, optedOut, tried] = await Promise.all(
      Array.from({ length: 6 }, () => inbox.receive()),
    );
    await inbox.run("update service_requests set assignee_id = $1", [ana]);
    await inbox.run(
      "update service_requests set created_at = created_at - interval '20 days' where id = any($1)",
      [[old, oldSnoozed]],
    );
    await inbox.run(
      "insert into request_events (id, request_id, at, kind, detail) values (gen_random_uuid(), $1, $2, 'snooze-ended', '{}')",
      [oldSnoozed, inbox.getNow()],
    );
    await inbox.run("update service_requests set is_demo = true where id = $1", [demo]);
    await optOut(optedOut ?? "", "email");
    await inbox.attempt(tried ?? "");
    const runs = await Promise.all(Array.from({ length: 3 }, () => watchInbox(inbox.getApp())));
    expect(runs.flatMap(({ timed }) => timed).toSorted()).toEqual([recent, oldSnoozed].toSorted());
    expect(await getDue(recent ?? "")).toBe("2026-05-05T14:30:00.000Z");
    expect((await watchInbox(inbox.getApp())).timed).toEqual([]);
  });

  test("ends the assignment, once, and says so in the timeline", async () => {
    const id = await inbox.receive();
    await handleAssignmentForm(inbox.act(ana), { form: formOf({ intent: "take", id }) });
    expect(await inbox.readRequest(id)).toMatchObject({ assignee_id: ana });
    expect((await watchAt("2026-05-05T14:29:59Z")).returned).toEqual([]);
    inbox.setNow("2026-05-05T14:30:00Z");
    const runs = await Promise.all(Array.from({ length: 4 }, () => watchInbox(inbox.getApp())));
    expect(runs.flatMap(({ returned }) => returned)).toEqual([id]);
    expect((await watchInbox(inbox.getApp())).returned).toEqual([]);
    expect(await inbox.readRequest(id)).toMatchObject({
      assignee_id: null,
      return_due_at: null,
      returned_at: inbox.getNow(),
    });
    const event = (await inbox.listEvents(id)).at(-1);
    expect(formatAssignmentEvent("returned", event?.detail ?? {})).toBe(
      "Returned: nobody tried to reach the customer within 30 minutes of the assignment to Ana",
    );
    const audit = await inbox.run(
      "select actor, changes from audit_log where action = 'returned' and entity_id = $1",
      [id],
    );
    expect(audit).toEqual([
      { actor: "clock", changes: { assignee: { from: ana, to: null }, minutes: 30 } },
    ]);
    await assign(id, ben);
    expect(await inbox.readRequest(id)).toMatchObject({ returned_at: null });
  });

  test("queues what an alert causes in the same transaction", async () => {
    const id = await inbox.receive();
    await assign(id, ana);
    inbox.setNow("2026-05-05T14:30:00Z");
    const fail = watchInbox(inbox.getApp(), {
      onAlert: () => Promise.reject(new Error("the queue is full")),
    });
    await expect(fail).rejects.toThrow("the queue is full");
    expect(await inbox.readRequest(id)).toMatchObject({ assignee_id: ana });
    const alerts: InboxAlert[] = [];
    await watchInbox(inbox.getApp(), { onAlert: async (_tx, alert) => void alerts.push(alert) });
    expect(alerts).toEqual([{ kind: "returned", requestIds: [id], userIds: [ana, ben] }]);
  });
});

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const countAlarms = async () => {
  const { emergencies, returned, waiting } = await getAlarmSummary(context.db);
  return [emergencies, returned, waiting];
};

test("a whole day with shifts: what is returned when, who is alerted, and when nobody is there", async () => {
  // Ana from 8 AM to noon, Ben from 1 PM to 5 PM; the office is open until 6 PM.
  await inbox.addDailyShift(ana, 8, 12);
  await inbox.addDailyShift(ben, 13, 17);
  const everybody = [ana, ben];

  inbox.setNow("2026-05-05T06:00:00Z"); // 2 AM
  const [night, nightEmergency] = [
    await inbox.receive(),
    await inbox.receive({ timeframe: "Emergency" }),
  ];
  expect(await watchAt("2026-05-05T06:04:59Z")).toMatchObject({ raised: 0, alerts: [] });
  expect(await watchAt("2026-05-05T06:05:00Z")).toMatchObject({
    raised: 1,
    alerts: [{ kind: "emergency", requestIds: [nightEmergency], userIds: everybody }],
  });
  expect(await watchAt("2026-05-05T06:05:03Z")).toMatchObject({ raised: 0, alerts: [] });
  expect(await countAlarms()).toEqual([1, 0, 0]);
  expect(await watchAt("2026-05-05T11:59:57Z")).toMatchObject({ raised: 0, ended: 0 });

  // 8 AM: Ana comes, hears of the emergency, and takes both.
  expect(await watchAt("2026-05-05T12:00:00Z")).toMatchObject({
    ended: 1,
    alerts: [{ kind: "emergency", requestIds: [nightEmergency], userIds: [ana] }],
  });
  expect(await countAlarms()).toEqual([0, 0, 0]);
  await assign(nightEmergency, ana);
  await assign(night, ana);
  inbox.setNow("2026-05-05T12:02:00Z");
  await inbox.attempt(nightEmergency);
  inbox.setNow("2026-05-05T12:20:00Z");
  const morning = await inbox.receive();
  await assign(morning, ana);
  // 8:30 and 8:50 AM: she tried neither of the others.
  expect(await watchAt("2026-05-05T12:29:57Z")).toMatchObject({ returned: [] });
  expect(await watchAt("2026-05-05T12:50:00Z")).toMatchObject({
    returned: [night, morning],
    raised: 0,
    alerts: [{ kind: "returned", requestIds: [night, morning], userIds: [ana] }],
  });

  // Noon: nobody is on shift, so the returned ones alarm at once.
  expect(await watchAt("2026-05-05T15:59:57Z")).toMatchObject({ raised: 0 });
  expect(await watchAt("2026-05-05T16:00:00Z")).toMatchObject({
    raised: 2,
    alerts: [{ kind: "returned", requestIds: [night, morning], userIds: everybody }],
  });
  // 12:10 PM: another emergency, and a plain request; the emergency alarms after five minutes.
  inbox.setNow("2026-05-05T16:10:00Z");
  const lunch = await inbox.receive();
  const lunchEmergency = await inbox.receive({ timeframe: "emergency" });
  expect(await watchAt("2026-05-05T16:15:00Z")).toMatchObject({
    raised: 1,
    alerts: [{ kind: "emergency", requestIds: [lunchEmergency] }],
  });
  expect(await countAlarms()).toEqual([1, 2, 0]);
  // Somebody tries one of them from home: its alarm ends.
  await inbox.attempt(morning);
  expect(await watchAt("2026-05-05T16:20:00Z")).toMatchObject({ ended: 1, raised: 0, alerts: [] });

  // 1 PM: Ben comes and closes the emergency. The others wait for him without an alarm.
  expect(await watchAt("2026-05-05T17:00:00Z")).toMatchObject({
    ended: 2,
    alerts: [
      { kind: "emergency", requestIds: [lunchEmergency], userIds: [ben] },
      { kind: "returned", requestIds: [night], userIds: [ben] },
    ],
  });
  await updateStatuses(inbox.act(ben), { changes: [{ id: lunchEmergency, status: "closed" }] });
  await inbox.attempt(night);
  expect(await watchAt("2026-05-05T20:59:00Z")).toMatchObject({ raised: 0, ended: 0 });

  // 5 PM: Ben left; the request from lunch has waited for more than an hour.
  expect(await watchAt("2026-05-05T21:00:00Z")).toMatchObject({
    raised: 1,
    alerts: [{ kind: "waiting", requestIds: [lunch], userIds: everybody }],
  });
  expect(await countAlarms()).toEqual([0, 0, 1]);
  // 9 PM: the office is closed; a request that arrives now waits until it opens, without an alarm.
  await watchAt("2026-05-06T01:00:00Z");
  await inbox.attempt(lunch);
  await inbox.receive();
  expect(await watchAt("2026-05-06T01:00:03Z")).toMatchObject({ ended: 1, raised: 0 });
  expect(await watchAt("2026-05-06T06:00:00Z")).toMatchObject({ raised: 0 });
});

test("of two people who take a request at once, the second reads who has it", async () => {
  const id = await inbox.receive();
  const take = (person: string, from: string) =>
    handleAssignmentForm(inbox.act(person), { form: formOf({ intent: "take", id, from }) });
  const results = await Promise.all([take(ana, ""), take(ben, "")]);
  const { assignee_id: winner } = await inbox.readRequest(id);
  const isAnas = winner === ana;
  expect(results[isAnas ? 0 : 1]).toEqual({ ok: true, intent: "take" });
  expect(results[isAnas ? 1 : 0]).toEqual({
    ok: false,
    intent: "take",
    reason: "taken",
    message: `${isAnas ? "Ana" : "Ben"} took it just now.`,
  });
  expect((await inbox.listEvents(id)).filter(({ kind }) => kind === "assignee")).toHaveLength(1);

  // Whoever sees that a colleague has it, may take it from them.
  const other = isAnas ? ben : ana;
  expect(await take(other, winner ?? "")).toMatchObject({ ok: true });
  // Whoever takes what nobody has any more takes it from nobody.
  await assign(id, null);
  expect(await take(ana, other)).toMatchObject({ ok: true });
});

test("a choice among colleagues does not overwrite one that was made since", async () => {
  const id = await inbox.receive();
  await assign(id, ana);
  const choose = (fields: Record<string, string>) =>
    handleRequestForm(
      {
        ...inbox.getApp(),
        requestCounts: { get: async () => null, adjust() {} },
        notifyOutbox() {},
      },
      {
        form: formOf({ intent: "assign", id, ...fields }),
        endOffer: endOfferOfClosed,
        actor: ben,
        httpRequestId: "test",
      },
    );
  expect(await choose({ assigneeId: ben, from: "" })).toMatchObject({
    ok: false,
    reason: "taken",
    message: "Ana took it just now.",
  });
  expect(await inbox.readRequest(id)).toMatchObject({ assignee_id: ana });
  expect(await choose({ assigneeId: ben, from: ana })).toMatchObject({ ok: true });
});

describe("while nobody is on shift", () => {
  beforeEach(() => inbox.addDailyShift(ana, 8, 9));

  test("one person takes over for two hours, and what still waits then alarms again", async () => {
    const id = await inbox.receive({ timeframe: "emergency" });
    await watchAt("2026-05-05T14:05:00Z");
    const takeOverBy = (person: string) =>
      handleAssignmentForm(inbox.act(person), { form: formOf({ intent: "take-over" }) });
    expect(await takeOverBy(ben)).toEqual({ ok: true, intent: "take-over" });
    expect(await takeOverBy(ana)).toMatchObject({
      ok: false,
      message: "Somebody has taken over already.",
    });
    expect(await countAlarms()).toEqual([0, 0, 0]);
    expect(await loadOnShift(inbox.getApp())).toMatchObject({
      now: [{ name: "Ben", until: "12:05 PM" }],
      next: { name: "Ana", at: "tomorrow at 8 AM" },
    });
    expect(await watchAt("2026-05-05T16:04:57Z")).toMatchObject({ raised: 0 });
    expect(await watchAt("2026-05-05T16:05:00Z")).toMatchObject({
      alerts: [{ kind: "emergency", requestIds: [id], userIds: [ana, ben] }],
    });
  });

  test("every instance hears of alarms with the commit that raises or ends them", async () => {
    let heard = 0;
    const { promise: connected, resolve: connect } = Promise.withResolvers<void>();
    const listener = listen({
      url: async () => context.url,
      channels: [ALARMS_CHANNEL],
      onNotification: () => {
        heard += 1;
      },
      onConnect: connect,
      log: createLogger("silent"),
    });
    await connected;
    await inbox.receive({ timeframe: "emergency" });
    await watchAt("2026-05-05T14:05:00Z");
    await expect.poll(() => heard).toBe(1);
    await takeOver(inbox.act(ben));
    await expect.poll(() => heard).toBe(2);
    await listener.close();
  });

  test("requests that wait for nobody raise no alarm", async () => {
    const [held, optedOut, snoozed, demo, taken, old] = await Promise.all(
      Array.from({ length: 6 }, () => inbox.receive({ timeframe: "emergency" })),
    );
    const { run } = inbox;
    await run("update crm_outbox set state = 'held' where request_id = $1", [held]);
    await optOut(optedOut ?? "", "phone");
    await snoozeRequest(inbox.act(ana), { requestId: snoozed ?? "", until: "customer" });
    await run("update service_requests set is_demo = true where id = $1", [demo]);
    await run(
      "update service_requests set created_at = created_at - interval '8 days' where id = $1",
      [old],
    );
    inbox.setNow("2026-05-05T14:04:00Z");
    await assign(taken ?? "", ben);
    expect(await watchAt("2026-05-05T14:05:00Z")).toMatchObject({ raised: 0 });
    // Ben did not try within ten minutes.
    expect(await watchAt("2026-05-05T14:14:00Z")).toMatchObject({
      returned: [taken],
      alerts: [{ kind: "returned", requestIds: [taken] }],
    });
  });

  test("several instances raise one alarm", async () => {
    await inbox.receive({ timeframe: "emergency" });
    inbox.setNow("2026-05-05T14:05:00Z");
    const runs = await Promise.all(Array.from({ length: 4 }, () => watchInbox(inbox.getApp())));
    expect(runs.reduce((sum, { raised }) => sum + raised, 0)).toBe(1);
    expect(await countAlarms()).toEqual([1, 0, 0]);
  });

  test("an alert goes to everybody who is not away, and to really everybody where all are", async () => {
    const when = { now: inbox.getNow(), ...siteSettings };
    const away = (userId: string) =>
      inbox.run("insert into staff_availability (user_id, away_until) values ($1, $2)", [
        userId,
        "2026-05-06T12:00:00Z",
      ]);
    await away(ana);
    expect(await listAlertRecipients(context.db, when)).toEqual([ben]);
    await away(ben);
    expect(await listAlertRecipients(context.db, when)).toEqual([ana, ben]);
  });
});

test("without any shifts everybody counts during the office's hours", async () => {
  await inbox.receive();
  const emergency = await inbox.receive({ timeframe: "emergency" });
  expect(await watchAt("2026-05-05T21:59:00Z")).toMatchObject({ raised: 0, alerts: [] });
  // 6 PM: only emergencies count now.
  expect(await watchAt("2026-05-05T22:00:00Z")).toMatchObject({
    alerts: [{ kind: "emergency", requestIds: [emergency], userIds: [ana, ben] }],
  });
});

describe("shifts", () => {
  const save = (userId: string, fields: Record<string, string>) =>
    saveShifts(inbox.act(ana), { userId, form: formOf(fields) });

  test("are saved, replaced, and refused where they overlap", async () => {
    const monday = { "from-1-0": "09:00", "to-1-0": "17:00" };
    expect(await save(ana, { ...monday, awayUntil: "2026-05-07T08:00" })).toEqual({
      done: "Your shifts were saved.",
    });
    expect(await loadOwnShifts(inbox.getApp(), ana)).toMatchObject({
      shifts: [{ weekday: 1, from: 540, to: 1020 }],
      awayUntil: "2026-05-07T08:00",
    });
    expect(await save(ana, { ...monday, "from-1-1": "16:00", "to-1-1": "18:00" })).toHaveProperty(
      "errors.from-1-1",
    );
    expect(await save(ana, { awayUntil: "2026-05-05T09:59" })).toHaveProperty("errors.awayUntil");
    expect(await save(ana, { awayUntil: "2026-02-30T09:59" })).toHaveProperty("errors.awayUntil");
    await save(ana, { "from-2-0": "22:00", "to-2-0": "06:00" });
    expect(await loadAllShifts(inbox.getApp())).toMatchObject([
      { name: "Ana", shifts: [{ weekday: 2, from: 1320, to: 360 }], awayUntil: "" },
      { name: "Ben", shifts: [] },
    ]);
  });

  test("belong to people who work on requests", async () => {
    await inbox.run("update admin_users set role = 'reviewer' where user_id = $1", [ben]);
    expect(await save(ben, {})).toHaveProperty("failed");
    expect(await loadOwnShifts(inbox.getApp(), ben)).toBeNull();
  });
});
