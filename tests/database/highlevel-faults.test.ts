import { describe, expect, test } from "vitest";
import { refreshExpiringTokens } from "#app/features/crm/highlevel/refresh-tokens.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import {
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
} from "../highlevel.ts";

setUpHighLevel();

describe("faults", () => {
  test("a contact that a 422 created anyway is found by searching; without one the row is dead at once", async () => {
    const createdId = await store();
    faultAt(/upsert/, { kind: "status", status: 422, isHandled: true });
    await deliver();
    expect((await getDelivery(createdId))?.state).toBe("delivered");
    expect(crm.contacts.size).toBe(1);
    const rejectedId = await store({ values: { phone: "404 555 0188", email: "c@example.com" } });
    faultAt(/upsert/, { kind: "status", status: 422 });
    await deliver();
    expect((await getDelivery(rejectedId))?.state).toBe("dead");
    expect(crm.contacts.size).toBe(1);
  });

  test.each([
    ["the contact", /upsert/],
    ["the search after a refusal", /search/],
  ])(
    "an empty body or a page as the response to %s counts as a failure, and is retried",
    async (_what, path) => {
      const id = await store();
      for (const [index, text] of ["", "<html>Welcome</html>", "{}"]
        .slice(0, path.test("upsert") ? 3 : 2)
        .entries()) {
        let isRefused = path.test("upsert");
        crm.behave((call) => {
          if (path.test(call.path)) return { kind: "status", status: 200, text };
          if (isRefused || !/upsert/.test(call.path)) return { kind: "ok" };
          isRefused = true;
          return { kind: "status", status: 422, isHandled: true };
        });
        await deliver();
        expect(await getDelivery(id)).toMatchObject({
          state: "waiting",
          attempts: index + 1,
          last_error: "the answer is not what its documentation says",
        });
        pass(HOUR_MS);
      }
      crm.behave({ kind: "ok" });
      await deliver();
      expect((await getDelivery(id))?.state).toBe("delivered");
      expect(crm.contacts.size).toBe(1);
      expect(crm.notes()).toHaveLength(1);
    },
  );

  test("success with an empty body everywhere, also for new tokens, opens the breaker; there is one probe a minute and no attempt is lost", async () => {
    const id = await store();
    crm.behave({ kind: "status", status: 200, text: "" });
    for (let hour = 0; hour < 100; hour++) {
      await deliver();
      await refreshExpiringTokens(services);
      pass(HOUR_MS);
    }
    expect((await getDelivery(id))?.state).toBe("waiting");
    expect((await getDelivery(id))?.attempts).toBeLessThan(10);
    expect((await getBreaker())?.state).not.toBe("closed");
    expect(crm.calls.length).toBeLessThanOrEqual(200);
    const callsBefore = crm.calls.length;
    for (let second = 0; second < 120; second++) {
      await deliver();
      pass(1_000);
    }
    expect(crm.calls.length - callsBefore).toBeLessThanOrEqual(2);
    crm.behave({ kind: "ok" });
    pass(MINUTE_MS);
    await deliver();
    expect((await getDelivery(id))?.state).toBe("delivered");
    expect(crm.notes()).toHaveLength(1);
  });

  test("a refused phone number or email address is left out, and staff see it", async () => {
    for (const [key, message, omitted] of [
      ["phone", ["phone must be a valid phone number"], "phone"],
      ["email", ["email must be an email"], "email"],
    ] as const) {
      const id = await store({
        values: { phone: `404 555 01${key.length}4`, email: `${key}@example.com` },
      });
      crm.behave((call) =>
        call.body[key] ? { kind: "status", status: 422, message: [...message] } : { kind: "ok" },
      );
      await deliver();
      expect(await getDelivery(id)).toMatchObject({
        state: "delivered",
        progress: { differences: [omitted] },
      });
      expect(await getContact(id)).toMatchObject({ [key]: null });
      expect(crm.notes().at(-1)).toContain(`${key}@example.com`);
    }
  });

  test("a refused phone number without an email address is dead at once, and the reason names it", async () => {
    const id = await store({ values: { email: "" } });
    crm.behave((call) =>
      /upsert/.test(call.path)
        ? { kind: "status", status: 422, message: "+14045550123 is not a valid phone" }
        : { kind: "ok" },
    );
    await deliver();
    expect(await getDelivery(id)).toMatchObject({
      state: "dead",
      attempts: 1,
      last_error: "status 422, about phone",
    });
    expect(crm.calls.map((call) => call.path)).toEqual([
      "/contacts/upsert",
      "/contacts/search/duplicate",
    ]);
  });

  test("refused quiz answers are only in the note", async () => {
    const id = await store();
    const answers = [
      { id: "1", questionText: "Does it hum?", answer: "Yes, loudly", ghlField: "question_1" },
    ];
    await context.db.$client.query(
      "update service_requests set additional_details = additional_details || $1",
      [JSON.stringify({ quiz_answers: answers })],
    );
    crm.behave((call) =>
      call.body.customFields
        ? { kind: "status", status: 422, message: "customFields value is invalid" }
        : { kind: "ok" },
    );
    await deliver();
    expect(await getDelivery(id)).toMatchObject({
      state: "delivered",
      progress: { differences: ["quiz answers"] },
    });
    expect(crm.notes()[0]).toContain("Yes, loudly");
  });

  test("an existing contact is found and used where the location allows no duplicates", async () => {
    const existing = crm.addContact({
      phone: "+14045550123",
      email: "old@example.com",
      tags: ["customer"],
    });
    const id = await store();
    faultAt(/upsert/, {
      kind: "status",
      status: 400,
      message: "This location does not allow duplicated contacts.",
    });
    await deliver();
    expect(await getDelivery(id)).toMatchObject({
      state: "delivered",
      progress: { contactId: existing.id, differences: ["email"] },
    });
    expect(crm.contacts.size).toBe(1);
    expect(existing.tags).toContain("customer");
    expect(existing.notes).toHaveLength(1);
  });
});
