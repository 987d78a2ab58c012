import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { createContactSyncTarget } from "#app/features/crm/contact-sync/client.server.ts";
import {
  createOAuthState,
  exchangeCode,
} from "#app/features/crm/highlevel/exchange-code.server.ts";
import { deliverOptOuts } from "#app/features/crm/opt-outs/deliver-opt-outs.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { claimDeliveries } from "#app/features/crm/outbox/claim.server.ts";
import { deliverDue, deliverRow } from "#app/features/crm/outbox/deliver.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { resendRequest } from "#app/features/requests/inbox/mutations.server.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { contactKeys, queryRows } from "../factories.ts";
import { startContactSync } from "../fakes/contact-sync.ts";
import {
  buildDeliveryOptions,
  clock,
  context,
  crm,
  deliver,
  faultAt,
  getBreaker,
  getContact,
  getDelivery,
  pass,
  services,
  setUpHighLevel,
  store,
  vault,
} from "../highlevel.ts";

setUpHighLevel();

describe("a request for HighLevel", () => {
  test("becomes a contact with tags and one note, and keeps what the contact had", async () => {
    const existing = crm.addContact({ email: "jordan@example.com", tags: ["customer"] });
    const id = await store({ values: { description: "Leak <b>now</b>" } });
    await deliver();
    expect((await getDelivery(id))?.state).toBe("delivered");
    expect([...crm.contacts.keys()]).toEqual([existing.id]);
    expect(await getContact(id)).toMatchObject({
      phone: "+14045550123",
      tags: ["customer", "website lead", "plumbing"],
      fields: { firstName: "Jordan", lastName: "Example", city: "Atlanta" },
    });
    expect(crm.notes()).toHaveLength(1);
    expect(crm.notes()[0]).toContain(`Request ${id}`);
    expect(crm.notes()[0]).toContain("Leak <b>now</b>");
    expect(crm.calls).toHaveLength(3);
    const [row] = await queryRows(
      context.db,
      "select synced_at is not null as synced from service_requests where id = $1",
      [id],
    );
    expect(row).toEqual({ synced: true });
  });

  test("names the fields that the CRM did not store, where email and phone belong to two contacts", async () => {
    crm.addContact({ email: "jordan@example.com" });
    crm.addContact({ phone: "+14045550123" });
    const id = await store();
    await deliver();
    expect((await getDelivery(id))?.progress.differences).toEqual(["phone"]);
    expect(crm.notes()[0]).toContain("(404) 555-0123");
  });

  test("puts quiz answers into custom fields, and creates missing fields once", async () => {
    crm.customFields.push({ id: "old", name: "Question 1", fieldKey: "contact.question_1" });
    const answers = [
      { id: "1", questionText: "Does it hum?", answer: "Yes", ghlField: "question_1" },
      { id: "2", questionText: "How old?", answer: "Ten years", ghlField: "Question 2!" },
    ];
    const ids = [
      await store(),
      await store({ values: { phone: "404 555 0177", email: "b@example.com" } }),
    ];
    await context.db.$client.query(
      "update service_requests set additional_details = additional_details || $1",
      [JSON.stringify({ quiz_answers: answers })],
    );
    await deliver();
    for (const id of ids)
      expect((await getContact(id))?.customFields).toEqual({ old: "Yes", f2: "Ten years" });
    expect(crm.customFields.map((field) => field.fieldKey)).toEqual([
      "contact.question_1",
      "contact.question_2",
    ]);
  });

  test("a location that refuses custom fields still gets the contact", async () => {
    const id = await store();
    await context.db.$client.query(
      "update service_requests set additional_details = additional_details || $1",
      [
        JSON.stringify({
          quiz_answers: [
            {
              id: "1",
              questionText: "Does it hum?",
              answer: "Yes, loudly",
              ghlField: "question_1",
            },
          ],
        }),
      ],
    );
    faultAt(/customFields/, { kind: "status", status: 403 }, 9);
    await deliver();
    expect(await getDelivery(id)).toMatchObject({
      state: "delivered",
      progress: { differences: ["quiz answers"] },
    });
    expect(crm.notes()[0]).toContain("Yes, loudly");
  });

  test("is dead at once without a phone number and an email address", async () => {
    const id = await store({ values: { phone: "call me", email: "" } });
    await deliver();
    expect(await getDelivery(id)).toMatchObject({ state: "dead", attempts: 1 });
    expect(crm.calls).toEqual([]);
  });
});

test("requests of one person are sent one at a time, even by several workers", async () => {
  const firstId = await store();
  pass(1);
  const samePhoneId = await store({ values: { email: "other@example.com" } });
  const sameEmailId = await store({ values: { phone: "404 555 0190" } });
  const unrelatedId = await store({ values: { phone: "404 555 0191", email: "s@example.com" } });
  const options = buildDeliveryOptions(services);
  const { rows, probing } = await claimDeliveries(options);
  expect(rows.map((row) => row.requestId).sort()).toEqual([firstId, unrelatedId].sort());
  expect((await claimDeliveries(options)).rows).toEqual([]);
  await Promise.all(rows.map((row) => deliverRow(options, row, probing)));
  await deliver();
  for (const id of [firstId, samePhoneId, sameEmailId, unrelatedId])
    expect((await getDelivery(id))?.state).toBe("delivered");
});

test("an erased request keeps no trace of its contact", async () => {
  const id = await store();
  await deliver();
  await suppressContact(context.db, {
    phone: "404 555 0123",
    source: "test",
    now: clock,
    contactKeys,
  });
  await deliverOptOuts({ ...services, random: () => 0.5 });
  await withTransaction(context.db, (tx) => eraseRequestFields(tx, [id]));
  expect((await getDelivery(id))?.progress).toEqual({});
  expect(await queryRows(context.db, "select 1 from crm_opt_outs")).toEqual([]);
});

describe("targets", () => {
  test("a row keeps its target when the setting changes, even when it is sent again", async () => {
    const otherTarget = await startContactSync({ key: "k", secret: "s" });
    const syncOptions = {
      ...buildDeliveryOptions(services),
      target: createContactSyncTarget({ db: context.db, config: otherTarget, now: () => clock }),
    };
    const highLevelId = await store();
    const syncId = await store({ target: "contact-sync", values: { phone: "404 555 0199" } });
    await deliverDue(syncOptions);
    expect((await getDelivery(highLevelId))?.state).toBe("waiting");
    await deliver();
    expect(otherTarget.calls).toHaveLength(1);
    expect(crm.contacts.size).toBe(1);
    expect((await getDelivery(syncId))?.target).toBe("contact-sync");

    await context.db.$client.query("update crm_outbox set state = 'dead' where request_id = $1", [
      highLevelId,
    ]);
    await resendRequest(
      { db: context.db, actor: randomUUID(), httpRequestId: "test", now: clock },
      { id: highLevelId },
    );
    await Promise.all([deliverDue(syncOptions), deliver()]);
    expect(await getDelivery(highLevelId)).toMatchObject({
      state: "delivered",
      target: "highlevel",
    });
    expect(otherTarget.calls).toHaveLength(1);
    expect(crm.notes()).toHaveLength(1);
    await otherTarget.close();
  });

  test("a failing target does not affect the other", async () => {
    const otherTarget = await startContactSync({ key: "k", secret: "s" });
    const syncOptions = {
      ...buildDeliveryOptions(services),
      target: createContactSyncTarget({ db: context.db, config: otherTarget, now: () => clock }),
    };
    for (let n = 0; n < 8; n++)
      await store({ values: { phone: `404555${6000 + n}`, email: `u${n}@example.com` } });
    const syncId = await store({ target: "contact-sync", values: { phone: "404 555 0198" } });
    crm.behave({ kind: "status", status: 500 });
    await deliver();
    await deliverDue(syncOptions);
    expect(await getBreaker()).toMatchObject({ state: "open" });
    expect((await getDelivery(syncId))?.state).toBe("delivered");
    await otherTarget.close();
  });
});

test("a code without a state is exchanged only right after the person entered the password; one with a wrong state never", async () => {
  await context.db.$client.query("delete from crm_connections");
  const env = parseEnv({
    CRM_CLIENT_ID: crm.clientId,
    CRM_CLIENT_SECRET: crm.clientSecret,
    CRM_API_BASE_URL: crm.url,
  });
  const exchange = (body: Record<string, unknown>, hasRecentPassword: boolean) =>
    exchangeCode({ ...services, env, actor: "boss", now: clock }, { body, hasRecentPassword });
  const response = await exchange({ code: crm.issueCode() }, false);
  expect(response).toMatchObject({
    status: 403,
    response: { success: false, error: "Please sign in again to connect without a state" },
  });
  expect((await exchange({ code: crm.issueCode(), state: "forged" }, true)).status).toBe(400);
  expect(
    (
      await exchange(
        {
          code: crm.issueCode(),
          state: createOAuthState(vault, { userId: "somebody else", now: clock }),
        },
        true,
      )
    ).status,
  ).toBe(400);
  expect(await queryRows(context.db, "select 1 from crm_connections")).toEqual([]);
  expect(crm.calls).toEqual([]);
  expect(
    (
      await exchange(
        { code: crm.issueCode(), state: createOAuthState(vault, { userId: "boss", now: clock }) },
        false,
      )
    ).status,
  ).toBe(200);
  expect(await exchange({ code: crm.issueCode() }, true)).toMatchObject({
    status: 200,
    response: { location_id: "loc-1" },
  });
});
