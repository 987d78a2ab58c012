import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { postMessage } from "#app/features/messages/post-message.server.ts";
import { APPROVED_BY_CUSTOMER } from "#app/features/offers/constants.ts";
import { cancelRequest } from "#app/features/offers/customer/cancel-request.server.ts";
import { noteErasure } from "#app/features/offers/customer/note-erasure.server.ts";
import {
  createOffer,
  recordProviderAnswer,
  withdrawOffer,
} from "#app/features/offers/mutations.server.ts";
import { pushStops } from "#app/features/offers/push-stops.server.ts";
import { findPushFacts } from "#app/features/offers/pushes.sql.ts";
import { recordCustomerAnswer } from "#app/features/offers/record-customer-answer.server.ts";
import { changeVisit } from "#app/features/offers/visits/change-visit.server.ts";
import { saveWindows } from "#app/features/offers/visits/save-windows.server.ts";
import { handleDeviceForm } from "#app/features/provider-accounts/devices.server.ts";
import { changePerson } from "#app/features/provider-accounts/people.server.ts";
import { MAX_DEVICES, MAX_TESTS } from "#app/features/push/constants.ts";
import { listDevices } from "#app/features/push/queries.server.ts";
import { listEveryone } from "#app/features/push/queue-pushes.server.ts";
import { sendPushes } from "#app/features/push/send-pushes.server.ts";
import { openVapidKeys, type VapidKeys } from "#app/features/push/vapid-keys.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";
import { createVault } from "#app/lib/vault.server.ts";
import { contactKeys, openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { type PushServiceFake, startPushService } from "../fakes/push-service.ts";
import { buildMailApp } from "../mail-app.ts";
import { createSignedInPerson } from "../provider-people.ts";
import { insertProvider } from "../providers.ts";

const vault = createVault(Buffer.alloc(32, 9));
let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let service: PushServiceFake;
let vapidKeys: VapidKeys;
let clock: Date;
const db = () => (context as NonNullable<typeof context>).db;
// Erasure uses the clock of the database.
const start = new Date();
const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

beforeEach(async () => {
  clock = start;
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
  service = await startPushService();
  vapidKeys = await openVapidKeys(db(), { vault, now: clock });
});
afterEach(() => service.close());
afterAll(() => context?.close());

const act = (actor = "test") => ({ db: db(), actor, now: clock });
const app = () => ({
  ...buildMailApp({ db: db(), now: () => clock, env: service.env }),
  vault,
  vapidKeys,
  listRecipients: listEveryone,
  findOfferFacts: findPushFacts.rows,
});
const send = () => sendPushes(app());
const listPayloads = () => service.messages.map(({ text }) => JSON.parse(text) as unknown);
const listStates = () =>
  queryRows<{ kind: string; state: string; error: string | null }>(
    db(),
    "select kind, state, last_error as error from push_messages order by created_at, id",
  );

type Person = Awaited<ReturnType<typeof createSignedInPerson>>;
const addProvider = async () =>
  (await insertProvider(db().$client as never, { verification_status: "verified" })).id;
const addPerson = (providerId: string) =>
  createSignedInPerson(db().$client as never, { providerId });
const toOwner = ({ userId, providerId }: Person) =>
  ({ kind: "provider", userId, providerId }) as const;
const submit = (person: Person, fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const browserToken = randomBytes(24).toString("base64url");
  return handleDeviceForm(
    { ...app(), ...act() },
    { form, owner: toOwner(person), browser: { browserToken, userAgent: "Chrome/150 Android" } },
  );
};
async function turnOn(person: Person) {
  const subscription = service.subscribe(vapidKeys.publicKey);
  expect(await submit(person, { intent: "push-turn-on", ...subscription })).toEqual({
    ok: true,
    done: "push-on",
  });
  return subscription;
}
/** A company with a person who turned notifications on. */
async function addCompany() {
  const person = await addPerson(await addProvider());
  const { endpoint } = await turnOn(person);
  return { person, endpoint, providerId: person.providerId };
}
const choose = (person: Person, columns: string) =>
  queryRows(db(), `update provider_users set ${columns} where id = '${person.userId}'`);
const listOwn = (person: Person) =>
  listDevices(db(), { owner: toOwner(person), browserToken: null });

async function addRequest(): Promise<string> {
  const request = await storeRequest(db(), { now: start });
  if (!request.ok) throw new Error(request.reason);
  return request.id;
}
async function offerTo(providerId: string, { minutes = 30, requestId = "" } = {}) {
  const id = requestId || (await addRequest());
  const offer = await createOffer(act("staff"), {
    ...{ serviceRequestId: id, providerId, cost: 0, minutes },
  });
  if (!offer.ok) throw new Error(offer.reason);
  return { offerId: offer.offerId, requestId: id, providerId };
}
/** An offer that was accepted; its first notification is sent. */
async function acceptedOffer(providerId: string) {
  const offer = await offerTo(providerId);
  await send();
  const { offerId } = offer;
  expect(
    await recordProviderAnswer(act(), { offerId, providerId, accept: true, windowId: null }),
  ).toMatchObject({ ok: true });
  return offer;
}
const answer = (offerId: string, said: "yes" | "no") =>
  recordCustomerAnswer(act(APPROVED_BY_CUSTOMER), { offerId, answer: said });
/** A job whose customer said yes; what was queued before is sent. */
async function connectedOffer(providerId: string) {
  const offer = await acceptedOffer(providerId);
  await answer(offer.offerId, "yes");
  await send();
  service.messages.length = 0;
  later(MINUTE_MS);
  return offer;
}
const write = (
  offer: { offerId: string; requestId: string },
  author: "customer" | "provider" | "staff" = "customer",
) =>
  postMessage(act(), {
    ...{ requestId: offer.requestId, offerId: offer.offerId, author, authorId: null },
    ...{ text: "When are you here?", channel: "portal" },
  });
async function stop(requestId: string): Promise<void> {
  const [row] = await queryRows<{ phone: string }>(
    db(),
    "select customer_phone as phone from service_requests where id = $1",
    [requestId],
  );
  await suppressContact(db(), { phone: row?.phone, source: "test", contactKeys, now: clock });
}

describe("a new offer", () => {
  test("reaches each device of the company's people, once, and names nobody", async () => {
    const { person, providerId } = await addCompany();
    await turnOn(person);
    await turnOn(await addPerson(providerId));
    await addCompany();
    const { offerId } = await offerTo(providerId);
    const sent = await Promise.all(Array.from({ length: 10 }, send));
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(listPayloads()).toEqual(Array(3).fill({ kind: "new-offer", id: offerId }));
    expect(service.messages[0]).toMatchObject({ urgency: "high", ttl: 30 * 60 });
    later(MINUTE_MS);
    expect(await send()).toBe(0);
  });

  test("is kept by the push service no longer than it is open", async () => {
    const { providerId } = await addCompany();
    await offerTo(providerId, { minutes: 10 });
    later(4 * MINUTE_MS);
    expect(await send()).toBe(1);
    expect(service.messages).toMatchObject([{ ttl: 6 * 60 }]);
  });

  test.each([
    ["was withdrawn", (offerId: string) => withdrawOffer(act(), { offerId })],
    ["has run out", async () => later(30 * MINUTE_MS)],
    [
      "was answered by a colleague",
      (offerId: string, providerId: string) =>
        recordProviderAnswer(act(), { offerId, providerId, accept: false }),
    ],
    [
      "is of a customer who canceled",
      (_: string, __: string, requestId: string) => cancelRequest(act(), { requestId }),
    ],
    [
      "is of a customer who asked to stop",
      (_: string, __: string, requestId: string) => stop(requestId),
    ],
    [
      "is of a provider who is no longer verified",
      () => queryRows(db(), "update providers set verification_status = 'pending'"),
    ],
    ["is demo", () => queryRows(db(), "update service_requests set is_demo = true")],
  ] as [string, (...ids: string[]) => Promise<unknown>][])(
    "that %s is not announced",
    async (_, act) => {
      const { providerId } = await addCompany();
      const { offerId, requestId } = await offerTo(providerId);
      await act(offerId, providerId, requestId);
      expect(await send()).toBe(0);
      expect(service.calls).toEqual([]);
      expect(await listStates()).toMatchObject([{ kind: "new-offer", state: "dropped" }]);
    },
  );

  test("that is refused queues nothing", async () => {
    const { providerId } = await addCompany();
    const { requestId } = await offerTo(providerId);
    const again = { serviceRequestId: requestId, providerId, cost: 0 };
    expect(await createOffer(act(), again)).toMatchObject({ ok: false });
    expect(await listStates()).toHaveLength(1);
  });

  test("is not told where nobody wants it, or who changed their mind before it was sent", async () => {
    const { person, providerId } = await addCompany();
    await choose(person, "pushes_offers = false");
    await offerTo(providerId);
    expect(await listStates()).toEqual([]);
    await choose(person, "pushes_offers = true, pushes_jobs = false, pushes_messages = false");
    await offerTo(providerId);
    await choose(person, "pushes_offers = false");
    expect(await send()).toBe(0);
    expect(await listStates()).toMatchObject([{ state: "dropped", error: "unwanted" }]);
  });

  test("reaches only devices that were on when it was made", async () => {
    const { person, providerId } = await addCompany();
    await offerTo(providerId);
    later(SECOND_MS);
    await turnOn(person);
    expect(await send()).toBe(1);
  });

  test("is made while a device is being removed, which is left out", async () => {
    const { person, providerId, endpoint } = await addCompany();
    await turnOn(person);
    const client = await db().$client.connect();
    await client.query("begin");
    await client.query("delete from push_subscriptions where endpoint <> $1", [endpoint]);
    await offerTo(providerId);
    await client.query("commit");
    client.release();
    expect(await send()).toBe(1);
    expect(service.messages).toMatchObject([{ endpoint }]);
  });

  test("is sent again by the next worker where one died, and once in all", async () => {
    const { providerId } = await addCompany();
    await offerTo(providerId);
    service.fail({ status: 503 });
    await send();
    service.fail(null);
    await queryRows(db(), "update push_messages set lease_until = $1, next_attempt_at = $2", [
      new Date(clock.getTime() + 30 * SECOND_MS),
      clock,
    ]);
    expect(await send()).toBe(0);
    later(30 * SECOND_MS);
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
  });
});

describe("a job", () => {
  test("tells of the customer's yes, which says nothing where the customer stops at once", async () => {
    const { providerId } = await addCompany();
    const told = await acceptedOffer(providerId);
    await answer(told.offerId, "yes");
    expect(await send()).toBe(1);
    expect(listPayloads().at(-1)).toEqual({ kind: "customer-yes", id: told.offerId });
    const stopped = await acceptedOffer(providerId);
    await answer(stopped.offerId, "yes");
    await stop(stopped.requestId);
    service.messages.length = 0;
    await send();
    expect(listPayloads()).not.toContainEqual({ kind: "customer-yes", id: stopped.offerId });
  });

  test("tells of messages of the customer and of staff, and not of the company's own", async () => {
    const { providerId } = await addCompany();
    const offer = await connectedOffer(providerId);
    expect(await write(offer)).toMatchObject({ ok: true });
    later(SECOND_MS);
    await write(offer, "staff");
    later(SECOND_MS);
    await write(offer, "provider");
    expect(await send()).toBe(2);
    expect(listPayloads()).toEqual(Array(2).fill({ kind: "message", id: offer.offerId }));
  });

  test("tells of no message once the company may not see the customer any more", async () => {
    const { providerId } = await addCompany();
    const offer = await connectedOffer(providerId);
    await write(offer);
    await stop(offer.requestId);
    expect(await send()).toBe(0);
    expect((await listStates()).at(-1)).toEqual({
      ...{ kind: "message", state: "dropped", error: "stale" },
    });
  });

  test("tells of a visit that the customer sets or moves, and not of the company's own change", async () => {
    const { providerId } = await addCompany();
    const { offerId, requestId } = await connectedOffer(providerId);
    const day = (days: number) =>
      new Date(start.getTime() + days * DAY_MS).toISOString().slice(0, 10);
    await saveWindows(act(), { requestId, choices: [{ day: day(2), start: "10" }] });
    const [window] = await queryRows<{ id: string }>(db(), "select id from request_windows");
    const change = { kind: "pick", windowId: window?.id ?? "" } as const;
    const picked = await changeVisit(act(), { offerId, by: "provider", change });
    expect(picked).toMatchObject({ ok: true });
    expect(await send()).toBe(0);
    await changeVisit(act(), {
      ...{ offerId, by: "customer" },
      change: { kind: "cancel", reason: "We are away that day", sequence: 0 },
    });
    expect(await send()).toBe(1);
    expect(listPayloads()).toEqual([{ kind: "visit-changed", id: offerId }]);
  });

  test.each([
    ["a no before the job", false, (offerId: string) => answer(offerId, "no")],
    ["canceling", true, (_: string, requestId: string) => cancelRequest(act(), { requestId })],
    [
      "asking to stop",
      true,
      async (_: string, requestId: string) => {
        await stop(requestId);
        await pushStops(app());
        expect(await pushStops(app())).toBe(0);
      },
    ],
  ] as [string, boolean, (...ids: string[]) => Promise<unknown>][])(
    "tells once that it ended by the customer's %s",
    async (_, isConnected, end) => {
      const { providerId } = await addCompany();
      const { offerId, requestId } = await (isConnected ? connectedOffer : acceptedOffer)(
        providerId,
      );
      service.messages.length = 0;
      await end(offerId, requestId);
      expect(await send()).toBe(1);
      expect(listPayloads()).toEqual([{ kind: "job-ended", id: offerId }]);
    },
  );
});

describe("a person", () => {
  test("who lost access gets nothing, also of what was queued, and has no devices left", async () => {
    const { person, providerId } = await addCompany();
    await addPerson(providerId);
    await offerTo(providerId);
    await queryRows(db(), "update provider_users set is_active = false where id = $1", [
      person.userId,
    ]);
    expect(await send()).toBe(0);
    expect(await listStates()).toMatchObject([{ state: "dropped", error: "no-access" }]);
    await queryRows(db(), "update provider_users set is_active = true");
    const { userId } = person;
    await changePerson(act(), { providerId, userId, change: "deactivate", byUserId: null });
    expect(await listOwn(person)).toEqual([]);
  });

  test("removes and tests only their own devices", async () => {
    const [{ person }, { person: other }] = [await addCompany(), await addCompany()];
    const [device] = await listOwn(person);
    const id = device?.id ?? "";
    await submit(other, { intent: "push-turn-off", device: id });
    expect(await listOwn(person)).toHaveLength(1);
    expect(await submit(other, { intent: "push-test", device: id })).toMatchObject({ ok: false });
    expect(service.calls).toEqual([]);
    expect(await submit(person, { intent: "push-test", device: id })).toMatchObject({ ok: true });
    expect(listPayloads()).toEqual([{ kind: "test" }]);
    await submit(person, { intent: "push-turn-off", device: id });
    expect(await listOwn(person)).toEqual([]);
  });

  test("has at most ten devices, and so many tests an hour", async () => {
    const { person } = await addCompany();
    for (let device = 1; device < MAX_DEVICES; device += 1) await turnOn(person);
    const refused = await submit(person, { intent: "push-turn-on", ...service.subscribe() });
    expect(refused).toMatchObject({ ok: false, message: expect.stringContaining("10 devices") });
    const [device] = await listOwn(person);
    const testDevice = () => submit(person, { intent: "push-test", device: device?.id ?? "" });
    for (let count = 0; count < MAX_TESTS; count += 1) await testDevice();
    expect(await testDevice()).toMatchObject({ ok: false, isTooMany: true });
  });

  test("is named in the audit log by an id, without the device's address", async () => {
    const { person, endpoint } = await addCompany();
    const rows = JSON.stringify(await queryRows(db(), "select * from audit_log"));
    expect(rows).toContain(person.userId);
    expect(rows).not.toContain(endpoint);
    expect(rows).not.toContain(person.email);
  });
});

test("a company hears once of an erased customer, and of nothing that was queued before", async () => {
  const { providerId } = await addCompany();
  const offer = await connectedOffer(providerId);
  await write(offer);
  await withTransaction(db(), async (tx) => {
    await noteErasure(tx, act(), [offer.requestId]);
    await eraseRequestFields(tx, [offer.requestId]);
  });
  expect(await send()).toBe(1);
  expect(listPayloads()).toEqual([{ kind: "job-ended", id: offer.offerId }]);
});
