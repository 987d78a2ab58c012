import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { loadMyRequest } from "#app/features/my-request/load-page.server.ts";
import { APPROVED_BY_CUSTOMER } from "#app/features/offers/constants.ts";
import { createOffer, recordProviderAnswer } from "#app/features/offers/mutations.server.ts";
import { recordCustomerAnswer } from "#app/features/offers/record-customer-answer.server.ts";
import { openRequestKey } from "#app/features/requests/customer/keys.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { MAX_ATTEMPTS } from "#app/features/texts/constants.ts";
import { formatTextEvent } from "#app/features/texts/format-text-event.ts";
import { getTextsState, testTexts } from "#app/features/texts/queries.server.ts";
import { sendDueTexts } from "#app/features/texts/send-due-texts.server.ts";
import { setTextSwitch } from "#app/features/texts/switch.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { contactKeys, openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { startTwilio, type TwilioFake } from "../fakes/twilio.ts";
import { buildMailApp } from "../mail-app.ts";

const PHONE = "+14045550123";
let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let twilio: TwilioFake;
let clock: Date;
const db = () => (context as NonNullable<typeof context>).db;
/** Ten in the morning in Atlanta, a Monday. */
const start = new Date("2026-11-02T15:00:00Z");
const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

beforeEach(async () => {
  clock = start;
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
  twilio = await startTwilio({ from: "+14045550100" });
});
afterEach(() => twilio.close());
afterAll(() => context?.close());

const app = (env: Record<string, string> = twilio.env) => ({
  ...buildMailApp({ db: db(), now: () => clock, env }),
  notifyOutbox() {},
  requestFeed: { publishChange() {} } as never,
});
const send = () => sendDueTexts(app());
const actionContext = (actor = "test") => ({ db: db(), actor, now: clock });
const turn = (isOn: boolean, env?: Record<string, string>) =>
  setTextSwitch({ ...actionContext(), env: app(env).env }, { isOn });
const listTexts = () =>
  queryRows<{ state: string; attempts: number; error: string | null }>(
    db(),
    "select state, attempts, last_error as error from customer_texts order by created_at, id",
  );
const listEvents = async () =>
  (
    await queryRows<{ kind: string; detail: Record<string, unknown> }>(
      db(),
      "select kind, detail from request_events where kind like 'text-%' order by id",
    )
  ).map(({ kind, detail }) => formatTextEvent(kind, detail));
const listTextKeys = () =>
  queryRows<{ revoked: boolean }>(
    db(),
    "select revoked_at is not null as revoked from request_keys where made_for = 'text'",
  );

/** A request whose customer asked for texts, and that a company can take since now. */
async function acceptOffer(values: Record<string, string> = {}) {
  const request = await storeRequest(db(), {
    now: clock,
    values: { communicationPreference: "sms", ...values },
  });
  if (!request.ok) throw new Error(request.reason);
  const providerId = randomUUID();
  await queryRows(
    db(),
    `insert into providers (id, company_name, contact_name, contact_email, phone, verification_status, service_area_zips, created_at)
     values ($1, 'Peach Plumbing', 'Pat', 'pat@provider.example', '4045550100', 'verified', '{30301}', $2)`,
    [providerId, clock],
  );
  await withTransaction(db(), (tx) =>
    postCredits(tx, { kind: "adjustment", providerId, amount: 100, actor: "test", now: clock }),
  );
  const offer = await createOffer(actionContext(), {
    serviceRequestId: request.id,
    providerId,
    cost: 25,
  });
  if (!offer.ok) throw new Error(offer.reason);
  await recordProviderAnswer(actionContext(), { token: offer.token, accept: true });
  return { requestId: request.id, offerId: offer.offerId };
}

describe("texts to customers", () => {
  test("are off until somebody turns them on, and then not sent for what was before", async () => {
    await acceptOffer();
    expect(await send()).toBe(0);
    expect(await turn(true, {})).toEqual({ ok: false, reason: "not-set-up" });
    expect(await sendDueTexts(app({}))).toBe(0);
    expect(twilio.calls).toEqual([]);
    later(2 * HOUR_MS);
    expect(await turn(true)).toEqual({ ok: true });
    expect(await send()).toBe(0);
    expect(await listTexts()).toEqual([]);
  });

  test("that wait are not sent after they were turned off and on again", async () => {
    await turn(true);
    twilio.fail({ status: 503 });
    await acceptOffer();
    await send();
    await turn(false);
    await send();
    expect(await listTexts()).toMatchObject([{ state: "dropped", error: "switched-off" }]);
    twilio.fail(null);
    await turn(true);
    later(HOUR_MS);
    expect(await send()).toBe(0);
    expect(twilio.texts).toEqual([]);
  });

  test("are not sent to a wrong number, whether they wait or not", async () => {
    const logWrong = (requestId: string) =>
      queryRows(
        db(),
        `insert into contact_attempts (id, request_id, at, channel, result)
         values (gen_random_uuid(), $1, $2, 'call', 'wrong-number')`,
        [requestId, clock],
      );
    await turn(true);
    await logWrong((await acceptOffer()).requestId);
    expect(await send()).toBe(0);
    expect(await listTexts()).toEqual([]);
    twilio.fail({ status: 503 });
    const { requestId } = await acceptOffer({ phone: "(404) 555-0177" });
    await send();
    twilio.fail(null);
    await logWrong(requestId);
    later(HOUR_MS);
    expect(await send()).toBe(0);
    expect(await listTexts()).toMatchObject([{ state: "dropped", error: "wrong-number" }]);
  });

  test("name the company and open the page, once each, with twenty workers", async () => {
    await turn(true);
    const { requestId } = await acceptOffer();
    const sent = await Promise.all(Array.from({ length: 20 }, send));
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1);
    later(HOUR_MS);
    expect(await send()).toBe(0);
    expect(twilio.texts).toMatchObject([{ to: PHONE, from: "+14045550100" }]);
    const { body } = twilio.texts[0] ?? { body: "" };
    expect(body).toContain("Peach Plumbing can take your job (Plumbing).");
    const key = /^.*https:\/\/henry\.example\/r\/([\w-]{32}) Reply STOP to opt out\.$/.exec(body);
    expect(
      await openRequestKey({ db: db(), contactKeys }, { key: key?.[1] ?? "", now: clock }),
    ).toMatchObject({ requestId, madeFor: "text" });
    expect(await listEvents()).toEqual(["The customer was asked by text about Peach Plumbing"]);
    expect(
      await queryRows(db(), "select subject_id from notifications where channel = 'sms'"),
    ).toEqual([{ subject_id: requestId }]);
  });

  test.each([
    [{ communicationPreference: "sms" }, 1],
    [{ communicationPreference: "phone", schedulingPreference: "text-me" }, 1],
    [{ communicationPreference: "phone" }, 0],
    [{ communicationPreference: "email" }, 0],
  ])("go only to whoever asked for texts: %j", async (values, count) => {
    await turn(true);
    await acceptOffer(values);
    expect(await send()).toBe(count);
    expect(twilio.texts).toHaveLength(count);
  });

  test("do not go to a number without a consent of its own", async () => {
    await turn(true);
    await acceptOffer();
    await queryRows(db(), "update service_requests set phone_e164 = '+14045550199'");
    expect(await send()).toBe(0);
    expect(await listTexts()).toEqual([]);
  });

  test("wait until the calling hours of the state, and the page says that one will come", async () => {
    await turn(true);
    // Nine in the evening, and five minutes.
    clock = new Date("2026-11-03T02:05:00Z");
    const { requestId } = await acceptOffer();
    expect(await send()).toBe(0);
    const page = await loadMyRequest(app(), requestId);
    expect(page?.next).toContain(
      "We will also text you the link to this page, unless you answer first.",
    );
    clock = new Date("2026-11-03T12:59:00Z");
    expect(await send()).toBe(0);
    expect(twilio.calls).toEqual([]);
    clock = new Date("2026-11-03T13:00:00Z");
    expect(await send()).toBe(1);
    expect((await loadMyRequest(app(), requestId))?.next).toHaveLength(1);
  });

  test("wait until both places are in their hours where the number is from elsewhere", async () => {
    await turn(true);
    // Ten in the morning in Atlanta, seven in Los Angeles.
    await acceptOffer({ phone: "(213) 555-0123" });
    expect(await send()).toBe(0);
    later(HOUR_MS);
    expect(await send()).toBe(1);
  });

  test("are sent nowhere without a known place, and staff are told to call", async () => {
    await turn(true);
    await acceptOffer();
    await queryRows(db(), "update service_requests set zip_valid = null");
    expect(await send()).toBe(0);
    expect(await listEvents()).toEqual([
      "The customer could not be asked by text: without a known ZIP code nobody knows when they may be texted. Call them",
    ]);
  });

  test("are at most three a day to one number, of all its requests, also at the same moment", async () => {
    await turn(true);
    for (const _ of [1, 2, 3, 4, 5]) await acceptOffer();
    await Promise.all([send(), send(), send(), send()]);
    expect(twilio.texts).toHaveLength(3);
    later(2 * HOUR_MS);
    await send();
    expect(twilio.texts).toHaveLength(3);
    later(DAY_MS);
    await send();
    expect(twilio.texts).toHaveLength(5);
  });

  test("are not sent to whoever answered, stopped, was erased or was closed in the meantime", async () => {
    twilio.fail({ status: 500 });
    await turn(true);
    const yes = await acceptOffer({ phone: "4045550131" });
    await acceptOffer({ phone: "4045550132", email: "other@example.com" });
    const erased = await acceptOffer({ phone: "4045550133" });
    const closed = await acceptOffer({ phone: "4045550134" });
    for (let time = 0; time < 4; time += 1) await send();
    twilio.fail(null);
    await recordCustomerAnswer(actionContext(APPROVED_BY_CUSTOMER), {
      offerId: yes.offerId,
      answer: "yes",
    });
    await suppressContact(db(), {
      phone: "4045550132",
      source: "test",
      now: clock,
      contactKeys,
    });
    await withTransaction(db(), (tx) => eraseRequestFields(tx, [erased.requestId]));
    await queryRows(db(), "update service_requests set status = 'closed' where id = $1", [
      closed.requestId,
    ]);
    later(HOUR_MS);
    await send();
    expect(twilio.texts).toEqual([]);
    expect((await listTexts()).map(({ state }) => state)).toEqual(Array(4).fill("dropped"));
  });
});

describe("where Twilio has trouble", () => {
  test.each([
    ["limits", { status: 429 }],
    ["is down", { status: 503 }],
    ["sends no JSON", "not-json"],
  ] as const)("a text is sent again, once, when it %s", async (_, fault) => {
    await turn(true);
    await acceptOffer();
    twilio.fail(fault);
    expect(await send()).toBe(0);
    expect(await listTexts()).toMatchObject([{ state: "waiting", attempts: 1 }]);
    twilio.fail(null);
    expect(await send()).toBe(0);
    later(2 * MINUTE_MS);
    expect(await send()).toBe(1);
    expect(twilio.texts).toHaveLength(1);
    // The links of attempts that reached nobody are gone.
    expect(await listTextKeys()).toEqual([{ revoked: false }]);
  });

  test("nothing else is tried in the round in which it is down", async () => {
    await turn(true);
    twilio.fail({ status: 503 });
    for (const phone of ["4045550131", "4045550132"]) await acceptOffer({ phone });
    await send();
    expect(twilio.calls).toHaveLength(1);
  });

  test("staff are told after the last attempt", async () => {
    await turn(true);
    twilio.fail({ status: 401 });
    await acceptOffer();
    for (let time = 0; time < MAX_ATTEMPTS; time += 1) {
      expect(await listEvents()).toEqual([]);
      await send();
      later(2 * HOUR_MS);
    }
    expect(await listTexts()).toEqual([
      { state: "dead", attempts: MAX_ATTEMPTS, error: "unauthorized" },
    ]);
    expect(await listEvents()).toEqual([
      "The customer could not be asked by text: the provider of texts refuses our account. Call them",
    ]);
    await send();
    expect(twilio.calls).toHaveLength(MAX_ATTEMPTS);
  });

  test.each(["cut", "cut-after"] as const)(
    "a text that may have arrived is never sent again: %s",
    async (fault) => {
      await turn(true);
      await acceptOffer();
      twilio.fail(fault);
      await send();
      twilio.fail(null);
      later(HOUR_MS);
      await send();
      expect(twilio.calls).toHaveLength(1);
      expect(await listTexts()).toMatchObject([{ state: "dead", error: "unknown" }]);
      // It may be in the customer's hands.
      expect(await listTextKeys()).toEqual([{ revoked: false }]);
    },
  );

  test("a worker that died after handing a text over does not make a second one", async () => {
    await turn(true);
    await acceptOffer();
    twilio.fail({ status: 503 });
    await send();
    twilio.fail(null);
    await queryRows(
      db(),
      "update customer_texts set handed_over_at = $1, lease_until = $1, next_attempt_at = $1",
      [clock],
    );
    later(5 * MINUTE_MS);
    expect(await send()).toBe(0);
    expect(twilio.texts).toEqual([]);
    expect(await listEvents()).toEqual([
      "The customer could not be asked by text: no response came, so nobody knows whether it arrived. Call them",
    ]);
  });

  test("a number that cannot get texts is not tried again", async () => {
    await turn(true);
    await acceptOffer();
    twilio.refuse(PHONE, 21614);
    await send();
    later(HOUR_MS);
    await send();
    expect(twilio.calls).toHaveLength(1);
    expect(await listEvents()).toEqual([
      "The customer could not be asked by text: the number cannot get texts. Call them",
    ]);
    expect(await listTextKeys()).toEqual([]);
  });

  test("whoever wrote STOP to the number is opted out of all contact, and the offer ends", async () => {
    await turn(true);
    const { offerId } = await acceptOffer();
    twilio.refuse(PHONE, 21610);
    await send();
    expect(
      await queryRows(db(), "select kind, scope, source from suppressions order by kind"),
    ).toEqual([
      { kind: "email", scope: "all", source: "text" },
      { kind: "phone", scope: "all", source: "text" },
    ]);
    expect(await queryRows(db(), "select state from offers where id = $1", [offerId])).toEqual([
      { state: "customer-declined" },
    ]);
  });

  test("the portal says what is set up, without the token, and tests the account without a text", async () => {
    expect(await getTextsState(app({}))).toMatchObject({ account: null, isOn: false });
    await turn(true);
    const state = await getTextsState(app());
    expect(state).toMatchObject({
      isOn: true,
      account: { from: "+14045550100" },
      webhookUrl: "https://henry.example/webhooks/texts",
    });
    expect(JSON.stringify(state)).not.toContain(twilio.env.TWILIO_AUTH_TOKEN);
    expect(await testTexts(app())).toMatchObject({ ok: true });
    const wrong = { ...twilio.env, TWILIO_AUTH_TOKEN: "x".repeat(32) };
    expect(await testTexts(app(wrong))).toEqual({
      ok: false,
      text: "Twilio refuses the account or the token that is set on the server.",
    });
    expect(twilio.texts).toEqual([]);
  });
});
