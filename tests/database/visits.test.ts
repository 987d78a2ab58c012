import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { checkLedger, postCredits } from "#app/features/billing/ledger.server.ts";
import { closeMailTransports } from "#app/features/mail/send-mail.server.ts";
import { APPROVED_BY_CUSTOMER } from "#app/features/offers/constants.ts";
import { cancelRequest } from "#app/features/offers/customer/cancel-request.server.ts";
import { mailApprovals } from "#app/features/offers/customer/mail-approvals.server.ts";
import { offerMailKinds } from "#app/features/offers/customer/mail-kinds.server.ts";
import { formatOfferEvent } from "#app/features/offers/format-offer-event.ts";
import { createOffer, recordProviderAnswer } from "#app/features/offers/mutations.server.ts";
import { recordCustomerAnswer } from "#app/features/offers/record-customer-answer.server.ts";
import { getOfferView } from "#app/features/offers/view-offer.server.ts";
import { changeVisit } from "#app/features/offers/visits/change-visit.server.ts";
import { MAILED_VISIT_EVENTS, VISIT_MAIL } from "#app/features/offers/visits/constants.ts";
import { saveWindows } from "#app/features/offers/visits/save-windows.server.ts";
import type { SlotChoice } from "#app/features/offers/visits/slots.ts";
import { mailVisits } from "#app/features/offers/visits/visit-mails.server.ts";
import { listUnnotifiedChanges } from "#app/features/offers/visits/visits.sql.ts";
import { sendDueMails } from "#app/features/requests/customer/mails/send-due-mails.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { parseCalendar } from "../calendar.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";
import { buildMailApp } from "../mail-app.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let smtp: SmtpFake;
let clock: Date;
const db = () => (context as NonNullable<typeof context>).db;
// Erasure uses the clock of the database.
const start = new Date();
const dayAhead = (days: number) =>
  new Date(start.getTime() + days * DAY_MS).toISOString().slice(0, 10);
/** A day ahead where the job is. */
const easternDay = (days: number) =>
  new Date(Date.parse(toBusinessDay(start, "America/New_York")) + days * DAY_MS)
    .toISOString()
    .slice(0, 10);
const [tomorrow, later] = [dayAhead(1), dayAhead(2)];
const EMPTY: SlotChoice = { day: "", start: "" };

beforeEach(async () => {
  clock = start;
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
  smtp = await startSmtp();
});
afterEach(async () => {
  closeMailTransports();
  await smtp.close();
});
afterAll(() => context?.close());

const act = (actor = "customer") => ({ db: db(), actor, now: clock });
const app = () => buildMailApp({ db: db(), now: () => clock, env: { SMTP_URL: smtp.url } });
const sendMails = async () => {
  await sendDueMails(app(), { kinds: offerMailKinds });
  await mailApprovals(app());
  await mailVisits(app());
};
/** The mails to an address, with their decoded calendar files. */
const listMails = (to: string) =>
  smtp.mails
    .filter((mail) => mail.to.includes(to))
    .map(({ data }) => ({
      data,
      subject: /^Subject: (.*)$/m.exec(data)?.[1]?.trim() ?? "",
      calendar: readCalendar(data),
    }));
function readCalendar(data: string) {
  const part = data.split(/^--.*$/m).find((text) => /Content-Type: text\/calendar/.test(text));
  if (!part) return null;
  const [head = "", ...rest] = part.trim().split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  return parseCalendar(
    /base64/i.test(head) ? Buffer.from(body, "base64").toString() : `${body.trim()}\r\n`,
  );
}

async function addProvider(name = "Peach Plumbing"): Promise<string> {
  const id = randomUUID();
  await db().$client.query(
    `insert into providers (id, company_name, contact_name, contact_email, phone, verification_status, service_area_zips, created_at)
     values ($1, $2, 'Pat', 'pat@provider.example', '4045550100', 'verified', '{30301}', $3)`,
    [id, name, start],
  );
  await withTransaction(db(), (tx) =>
    postCredits(tx, {
      kind: "adjustment",
      providerId: id,
      amount: 5_000,
      actor: "test",
      now: start,
    }),
  );
  return id;
}
async function addRequest(email = "jordan@example.com") {
  const stored = await storeRequest(db(), { now: start, values: { email } });
  if (!stored.ok) throw new Error(stored.reason);
  return stored.id;
}
const choose = (requestId: string, ...choices: SlotChoice[]) =>
  saveWindows(act(), { requestId, choices });
const listWindowIds = async (requestId: string) =>
  (
    await queryRows<{ id: string }>(
      db(),
      "select id from request_windows where request_id = $1 order by starts_at",
      [requestId],
    )
  ).map(({ id }) => id);
async function offerTo(requestId: string, providerId: string) {
  const offer = await createOffer(act("staff"), {
    serviceRequestId: requestId,
    providerId,
    cost: 25,
  });
  if (!offer.ok) throw new Error(offer.reason);
  return offer;
}
const accept = (token: string, windowId?: string | null) =>
  recordProviderAnswer(act(), { token, accept: true, windowId });
const sayYes = (offerId: string) =>
  recordCustomerAnswer(act(APPROVED_BY_CUSTOMER), { offerId, answer: "yes" });
const listVisits = () =>
  queryRows<{ state: string; starts_at: Date; sequence: number }>(
    db(),
    "select state, starts_at, sequence from appointments order by created_at, id",
  );
const getCredits = async (id: string) =>
  Number(
    (
      await queryRows<{ credits: string }>(db(), "select credits from providers where id = $1", [
        id,
      ])
    )[0]?.credits,
  );
const getView = (token: string) =>
  getOfferView(db(), { token, now: clock, timeZone: "America/New_York" });
const listTimeline = async () =>
  (
    await queryRows<{ kind: string; detail: Record<string, unknown> }>(
      db(),
      "select kind, detail from request_events order by at, id",
    )
  ).map(({ kind, detail }) => formatOfferEvent(kind, detail));

/** A request with a booked visit of tomorrow at 2 PM. */
async function bookVisit() {
  const providerId = await addProvider();
  const requestId = await addRequest();
  await choose(requestId, { day: tomorrow, start: "14" });
  const offer = await offerTo(requestId, providerId);
  const [windowId] = await listWindowIds(requestId);
  expect(await accept(offer.token, windowId)).toMatchObject({ ok: true });
  expect(await sayYes(offer.offerId)).toEqual({ ok: true });
  return { ...offer, providerId, requestId };
}

describe("the customer's times", () => {
  test("are replaced at once, and are in timeline and audit log", async () => {
    const requestId = await addRequest();
    expect(
      await choose(requestId, { day: tomorrow, start: "8" }, EMPTY, { day: later, start: "18" }),
    ).toEqual({ ok: true, count: 2 });
    expect(await choose(requestId, { day: later, start: "10" })).toEqual({ ok: true, count: 1 });
    const saved = await listWindowIds(requestId);
    expect(saved).toHaveLength(1);
    // The same again changes nothing, so a provider who is choosing keeps what they see.
    expect(await choose(requestId, { day: later, start: "10" })).toEqual({ ok: true, count: 1 });
    expect(await listWindowIds(requestId)).toEqual(saved);
    expect(await choose(requestId)).toEqual({ ok: true, count: 0 });
    expect(await listWindowIds(requestId)).toEqual([]);
    const timeline = await listTimeline();
    expect(timeline[0]).toMatch(
      /^The customer chose times for a visit: .*8 to 10 AM Eastern Time; /,
    );
    expect(timeline.at(-1)).toBe("The customer took back the times for a visit");
    expect(
      await queryRows(
        db(),
        "select changes from audit_log where action = 'save-windows' order by id",
      ),
    ).toEqual([
      { changes: { windows: 2 } },
      { changes: { windows: 1 } },
      { changes: { windows: 0 } },
    ]);
  });

  test("are refused one by one where they are over, incomplete or there twice", async () => {
    const requestId = await addRequest();
    const tenThatDay = { day: tomorrow, start: "10" };
    expect(
      await choose(requestId, { day: dayAhead(-1), start: "8" }, tenThatDay, tenThatDay),
    ).toEqual({
      ok: false,
      reason: "fields",
      errors: {
        1: "This time has begun or is over. Choose a later one.",
        3: "You chose this time already. Choose another, or none.",
      },
    });
    expect(await choose(requestId, { day: tomorrow, start: "" })).toMatchObject({
      errors: { 1: "Choose a day and a time, or neither." },
    });
    expect(await listWindowIds(requestId)).toEqual([]);
  });

  test("are refused for a closed request, after a stop, and once a visit is booked", async () => {
    const { requestId } = await bookVisit();
    const choice = { day: later, start: "8" };
    expect(await choose(requestId, choice)).toEqual({ ok: false, reason: "booked" });
    const stopped = await addRequest("stopped@example.com");
    await db().$client.query(
      "insert into suppressions (id, kind, contact_hash, source, opted_out_at) select gen_random_uuid(), 'email', email_hash, 'test', $2 from service_requests where id = $1",
      [stopped, clock],
    );
    expect(await choose(stopped, choice)).toEqual({ ok: false, reason: "opted-out" });
    const closed = await addRequest("closed@example.com");
    await cancelRequest(act(), { requestId: closed });
    expect(await choose(closed, choice)).toEqual({ ok: false, reason: "closed" });
  });
});

describe("accepting", () => {
  test("with a time holds it, and the yes books it; both get the calendar file", async () => {
    const providerId = await addProvider();
    const requestId = await addRequest();
    await choose(requestId, { day: tomorrow, start: "14" }, { day: later, start: "8" });
    const { token, offerId } = await offerTo(requestId, providerId);
    const [first = ""] = await listWindowIds(requestId);
    const view = await getView(token);
    expect(view).toMatchObject({ state: "open", windows: [{ id: first, state: "free" }, {}] });
    expect(JSON.stringify(view)).not.toContain("Jordan");
    expect(await accept(token)).toEqual({ ok: false, reason: "window-missing" });
    expect(await accept(token, first)).toMatchObject({ ok: true });
    expect(await listVisits()).toMatchObject([{ state: "held", sequence: 0 }]);
    expect(await getView(token)).toMatchObject({
      state: "waiting",
      heldTime: expect.stringContaining("2 to 4 PM Eastern Time"),
    });
    await sayYes(offerId);
    await sendMails();
    expect(await listVisits()).toMatchObject([{ state: "booked" }]);
    const mails = [
      listMails("jordan@example.com").at(-1),
      listMails("pat@provider.example").at(-1),
    ];
    for (const mail of mails) {
      expect(mail?.data).toContain("2 to 4 PM Eastern Time");
      expect(mail?.calendar?.method).toBe("PUBLISH");
      expect(mail?.calendar?.event).toMatchObject({
        STATUS: { value: "CONFIRMED" },
        SEQUENCE: { value: "0" },
        DTSTAMP: { value: expect.stringMatching(/^\d{8}T\d{6}Z$/) },
        DTEND: { value: expect.stringMatching(/^\d{8}T\d{6}Z$/) },
      });
    }
    const [theirs, ours] = mails.map((mail) => mail?.calendar?.event);
    expect(theirs?.UID).toEqual(ours?.UID);
    expect(theirs?.SUMMARY?.value).toBe("Plumbing: Peach Plumbing");
    const providerMail = JSON.stringify(mails[1]);
    for (const personal of ["Jordan", "555-0123", "jordan@example.com", "Elm"])
      expect(providerMail).not.toContain(personal);
  });

  test("with none of the times leaves them for later, and the provider picks one on the shared page", async () => {
    const providerId = await addProvider();
    const requestId = await addRequest();
    await choose(requestId, { day: tomorrow, start: "14" });
    const { token, offerId } = await offerTo(requestId, providerId);
    expect(await accept(token, null)).toMatchObject({ ok: true });
    await sayYes(offerId);
    await choose(requestId, { day: later, start: "12" });
    const [windowId = ""] = await listWindowIds(requestId);
    expect(await getView(token)).toMatchObject({
      state: "accepted",
      visit: { booked: null },
      windows: [{ id: windowId, state: "free" }],
    });
    const change = { kind: "pick", windowId } as const;
    expect(await changeVisit(act("provider:x"), { offerId, by: "provider", change })).toEqual({
      ok: true,
      requestId,
    });
    expect(await changeVisit(act("provider:x"), { offerId, by: "provider", change })).toEqual({
      ok: false,
      reason: "changed",
    });
    await sendMails();
    const mail = listMails("jordan@example.com").find(({ subject }) => subject.startsWith("Visit"));
    expect(mail?.subject).toBe("Visit set: Plumbing, Atlanta 30301");
    expect(mail?.calendar?.method).toBe("PUBLISH");
  });

  test("with a time of another job charges nothing and leaves the offer open", async () => {
    const { providerId } = await bookVisit();
    const other = await addRequest("other@example.com");
    await choose(other, { day: tomorrow, start: "14" });
    const { token } = await offerTo(other, providerId);
    const [windowId = ""] = await listWindowIds(other);
    const before = await getCredits(providerId);
    expect(await getView(token)).toMatchObject({ windows: [{ state: "busy" }] });
    expect(await accept(token, windowId)).toEqual({ ok: false, reason: "window-busy" });
    expect([await getCredits(providerId), (await getView(token)).state]).toEqual([before, "open"]);
    // Nothing free is left to choose from.
    expect(await accept(token)).toMatchObject({ ok: true });
  });

  test("with a time that the customer replaced or that is over is refused", async () => {
    const providerId = await addProvider();
    const requestId = await addRequest();
    await choose(requestId, { day: tomorrow, start: "14" });
    const { token } = await offerTo(requestId, providerId);
    const [replaced = ""] = await listWindowIds(requestId);
    await choose(requestId, { day: tomorrow, start: "16" });
    expect(await accept(token, replaced)).toEqual({ ok: false, reason: "window-gone" });
    expect(await accept(token, randomUUID())).toEqual({ ok: false, reason: "window-gone" });
  });

  test("fifty offers at once with overlapping times gives one provider one visit", async () => {
    const providerId = await addProvider();
    const offers = [];
    for (let count = 0; count < 50; count += 1) {
      const requestId = await addRequest(`c${count}@example.com`);
      await choose(requestId, { day: tomorrow, start: "14" });
      const [windowId = ""] = await listWindowIds(requestId);
      offers.push({ ...(await offerTo(requestId, providerId)), windowId });
    }
    const results = await Promise.all(offers.map(({ token, windowId }) => accept(token, windowId)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.reason === "window-busy")).toHaveLength(
      49,
    );
    expect(await listVisits()).toMatchObject([{ state: "held" }]);
    expect(await getCredits(providerId)).toBe(4_975);
    expect(await checkLedger(db())).toEqual([]);
  });
});

test("a no frees the held time for another job", async () => {
  const providerId = await addProvider();
  const requestId = await addRequest();
  await choose(requestId, { day: tomorrow, start: "14" });
  const { token, offerId } = await offerTo(requestId, providerId);
  await accept(token, (await listWindowIds(requestId))[0]);
  await recordCustomerAnswer(act(), { offerId, answer: "no" });
  expect(await listVisits()).toMatchObject([{ state: "canceled" }]);
  const other = await addRequest("other@example.com");
  await choose(other, { day: tomorrow, start: "14" });
  const second = await offerTo(other, providerId);
  expect(await accept(second.token, (await listWindowIds(other))[0])).toMatchObject({ ok: true });
  // Nobody had the held visit in a calendar.
  await mailVisits(app());
  expect(listMails("pat@provider.example")).toEqual([]);
});

describe("a time that both agreed on by phone", () => {
  const set = (offerId: string, choice: SlotChoice, by: "provider" | "customer" = "provider") =>
    changeVisit(act("provider:x"), { offerId, by, change: { kind: "set", choice } });
  /** An offer with the customer's yes, whose customer chose no times. */
  async function connect() {
    const offer = await offerTo(await addRequest(), await addProvider());
    await accept(offer.token);
    await sayYes(offer.offerId);
    return offer;
  }

  test("is entered by the provider up to two months ahead, and the customer is asked whether it is so", async () => {
    const { offerId, token } = await connect();
    const day = dayAhead(40);
    expect(await set(offerId, { day, start: "10" })).toMatchObject({ ok: true });
    expect(await set(offerId, { day, start: "12" })).toEqual({ ok: false, reason: "changed" });
    expect(await listVisits()).toMatchObject([{ state: "booked" }]);
    await sendMails();
    const [mail] = listMails("jordan@example.com").filter(({ subject }) => /^Visit/.test(subject));
    expect(mail?.data).toContain("Peach Plumbing entered the time that you agreed on:");
    expect(mail?.data).toContain("If you did not agree on it, move or cancel the visit");
    expect(mail?.calendar).not.toBeNull();
    expect((await listTimeline()).at(-1)).toMatch(
      /^Peach Plumbing set a visit that they had agreed on: .*10 AM to 12 PM/,
    );
    clock = new Date(start.getTime() + 60 * DAY_MS);
    expect((await getView(token)).state).toBe("accepted");
  });

  test("is refused where it is over, not chosen, further ahead, or taken by another job", async () => {
    const { offerId } = await connect();
    for (const choice of [
      { day: dayAhead(-1), start: "8" },
      { day: easternDay(60), start: "8" },
      { day: tomorrow, start: "9" },
      EMPTY,
    ])
      expect(await set(offerId, choice)).toMatchObject({ ok: false, reason: "fields" });
    const [{ provider_id: providerId = "" } = {}] = await queryRows<{ provider_id: string }>(
      db(),
      "select provider_id from offers",
    );
    const other = await offerTo(await addRequest("robin@example.com"), providerId);
    await accept(other.token);
    await sayYes(other.offerId);
    expect(await set(other.offerId, { day: tomorrow, start: "14" })).toMatchObject({ ok: true });
    expect(await set(offerId, { day: tomorrow, start: "14" })).toEqual({
      ok: false,
      reason: "busy",
    });
    expect(await set(offerId, { day: easternDay(59), start: "8" })).toMatchObject({ ok: true });
  });
});

describe("a booked visit", () => {
  const move = (sequence: number, reason = "The car is in the shop, call me") =>
    ({ kind: "move", choice: { day: later, start: "8" }, reason, sequence }) as const;

  test("is moved by the customer with a reason, and the provider gets it with the new file", async () => {
    const { offerId, requestId, token } = await bookVisit();
    await sendMails();
    const [before] = await listVisits();
    expect(
      await changeVisit(act(), { offerId, by: "customer", change: move(before?.sequence ?? -1) }),
    ).toEqual({ ok: true, requestId });
    await sendMails();
    await sendMails();
    const [approval, moved, ...more] = listMails("pat@provider.example");
    expect(more).toEqual([]);
    expect(moved?.subject).toBe("Visit moved: Plumbing, Atlanta 30301");
    expect(moved?.data).toContain("The customer moved the visit.");
    expect(moved?.data).toContain('"The car is in the shop, call me"');
    expect(moved?.calendar?.event.UID).toEqual(approval?.calendar?.event.UID);
    expect(moved?.calendar?.event.SEQUENCE?.value).toBe("1");
    expect(
      listMails("jordan@example.com").find(({ subject }) => subject.startsWith("Visit"))?.data,
    ).toContain("You moved the visit.");
    expect(await getView(token)).toMatchObject({
      visit: {
        booked: { time: expect.stringContaining("8 to 10 AM Eastern Time"), sequence: 1 },
        note: expect.stringMatching(/^The customer moved it from .* “The car is in the shop/),
      },
    });
    expect((await listTimeline()).at(-1)).toMatch(
      /^Visit by Peach Plumbing moved by the customer from .* to .*: “The car is in the shop, call me”$/,
    );
    expect(JSON.stringify(await queryRows(db(), "select changes from audit_log"))).not.toContain(
      "car is in the shop",
    );
  });

  test("is moved by the provider, and the customer reads the reason without its links and numbers", async () => {
    const { offerId } = await bookVisit();
    const reason = "Truck broke, see https://spam.example or 404-555-0199";
    await changeVisit(act("provider:x"), { offerId, by: "provider", change: move(0, reason) });
    await sendMails();
    const mail = listMails("jordan@example.com").find(({ subject }) => subject.startsWith("Visit"));
    expect(mail?.data).toContain("Peach Plumbing moved the visit.");
    expect(mail?.data).toContain("Truck broke, see [hidden] or [hidden]");
    expect(mail?.data).toMatch(/https:\/\/henry\.example\/r\/[\w-]{32}/);
  });

  test("that moves is told to a provider with notifications off", async () => {
    const { offerId, providerId } = await bookVisit();
    await db().$client.query(
      "insert into provider_settings (provider_id, email_notifications) values ($1, false)",
      [providerId],
    );
    await changeVisit(act(), { offerId, by: "customer", change: move(0) });
    await mailVisits(app());
    expect(listMails("pat@provider.example").at(-1)?.subject).toMatch(/^Visit moved/);
  });

  const UNTOLD = "Peach Plumbing could not be told that the visit changed: call them";
  test.each([
    ["has no address", "", "yes"],
    ["is on a site without a mail server", "pat@provider.example", "no"],
    ["has an address that is refused", "pat@provider.example", "yes"],
  ])("that moves is left to staff once where the provider %s", async (_, email, hasServer) => {
    const { offerId, providerId } = await bookVisit();
    await db().$client.query("update providers set contact_email = $2 where id = $1", [
      providerId,
      email,
    ]);
    const env = parseEnv({ DATA_DIR: "/tmp/visit-mails", PUBLIC_URL: "https://henry.example" });
    await changeVisit(act(), { offerId, by: "customer", change: move(0) });
    smtp.fail({ step: "RCPT", code: 550 });
    for (let run = 0; run < 2; run += 1)
      await mailVisits({ ...app(), ...(hasServer === "no" && { env }) });
    expect((await listTimeline()).filter((text) => text === UNTOLD)).toHaveLength(1);
  });

  test("that moves is left to staff when its mail has failed for an hour", async () => {
    const { offerId } = await bookVisit();
    await changeVisit(act(), { offerId, by: "customer", change: move(0) });
    smtp.fail({ step: "MAIL", code: 451 });
    await mailVisits(app());
    expect(await listTimeline()).not.toContain(UNTOLD);
    clock = new Date(clock.getTime() + 2 * HOUR_MS);
    await mailVisits(app());
    expect((await listTimeline()).at(-1)).toBe(UNTOLD);
  });

  test("of an erased person is left to staff once where the provider's address is refused", async () => {
    const { requestId } = await bookVisit();
    await mailVisits(app());
    await withTransaction(db(), (tx) => eraseRequestFields(tx, [requestId]));
    let attempts = 0;
    smtp.fail((step) => {
      if (step === "RCPT") attempts += 1;
      return step === "RCPT" ? { step, code: 550 } : null;
    });
    for (let run = 0; run < 2; run += 1) await mailVisits(app());
    expect((await listTimeline()).filter((text) => text === UNTOLD)).toHaveLength(1);
    expect(attempts).toBe(1);
  });

  test("that was erased before a yes is nothing to tell", async () => {
    const requestId = await addRequest();
    await choose(requestId, { day: tomorrow, start: "14" });
    const offer = await offerTo(requestId, await addProvider());
    const [windowId] = await listWindowIds(requestId);
    expect(await accept(offer.token, windowId)).toMatchObject({ ok: true });
    await withTransaction(db(), (tx) => eraseRequestFields(tx, [requestId]));
    expect(await listVisits()).toMatchObject([{ state: "canceled" }]);
    const search = { since: new Date(0), now: clock, kinds: [...MAILED_VISIT_EVENTS], limit: 9 };
    expect(
      await listUnnotifiedChanges.rows(db(), { ...search, mailKind: VISIT_MAIL, canMail: true }),
    ).toEqual([]);
  });

  test("that a provider moves is left to staff once where the customer has no address", async () => {
    const { offerId, requestId } = await bookVisit();
    await db().$client.query("update service_requests set email_normalized = null where id = $1", [
      requestId,
    ]);
    await changeVisit(act("provider:x"), { offerId, by: "provider", change: move(0) });
    await mailVisits(app());
    await mailVisits(app());
    expect((await listTimeline()).filter((text) => text?.endsWith("call them"))).toEqual([
      "The customer could not be told that the visit by Peach Plumbing changed: call them",
    ]);
  });

  test("is not moved without a reason, to a time that is over, or from an old page", async () => {
    const { offerId } = await bookVisit();
    const change = (options: Partial<ReturnType<typeof move>>) =>
      changeVisit(act(), { offerId, by: "customer", change: { ...move(0), ...options } });
    expect(await change({ reason: " ", choice: { day: dayAhead(-1), start: "8" } })).toEqual({
      ok: false,
      reason: "fields",
      errors: {
        slot: "This time has begun or is over. Choose a later one.",
        reason: "Say why, in up to 300 characters.",
      },
    });
    expect(await change({ reason: "x".repeat(301) })).toMatchObject({ reason: "fields" });
    expect(await change({ sequence: 7 })).toEqual({ ok: false, reason: "changed" });
    expect(await listVisits()).toMatchObject([{ sequence: 0 }]);
  });

  test("is not moved to a time of the provider's other job, also when two jobs move at once", async () => {
    const first = await bookVisit();
    const other = await addRequest("other@example.com");
    await choose(other, { day: tomorrow, start: "16" });
    const second = await offerTo(other, first.providerId);
    await accept(second.token, (await listWindowIds(other))[0]);
    await sayYes(second.offerId);
    const results = await Promise.all(
      [first, second].map(({ offerId }) =>
        changeVisit(act(), { offerId, by: "customer", change: move(0) }),
      ),
    );
    expect(results.map((result) => (result.ok ? "moved" : result.reason)).sort()).toEqual([
      "busy",
      "moved",
    ]);
  });

  test("is moved at most six times a day by one side, and the other can still move or cancel it", async () => {
    const { offerId } = await bookVisit();
    const moveTo = (sequence: number) =>
      changeVisit(act(), {
        offerId,
        by: "customer",
        change: { ...move(sequence), choice: { day: later, start: sequence % 2 ? "8" : "10" } },
      });
    for (let sequence = 0; sequence < 6; sequence += 1)
      expect(await moveTo(sequence)).toMatchObject({ ok: true });
    expect(await moveTo(6)).toEqual({ ok: false, reason: "too-many" });
    const change = { ...move(6), choice: { day: later, start: "12" } };
    const moved = await changeVisit(act("provider:x"), { offerId, by: "provider", change });
    expect(moved).toMatchObject({ ok: true });
    clock = new Date(clock.getTime() + DAY_MS + 1);
    for (let sequence = 7; sequence < 13; sequence += 1)
      expect(await moveTo(sequence)).toMatchObject({ ok: true });
    expect(await moveTo(13)).toEqual({ ok: false, reason: "too-many" });
    const cancel = { kind: "cancel", reason: "I cannot be there", sequence: 13 } as const;
    expect(await changeVisit(act(), { offerId, by: "customer", change: cancel })).toMatchObject({
      ok: true,
    });
  });

  test("is canceled by either side or with its request, and the file of the mail removes it", async () => {
    const visit = await bookVisit();
    const change = { kind: "cancel", reason: "It stopped leaking", sequence: 0 } as const;
    await changeVisit(act(), { offerId: visit.offerId, by: "customer", change });
    await sendMails();
    const canceled = listMails("pat@provider.example").at(-1);
    expect(canceled?.subject).toBe("Visit canceled: Plumbing, Atlanta 30301");
    expect(canceled?.data).toContain("method=CANCEL");
    expect(canceled?.calendar).toMatchObject({
      method: "CANCEL",
      event: { STATUS: { value: "CANCELLED" }, SEQUENCE: { value: "1" } },
    });
    // The customer may choose times again, and the provider may set one.
    await choose(visit.requestId, { day: later, start: "18" });
    const [windowId = ""] = await listWindowIds(visit.requestId);
    await changeVisit(act("provider:x"), {
      offerId: visit.offerId,
      by: "provider",
      change: { kind: "pick", windowId },
    });
    expect(await listVisits()).toMatchObject([{ state: "booked", sequence: 2 }]);
    await cancelRequest(act(), { requestId: visit.requestId });
    await sendMails();
    expect(listMails("pat@provider.example").at(-1)?.calendar).toMatchObject({
      method: "CANCEL",
      event: { SEQUENCE: { value: "3" } },
    });
  });

  test("of a person who is erased is canceled, and nothing of the person is left", async () => {
    const { offerId, requestId } = await bookVisit();
    await changeVisit(act(), { offerId, by: "customer", change: move(0) });
    await withTransaction(db(), (tx) => eraseRequestFields(tx, [requestId]));
    expect(await listVisits()).toMatchObject([{ state: "canceled", sequence: 2 }]);
    expect(await listWindowIds(requestId)).toEqual([]);
    const events = await queryRows(
      db(),
      "select detail from request_events where kind like 'visit-%' order by at, id",
    );
    expect(JSON.stringify(events)).not.toContain("in the shop");
    expect(await changeVisit(act(), { offerId, by: "provider", change: move(2) })).toEqual({
      ok: false,
      reason: "gone",
    });
    await sendMails();
    const told = listMails("pat@provider.example").at(-1);
    expect(told?.data).toContain("The visit was canceled");
    expect(told?.calendar?.event.STATUS?.value).toBe("CANCELLED");
    expect(listMails("jordan@example.com")).toEqual([]);
  });
});
