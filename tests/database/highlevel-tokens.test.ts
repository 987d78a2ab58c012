import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  disconnectHighLevel,
  getConnection,
} from "#app/features/crm/highlevel/connections.server.ts";
import { getLastReport, reconcileNightly } from "#app/features/crm/highlevel/reconcile.server.ts";
import { refreshExpiringTokens } from "#app/features/crm/highlevel/refresh-tokens.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { deliverDue } from "#app/features/crm/outbox/deliver.server.ts";
import { composeTargetTrouble } from "#app/features/notifications/compose-mails.ts";
import {
  findEndingConnection,
  listOpenTargets,
} from "#app/features/notifications/queries.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { createVault } from "#app/lib/vault.server.ts";
import { contactKeys, queryRows } from "../factories.ts";
import {
  buildContext,
  buildDeliveryOptions,
  clock,
  connect,
  connectOtherLocation,
  context,
  crm,
  deliver,
  faultAt,
  getBreaker,
  getContact,
  getDelivery,
  log,
  pass,
  START,
  services,
  setUpHighLevel,
  store,
} from "../highlevel.ts";

setUpHighLevel();

describe("tokens", () => {
  test("twenty jobs on two instances meet an expired token: one refresh, and no job fails", async () => {
    for (let n = 0; n < 20; n++)
      await store({ values: { phone: `404555${5000 + n}`, email: `t${n}@example.com` } });
    crm.expireAccessToken();
    // A second object for the same database stands for another process: only the lock is shared.
    await Promise.all([
      deliverDue(buildDeliveryOptions(services)),
      deliverDue(
        buildDeliveryOptions(buildContext(Object.create(context.db) as typeof context.db)),
      ),
    ]);
    expect(crm.refreshes()).toBe(1);
    expect(crm.notes()).toHaveLength(20);
    expect(
      await queryRows(context.db, "select 1 from crm_attempts where outcome <> 'delivered'"),
    ).toEqual([]);
  });

  test("are refreshed before they expire, and the new pair is stored encrypted", async () => {
    await refreshExpiringTokens(services);
    expect(crm.refreshes()).toBe(0);
    pass(23.5 * HOUR_MS);
    await refreshExpiringTokens(services);
    expect(crm.refreshes()).toBe(1);
    await store();
    await deliver();
    expect(crm.refreshes()).toBe(1);
    const connection = await getConnection(services);
    expect(connection).toMatchObject({ version: 2, refreshedAt: clock });
    const [row] = await queryRows<{ text: string }>(
      context.db,
      "select c::text as text from crm_connections c where disconnected_at is null",
    );
    expect(row?.text).not.toContain(connection?.tokens?.access);
    expect(row?.text).not.toContain(connection?.tokens?.refresh);
    expect(
      await getConnection({ db: context.db, vault: createVault(randomBytes(32)) }),
    ).toMatchObject({ tokens: null });
  });

  test("that are refused pause the target and alert staff; after a new connection the rows are delivered", async () => {
    const id = await store();
    crm.revokeTokens();
    await deliver();
    expect(await getDelivery(id)).toMatchObject({ state: "waiting", attempts: 0 });
    expect(await getBreaker()).toEqual({
      state: "paused",
      reason: "the tokens are refused, connect HighLevel again",
    });
    expect((await getConnection(services))?.refreshError).toContain("status 400");
    const [openTarget] = await listOpenTargets(context.db);
    if (!openTarget) throw new Error("there is no open target");
    const mail = composeTargetTrouble(openTarget, {
      brand: "Henry",
      portal: "https://henry.example/backyard",
    });
    expect(mail.subject).toBe("Deliveries to HighLevel are paused");
    expect(mail.text).toContain("(the tokens are refused, connect HighLevel again)");
    await connect();
    await deliver();
    expect((await getDelivery(id))?.state).toBe("delivered");
    expect(await getBreaker()).toEqual({ state: "closed", reason: null });
  });

  test("that cannot be refreshed alert staff before they expire and work until then; then the target is paused, even with nothing to deliver", async () => {
    crm.behave((call) =>
      call.path === "/oauth/token" ? { kind: "status", status: 503 } : { kind: "ok" },
    );
    const findEnding = () => findEndingConnection(context.db, clock);
    pass(23.2 * HOUR_MS);
    await refreshExpiringTokens(services);
    expect(await findEnding()).toBeNull();
    pass(0.1 * HOUR_MS);
    await refreshExpiringTokens(services);
    expect(await findEnding()).toMatchObject({ endsAt: new Date(START.getTime() + 24 * HOUR_MS) });
    const id = await store();
    await deliver();
    expect((await getDelivery(id))?.state).toBe("delivered");
    expect(await getBreaker()).toMatchObject({ state: "closed" });
    pass(0.7 * HOUR_MS);
    await refreshExpiringTokens(services);
    expect(await getBreaker()).toMatchObject({
      state: "paused",
      reason: "no new tokens could be fetched",
    });
    expect(await findEnding()).toBeNull();
    crm.behave({ kind: "ok" });
    await refreshExpiringTokens(services);
    expect(await getBreaker()).toMatchObject({ state: "closed" });
    expect(await findEnding()).toBeNull();
  });

  test("without a connection rows wait, and the tokens of an ended one are deleted", async () => {
    const id = await store();
    expect(await disconnectHighLevel({ db: context.db, actor: "test", now: clock })).toBe(true);
    await deliver();
    expect(await getDelivery(id)).toMatchObject({ state: "waiting", attempts: 0 });
    expect(crm.calls).toEqual([]);
    expect(
      await queryRows(
        context.db,
        "select 1 from crm_connections where access_token is not null or refresh_token is not null",
      ),
    ).toEqual([]);
  });
});

test("after a change of location the new one gets the waiting rows, and the old one's contacts do not count as missing", async () => {
  const deliveredId = await store();
  await deliver();
  const partialId = await store({ values: { phone: "404 555 0111", email: "half@example.com" } });
  faultAt(/tags/, { kind: "status", status: 500 });
  await deliver();
  expect((await getDelivery(partialId))?.state).toBe("waiting");
  await connectOtherLocation("loc-2");
  pass(2 * MINUTE_MS);
  await deliver();
  expect(await getDelivery(partialId)).toMatchObject({
    state: "delivered",
    progress: { locationId: "loc-2" },
  });
  expect((await getContact(partialId))?.notes).toHaveLength(1);
  expect(crm.contacts.size).toBe(1);
  expect(await getContact(deliveredId)).toBeUndefined();
  pass(HOUR_MS + MINUTE_MS);
  const report = await reconcileNightly({
    db: context.db,
    log,
    now: clock,
    timeZone: "America/New_York",
    highLevel: services,
  });
  expect(report).toMatchObject({ notQueued: 0, undelivered: 0, sampled: 1, missing: 0 });
});

test("an unreadable answer does not count as a missing contact in the nightly comparison", async () => {
  await store();
  await deliver();
  pass(HOUR_MS + MINUTE_MS);
  crm.behave({ kind: "status", status: 200, text: "" });
  const report = await reconcileNightly({
    db: context.db,
    log,
    now: clock,
    timeZone: "America/New_York",
    highLevel: services,
  });
  expect(report).toMatchObject({ sampled: 0, missing: 0 });
});

test("the nightly comparison finds requests without a delivery, and deleted contacts", async () => {
  const unqueuedId = await store();
  const lateId = await store({ values: { phone: "404 555 0111", email: "l@example.com" } });
  const deletedContactId = await store({
    values: { phone: "404 555 0112", email: "g@example.com" },
  });
  const deliveredId = await store({ values: { phone: "404 555 0113", email: "h@example.com" } });
  await context.db.$client.query("delete from crm_outbox where request_id = $1", [unqueuedId]);
  await context.db.$client.query(
    "update crm_outbox set next_attempt_at = $2 where request_id = $1",
    [lateId, new Date(clock.getTime() + 90 * MINUTE_MS)],
  );
  await deliver();
  crm.contacts.delete((await getContact(deletedContactId))?.id ?? "");
  pass(61 * MINUTE_MS);
  // Requests of people who opted out are skipped on purpose.
  await store({ values: { phone: "404 555 0114", email: "i@example.com" } });
  await suppressContact(context.db, {
    phone: "404 555 0114",
    source: "test",
    now: clock,
    contactKeys,
  });
  pass(61 * MINUTE_MS);
  const reconcileOptions = {
    db: context.db,
    log,
    now: clock,
    timeZone: "America/New_York",
    highLevel: services,
  };
  const report = await reconcileNightly(reconcileOptions);
  expect(report).toMatchObject({
    notQueued: 1,
    undelivered: 1,
    sampled: 2,
    missing: 1,
    requestIds: { notQueued: [unqueuedId], missing: [deletedContactId] },
  });
  expect((await getDelivery(deliveredId))?.state).toBe("delivered");
  expect(await reconcileNightly(reconcileOptions)).toBeNull();
  expect(await getLastReport(context.db)).toEqual(report);
});
