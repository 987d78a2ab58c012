import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sealConsentRecords } from "#app/features/consent/seal-chain.server.ts";
import { ensureConsentText } from "#app/features/consent/texts.server.ts";
import { verifyConsentChain } from "#app/features/consent/verify-chain.server.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());

const store = (count: number) =>
  Promise.all(Array.from({ length: count }, () => storeRequest(context.db)));

test("records can only be added, by the application and by the owner of the tables", async () => {
  await store(1);
  for (const table of ["consent_records", "consent_texts", "consent_chain", "audit_log"]) {
    for (const statement of [
      `update ${table} set id = id`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      const sql = table === "consent_chain" ? statement.replace("id = id", "seq = seq") : statement;
      await expect(context.db.$client.query(sql), sql).rejects.toMatchObject({ code: "42501" });
      await expect(context.owner.$client.query(sql), sql).rejects.toMatchObject({ code: "42501" });
    }
  }
});

test("concurrent first visitors of a new wording see the same text", async () => {
  const textIds = Array.from({ length: 10 }, () =>
    ensureConsentText(context.db, {
      renderedText: "A wording that nobody has seen",
      version: 9,
      now: new Date(),
    }),
  );
  expect(new Set(await Promise.all(textIds)).size).toBe(1);
});

test("each record is linked once, even by several sealers at the same time", async () => {
  await store(25);
  await Promise.all(
    Array.from({ length: 4 }, () =>
      sealConsentRecords(context.db, { now: new Date(), sweep: true }),
    ),
  );
  await sealConsentRecords(context.db, { now: new Date(), sweep: true });
  const [{ records, links, last } = {}] = await queryRows(
    context.db,
    "select (select count(*)::int from consent_records) as records, (select count(*)::int from consent_chain) as links, (select max(seq)::int from consent_chain) as last",
  );
  expect(links).toBe(records);
  expect(last).toBe(records);
  expect(await verifyConsentChain(context.db)).toEqual({
    checked: records,
    unsealed: 0,
    damage: null,
  });
});

test("the check reports a record that was changed directly in the database, and counts unsealed ones", async () => {
  await store(3);
  const before = await verifyConsentChain(context.db);
  expect(before).toMatchObject({ unsealed: 3, damage: null });
  await sealConsentRecords(context.db, { now: new Date() });
  const [record] = await queryRows<{ id: string; seq: string }>(
    context.owner,
    "select r.id, c.seq from consent_records r join consent_chain c on c.record_id = r.id order by c.seq offset 5 limit 1",
  );
  await context.owner.$client.query("alter table consent_records disable trigger user");
  await context.owner.$client.query(
    "update consent_records set phone_raw = '+15550000000' where id = $1",
    [record?.id],
  );
  const report = await verifyConsentChain(context.db);
  expect(report.damage).toEqual({
    seq: Number(record?.seq),
    recordId: record?.id,
    problem: "the record was changed after it was stored",
  });
  expect(report.checked).toBe(Number(record?.seq) - 1);
});
