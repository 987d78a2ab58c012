import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { handleAssignmentForm } from "#app/features/requests/assignments/actions.server.ts";
import { assignRequest } from "#app/features/requests/assignments/assign-request.server.ts";
import { watchInbox } from "#app/features/requests/assignments/watch-inbox.server.ts";
import { listInbox } from "#app/features/requests/inbox/inbox.server.ts";
import { updateStatuses } from "#app/features/requests/inbox/mutations.server.ts";
import { listRequests } from "#app/features/requests/inbox/queries.server.ts";
import { parseFilters } from "#app/features/requests/inbox/schema.ts";
import { formatSnoozeEvent } from "#app/features/requests/snooze/format-snooze-event.ts";
import { snoozeRequest } from "#app/features/requests/snooze/snooze-request.server.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/durations.ts";
import { listen } from "#app/lib/listen.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { openTestDatabase } from "../factories.ts";
import { createInboxClock } from "../inbox-clock.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
const inbox = createInboxClock(() => context);

let ana: string;
let id: string;
beforeEach(async () => {
  await inbox.clear();
  inbox.setNow("2026-05-05T14:00:00Z");
  ana = await inbox.addPerson("Ana");
  id = await inbox.receive();
});

const later = (ms: number) => new Date(inbox.getNow().getTime() + ms);
const snooze = (until: Date | "customer") =>
  snoozeRequest(inbox.act(ana), { requestId: id, until });
function submit(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ id, ...fields })) form.set(name, value);
  return handleAssignmentForm(inbox.act(ana), { form });
}
const getLastText = async () => {
  const last = (await inbox.listEvents(id)).at(-1);
  return formatSnoozeEvent(last?.kind ?? "", last?.detail ?? {});
};

test("lasts until a time of the business, and ends when staff say so", async () => {
  expect(await submit({ intent: "snooze", until: "2026-05-06T09:00" })).toMatchObject({ ok: true });
  expect(await inbox.readRequest(id)).toMatchObject({
    snoozed_until: new Date("2026-05-06T13:00:00Z"),
    snooze_kind: "time",
  });
  expect(await getLastText()).toBe("Snoozed until May 6, 2026, 9:00 AM (America/New York)");
  inbox.setNow("2026-05-05T15:00:00Z");
  expect(await submit({ intent: "end-snooze" })).toMatchObject({ ok: true });
  expect(await submit({ intent: "end-snooze" })).toMatchObject({ ok: true });
  expect(await inbox.readRequest(id)).toMatchObject({ snoozed_until: null, snooze_kind: null });
  expect((await inbox.listEvents(id)).map(({ kind }) => kind)).toEqual(["snoozed", "snooze-ended"]);
  expect(await getLastText()).toBe("Snooze ended");
});

test("is refused for the past, for too long, for closed requests, and for anything else", async () => {
  expect(await snooze(inbox.getNow())).toEqual({ ok: false, reason: "past" });
  expect(await snooze(later(60 * DAY_MS + 1))).toEqual({ ok: false, reason: "too-far" });
  expect(await snooze(later(60 * DAY_MS))).toEqual({ ok: true });
  for (const until of ["", "tomorrow", "2026-02-31T09:00", "2026-05-06T25:00", "2026-05-06"])
    expect(await submit({ intent: "snooze", until }), until).toMatchObject({ reason: "fields" });
  await updateStatuses(inbox.act(ana), { changes: [{ id, status: "closed" }] });
  // Closing ends it.
  expect(await inbox.readRequest(id)).toMatchObject({ snoozed_until: null, snooze_kind: null });
  expect(await snooze("customer")).toEqual({ ok: false, reason: "closed" });
});

test("ends at its time, once, and whoever has the request must try in time", async () => {
  await assignRequest(inbox.act(ana), { id, assigneeId: ana });
  await snooze(later(HOUR_MS));
  expect(await inbox.readRequest(id)).toMatchObject({ return_due_at: null });
  inbox.setNow("2026-05-05T14:59:59Z");
  expect((await watchInbox(inbox.getApp())).woken).toEqual([]);
  inbox.setNow("2026-05-05T15:00:00Z");
  const runs = await Promise.all(Array.from({ length: 3 }, () => watchInbox(inbox.getApp())));
  expect(runs.flatMap(({ woken }) => woken)).toEqual([id]);
  expect(await inbox.readRequest(id)).toMatchObject({
    snoozed_until: null,
    assignee_id: ana,
    return_due_at: new Date("2026-05-05T15:30:00Z"),
  });
  expect(await getLastText()).toBe("Snooze ended: its time came");
});

test("that the customer ends starts the return timer again, unless they said stop", async () => {
  await assignRequest(inbox.act(ana), { id, assigneeId: ana });
  for (const [statement, due] of [
    [message("customer"), new Date("2026-05-05T14:30:00Z")],
    [optOut("phone_hash"), null],
  ] as const) {
    await snooze("customer");
    await inbox.run(statement, [id]);
    const { timed } = await watchInbox(inbox.getApp());
    expect(timed).toEqual(due ? [id] : []);
    expect(await inbox.readRequest(id)).toMatchObject({ snoozed_until: null, return_due_at: due });
  }
});

test("of somebody who opted out ends at its time without a return timer", async () => {
  await assignRequest(inbox.act(ana), { id, assigneeId: ana });
  await inbox.run(optOut("phone_hash"), [id]);
  await snooze(later(HOUR_MS));
  inbox.setNow("2026-05-05T15:00:00Z");
  expect((await watchInbox(inbox.getApp())).woken).toEqual([id]);
  expect(await inbox.readRequest(id)).toMatchObject({ assignee_id: ana, return_due_at: null });
});

test("until the customer does something, it lasts two weeks at most", async () => {
  await snooze("customer");
  expect(await getLastText()).toBe("Snoozed until the customer does something, at most 14 days");
  inbox.setNow(later(14 * DAY_MS));
  await watchInbox(inbox.getApp());
  expect(await inbox.readRequest(id)).toMatchObject({ snoozed_until: null });
  expect(await getLastText()).toBe("Snooze ended: the customer did nothing for 14 days");
});

const event = (kind: string, detail = "{}", actor = "null") =>
  `insert into request_events (id, request_id, at, actor_id, kind, detail) values (gen_random_uuid(), $1, '2026-05-05T14:10:00Z', ${actor}, '${kind}', '${detail}')`;
const message = (author: string) =>
  `insert into request_messages (id, request_id, author, text, channel, created_at) values (gen_random_uuid(), $1, '${author}', 'Hello', 'page', '2026-05-05T14:10:00Z')`;
const optOut = (hash: string) =>
  `insert into suppressions (id, kind, contact_hash, source, opted_out_at) select gen_random_uuid(), 'phone', ${hash}, 'text', '2026-05-05T14:10:00Z' from service_requests where id = $1`;

test.each([
  ["a message", message("customer")],
  ["a message from another address", message("unknown")],
  [
    "a photo",
    "insert into request_photos (id, request_id, image, thumbnail, width, height, created_at) values (gen_random_uuid(), $1, '', '', 1, 1, '2026-05-05T14:10:00Z')",
  ],
  [
    "times for a visit",
    "insert into request_windows (id, request_id, starts_at, ends_at, created_at) values (gen_random_uuid(), $1, now(), now(), '2026-05-05T14:10:00Z')",
  ],
  ["times that are taken back", event("visit-windows")],
  ["a removed photo", event("photo-removed")],
  ["a correction", event("corrected")],
  ["another phone number", event("phone-changed")],
  ["a yes", event("offer-released", '{"by": "customer"}')],
  ["a no", event("offer-refused", '{"by": "customer"}')],
  [
    "a stop of one company",
    `with company as (
       insert into providers (id, company_name, contact_name, phone, created_at)
       values (gen_random_uuid(), 'Peach', 'Pat', '4045550100', now()) returning id
     )
     insert into provider_opt_outs (id, provider_id, contact_hash, source, opted_out_at)
     select gen_random_uuid(), company.id, phone_hash, 'my-request', '2026-05-05T14:10:00Z'
     from service_requests r, company where r.id = $1`,
  ],
  ["a moved visit", event("visit-moved", '{"by": "customer"}')],
  ["a canceled visit", event("visit-canceled", '{"by": "customer"}')],
  [
    "the wish to be erased",
    "insert into customer_codes (id, request_id, created_at, expires_at) values (gen_random_uuid(), $1, '2026-05-05T14:10:00Z', now())",
  ],
  ["a stop by phone number", optOut("phone_hash")],
  ["a stop by email address", optOut("email_hash")],
])("%s of the customer ends a snooze", async (_name, statement) => {
  await snooze(later(HOUR_MS));
  await inbox.run(statement, [id]);
  expect(await inbox.readRequest(id)).toMatchObject({ snoozed_until: null, snooze_kind: null });
  const ends = (await inbox.listEvents(id)).filter(({ kind }) => kind === "snooze-ended");
  expect(ends).toMatchObject([
    { at: new Date("2026-05-05T14:10:00Z"), detail: { by: "customer" } },
  ]);
});

test.each([
  ["by the link in the mail", "null"],
  ["by phone, as staff recorded it", "gen_random_uuid()"],
])("a professional who accepts %s ends a snooze", async (_name, actor) => {
  await snooze(later(HOUR_MS));
  await inbox.run(event("offer-accepted", "{}", actor), [id]);
  expect(await inbox.readRequest(id)).toMatchObject({ snoozed_until: null, snooze_kind: null });
  const ended = (await inbox.listEvents(id)).find(({ kind }) => kind === "snooze-ended");
  expect(formatSnoozeEvent("snooze-ended", ended?.detail ?? {})).toBe(
    "Snooze ended: a professional accepted the request",
  );
});

test("until the customer does something does not hide a customer whom staff have to ask", async () => {
  const company =
    "insert into providers (id, company_name, contact_name, phone, created_at) values (gen_random_uuid(), 'Peach', 'Pat', '4045550100', now()) returning id";
  await inbox.run(
    `with company as (${company})
     insert into offers (id, request_id, provider_id, state, token_hash, cost, offered_by, staff_call_due_at, created_at, expires_at)
     select gen_random_uuid(), $1, company.id, 'accepted', 'hash', 0, 'test', $2, $2, $2 from company`,
    [id, later(HOUR_MS)],
  );
  const listWaiting = async () => {
    const options = { userId: ana, now: inbox.getNow() };
    const filters = parseFilters(new URLSearchParams({ view: "waiting" }));
    const { rows } = await listRequests(context.db, { filters, ...options });
    const groups = await listInbox(context.db, options);
    return [rows.map((row) => row.id), groups.map(({ group }) => group)];
  };
  await snooze("customer");
  // Until then the customer can answer the mail.
  expect(await listWaiting()).toEqual([[], []]);
  inbox.setNow(later(HOUR_MS));
  expect(await listWaiting()).toEqual([[id], ["waiting"]]);
  await snooze(later(HOUR_MS));
  expect(await listWaiting()).toEqual([[], []]);
});

test.each([
  ["a message of staff", message("staff")],
  ["a message of a provider", message("provider")],
  ["a note of staff about an answer", event("offer-released", "{}", "gen_random_uuid()")],
  ["a visit that a provider moved", event("visit-moved", '{"by": "provider"}')],
  ["an offer that expired", event("offer-expired", '{"by": "clock"}')],
  ["a company without verification", event("offer-refused", '{"by": "clock"}')],
  ["a stop of somebody else", optOut("'another'")],
  ["an entry of the CRM", event("crm-updated")],
])("%s does not end a snooze", async (_name, statement) => {
  await snooze("customer");
  await inbox.run(statement, [id]);
  expect(await inbox.readRequest(id)).toMatchObject({ snooze_kind: "customer" });
});

test("the open portals hear of a snooze that the customer ended", async () => {
  const changed: string[] = [];
  let connected = () => {};
  const connection = new Promise<void>((resolve) => {
    connected = resolve;
  });
  const listener = listen({
    url: async () => context.url,
    channels: ["request_changed"],
    onNotification: (_channel, payload) => void changed.push(payload),
    onConnect: () => connected(),
    log: createLogger("silent"),
  });
  await connection;
  await inbox.run(message("customer"), [id]);
  await snooze("customer");
  await inbox.run(message("customer"), [id]);
  await expect.poll(() => changed).toEqual([id]);
  await listener.close();
});
