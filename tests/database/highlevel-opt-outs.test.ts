import { describe, expect, test } from "vitest";
import { disconnectHighLevel } from "#app/features/crm/highlevel/connections.server.ts";
import { deliverOptOuts } from "#app/features/crm/opt-outs/deliver-opt-outs.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { claimDeliveries } from "#app/features/crm/outbox/claim.server.ts";
import { deliverRow } from "#app/features/crm/outbox/deliver.server.ts";
import { createStopLink, optOutByLink } from "#app/features/privacy/stop-link.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { contactKeys, queryRows } from "../factories.ts";
import {
  buildDeliveryOptions,
  clock,
  connect,
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

describe("opt-outs", () => {
  const optOut = (phone: string) =>
    suppressContact(context.db, { phone, source: "test", now: clock, contactKeys });
  const listOptOuts = () =>
    queryRows<{ state: string; attempts: number }>(
      context.db,
      "select state, attempts from crm_opt_outs order by created_at",
    );
  const sendOptOuts = () => deliverOptOuts({ ...services, random: () => 0.5 });

  test("reach the contacts that the CRM has, after a failure too, and each once", async () => {
    const id = await store();
    await deliver();
    pass(MINUTE_MS);
    await optOut("404-555-0123");
    await optOut("404-555-0123");
    faultAt(/contacts/, { kind: "status", status: 500 });
    await sendOptOuts();
    expect((await getContact(id))?.dnd).toBe(false);
    pass(2 * MINUTE_MS);
    await sendOptOuts();
    expect((await getContact(id))?.dnd).toBe(true);
    expect(await listOptOuts()).toEqual([{ state: "delivered", attempts: 2 }]);
    const callsBefore = crm.calls.length;
    await sendOptOuts();
    expect(crm.calls).toHaveLength(callsBefore);
  });

  test("come from the opt-out page as from staff", async () => {
    const id = await store();
    await deliver();
    pass(MINUTE_MS);
    const linkContext = { db: context.db, contactKeys, now: () => clock, env: parseEnv({}) };
    const link = createStopLink(linkContext, { email: "jordan@example.com" }) ?? "";
    expect(
      await optOutByLink({ ...linkContext, now: clock }, { token: link.split("/").at(-1) ?? "" }),
    ).toEqual({ ok: true });
    await sendOptOuts();
    expect((await getContact(id))?.dnd).toBe(true);
    expect(
      await queryRows(context.db, "select kind from request_events where request_id = $1", [id]),
    ).toEqual([{ kind: "crm-stopped" }]);
  });

  test("during a delivery still reach the contact", async () => {
    const id = await store();
    const options = buildDeliveryOptions(services);
    const { rows, probing } = await claimDeliveries(options);
    pass(1_000);
    await optOut("404-555-0123");
    await Promise.all(rows.map((row) => deliverRow(options, row, probing)));
    await sendOptOuts();
    expect((await getContact(id))?.dnd).toBe(true);
  });

  test("are superseded where the person sent a new request before they were delivered", async () => {
    const id = await store();
    await deliver();
    pass(1_000);
    await optOut("404-555-0123");
    pass(1_000);
    await store();
    await deliver();
    await sendOptOuts();
    expect((await getContact(id))?.dnd).toBe(false);
    expect(await listOptOuts()).toMatchObject([{ state: "superseded" }]);
  });

  test("for a contact of a previously connected location end on their own, and block no delivery", async () => {
    await store();
    await deliver();
    pass(MINUTE_MS);
    await optOut("404-555-0123");
    crm.behave((call) =>
      call.method === "PUT"
        ? {
            kind: "status",
            status: 403,
            message: "The token does not have access to this location.",
          }
        : { kind: "ok" },
    );
    await sendOptOuts();
    expect(await getBreaker()).toMatchObject({ state: "closed" });
    expect(await listOptOuts()).toEqual([{ state: "waiting", attempts: 1 }]);
    const otherId = await store({ values: { phone: "404 555 0133", email: "other@example.com" } });
    await deliver();
    expect((await getDelivery(otherId))?.state).toBe("delivered");
    for (let hour = 0; hour < 120; hour++) {
      pass(HOUR_MS);
      await sendOptOuts();
    }
    expect(await listOptOuts()).toEqual([{ state: "dead", attempts: 10 }]);
    expect(crm.calls.filter((call) => call.method === "PUT")).toHaveLength(10);
  });

  test("wait without a connection, and end where the contact was deleted", async () => {
    await store();
    await deliver();
    await optOut("404-555-0123");
    await disconnectHighLevel({ db: context.db, actor: "test", now: clock });
    await sendOptOuts();
    expect(await listOptOuts()).toEqual([{ state: "waiting", attempts: 0 }]);
    await connect();
    crm.contacts.clear();
    await sendOptOuts();
    expect(await listOptOuts()).toMatchObject([{ state: "dead" }]);
  });
});
