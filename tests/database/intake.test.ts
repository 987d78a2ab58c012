import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { closeDatabase, createDatabase } from "#app/db/client.server.ts";
import { createConsentTexts } from "#app/features/consent/texts.server.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { startTcpProxy } from "../setup/tcp-proxy.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());

describe("a quote request", () => {
  test("is stored with consent record and outbox row, raw and normalized", async () => {
    const now = new Date("2026-05-04T10:00:00.123Z");
    const result = await storeRequest(context.db, {
      now,
      values: {
        name: "  Ana  ",
        phone: "404-555-0188",
        email: " Ana@Example.com ",
        zipCode: "30301",
      },
    });
    expect(result).toMatchObject({ ok: true, created: true });
    const id = (result as { id: string }).id;
    const [request] = await queryRows(context.db, "select * from service_requests where id = $1", [
      id,
    ]);
    expect(request).toMatchObject({
      customer_name: "  Ana  ",
      customer_phone: "404-555-0188",
      phone_e164: "+14045550188",
      email_normalized: "ana@example.com",
      zip_valid: "30301",
      status: "new",
      created_at: now,
      project_type: "General Service",
      project_size: "To be determined",
    });
    expect(String(request?.id)[14]).toBe("7");
    const [consent] = await queryRows(
      context.db,
      "select * from consent_records where service_request_id = $1",
      [id],
    );
    expect(consent).toMatchObject({
      status: "captured",
      phone_e164: "+14045550188",
      visible_ms: 9_000,
      page_url: "http://localhost:3000/home-services/plumbing",
    });
    expect(consent?.rendered_text).toContain("not a condition of buying");
    const [outboxRow] = await queryRows(
      context.db,
      "select state, attempts, target from crm_outbox where request_id = $1",
      [id],
    );
    expect(outboxRow).toEqual({ state: "waiting", attempts: 0, target: "contact-sync" });
  });

  test("with one key, sent 50 times at once, is one request", async () => {
    const key = randomUUID();
    const now = new Date();
    const results = await Promise.all(
      Array.from({ length: 50 }, () =>
        storeRequest(context.db, { key, now, address: "192.0.2.50" }),
      ),
    );
    expect(results.every((result) => result.ok)).toBe(true);
    expect(results.filter((result) => result.ok && result.created)).toHaveLength(1);
    expect(
      await queryRows(context.db, "select 1 from service_requests where idempotency_key = $1", [
        key,
      ]),
    ).toHaveLength(1);
    expect(
      await queryRows(
        context.db,
        "select 1 from crm_outbox o join service_requests r on r.id = o.request_id where r.idempotency_key = $1",
        [key],
      ),
    ).toHaveLength(1);
  });

  test("with a used key and other answers is refused; with another id and time it is the same", async () => {
    const key = randomUUID();
    await storeRequest(context.db, { key, now: new Date("2026-05-04T10:00:00Z") });
    expect(
      await storeRequest(context.db, { key, now: new Date("2026-05-04T10:05:00Z") }),
    ).toMatchObject({ ok: true, created: false });
    expect(await storeRequest(context.db, { key, values: { name: "Someone Else" } })).toEqual({
      ok: false,
      reason: "key-conflict",
    });
  });

  test("without consent proof is stored with a consent record that says so", async () => {
    const result = await storeRequest(context.db, { meta: { consent_text_id: "never-shown" } });
    const [consent] = await queryRows(
      context.db,
      "select status, rendered_text from consent_records where service_request_id = $1",
      [(result as { id: string }).id],
    );
    expect(consent).toEqual({ status: "not captured", rendered_text: null });
  });

  test.each([
    ["a filled hidden field", { meta: { website: "http://spam.example" } }, "honeypot"],
    ["a form filled in a second", { meta: { filled_ms: 900 } }, "too-fast"],
  ])("with %s is stored, flagged and held", async (_name, options, flag) => {
    const result = await storeRequest(context.db, options);
    const [row] = await queryRows<{ flags: string[]; state: string }>(
      context.db,
      "select r.flags, o.state from service_requests r join crm_outbox o on o.request_id = r.id where r.id = $1",
      [(result as { id: string }).id],
    );
    expect(row?.flags).toContain(flag);
    expect(row?.state).toBe("held");
  });

  test("is held from the sixth a minute per address on, and refused from the 61st", async () => {
    const now = new Date();
    const address = "192.0.2.61";
    const results = [];
    for (let i = 0; i < 61; i++)
      results.push(
        await storeRequest(context.db, {
          now,
          address,
          values: { phone: `404555${String(2000 + i)}` },
        }),
      );
    expect(results[60]).toEqual({ ok: false, reason: "too-many" });
    expect(results.slice(0, 60).every((result) => result.ok)).toBe(true);
    const states = await queryRows<{ state: string }>(
      context.db,
      "select o.state from crm_outbox o join consent_records c on c.service_request_id = o.request_id where c.ip = $1 order by c.id",
      [address],
    );
    expect(states.map((row) => row.state)).toEqual([
      ...Array(5).fill("waiting"),
      ...Array(55).fill("held"),
    ]);
    expect(
      await storeRequest(context.db, { address, now: new Date(now.getTime() + 61_000) }),
    ).toMatchObject({ ok: true });
  });

  test("with a phone of the last day is flagged as a likely duplicate, and delivered", async () => {
    const values = { phone: "404 555 0177" };
    await storeRequest(context.db, { values });
    const duplicate = await storeRequest(context.db, {
      values: { ...values, description: "Still leaking" },
    });
    const [row] = await queryRows(
      context.db,
      "select r.flags, o.state from service_requests r join crm_outbox o on o.request_id = r.id where r.id = $1",
      [(duplicate as { id: string }).id],
    );
    expect(row).toEqual({ flags: ["duplicate"], state: "waiting" });
  });

  test("with hostile text is stored as text; what PostgreSQL cannot store is left out", async () => {
    const description = `'; drop table service_requests; -- <script>alert(1)</script> \u0000 \ud800 {{7*7}} \u202e`;
    const result = await storeRequest(context.db, { values: { description } });
    const [row] = await queryRows<{ description: string }>(
      context.db,
      "select description from service_requests where id = $1",
      [(result as { id: string }).id],
    );
    expect(row?.description).toBe(description.replace("\u0000", "").replace("\ud800", "\ufffd"));
  });
});

test("a request with a key waits for a database that is down for a moment; without one it fails", async () => {
  const databasePort = Number(new URL(context.url).port);
  const network = await startTcpProxy({ target: databasePort });
  const url = Object.assign(new URL(context.url), { port: String(network.port) }).href;
  const db = createDatabase({ url, max: 2, onError: () => {} });
  // Nobody listens there.
  network.setTarget(1);
  const texts = createConsentTexts(context.db, () => new Date());
  const before = network.countAccepted();
  await expect(storeRequest(db, { key: null, texts })).rejects.toThrow();
  const tried = network.countAccepted();
  expect(tried).toBe(before + 1);

  const key = randomUUID();
  const result = storeRequest(db, { key, texts });
  await expect.poll(network.countAccepted).toBeGreaterThan(tried + 1);
  network.setTarget(databasePort);
  expect(await result).toMatchObject({ ok: true, created: true });
  expect(
    await queryRows(context.db, "select 1 from service_requests where idempotency_key = $1", [key]),
  ).toHaveLength(1);
  await closeDatabase(db);
  await network.close();
});

test("a request whose answer was lost after the commit is stored once, and is not taken for an earlier one", async () => {
  const network = await startTcpProxy({ target: Number(new URL(context.url).port) });
  const url = Object.assign(new URL(context.appUrl), { port: String(network.port) }).href;
  const db = createDatabase({ url, max: 1, onError: () => {} });
  const texts = createConsentTexts(context.db, () => new Date());
  await queryRows(db, "select 1");
  const key = randomUUID();
  const listStored = () =>
    queryRows(context.db, "select id from service_requests where idempotency_key = $1", [key]);

  // The statement arrives, and its answer is held back until the connection is gone.
  network.delay(1_000);
  const result = storeRequest(db, { key, texts });
  await expect.poll(listStored, { timeout: 10_000, interval: 10 }).toHaveLength(1);
  network.reset();
  network.restore();
  const [stored] = await listStored();
  expect(await result).toMatchObject({ ok: true, created: true, id: stored?.id });
  expect(await listStored()).toHaveLength(1);
  await closeDatabase(db);
  await network.close();
});
