import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Database } from "#app/db/client.server.ts";
import { readBackup } from "#app/features/backup/backup-file.server.ts";
import { EXCLUDED_TABLES } from "#app/features/backup/constants.ts";
import { restoreBackup } from "#app/features/backup/restore-backup.server.ts";
import { writeBackup } from "#app/features/backup/write-backup.server.ts";
import { sealConsentRecords } from "#app/features/consent/seal-chain.server.ts";
import { verifyConsentChain } from "#app/features/consent/verify-chain.server.ts";
import { listDemoServices } from "#app/features/demo/demo-services.server.ts";
import { seedDemo } from "#app/features/demo/seed-demo.server.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { createTestFolder } from "../setup/test-folder.ts";

type Context = Awaited<ReturnType<typeof openTestDatabase>>;
const actionContext = (db: Database) => ({ db, actor: "command-line", now: new Date() });
const openContexts: Context[] = [];
const openDatabase = async () => {
  const context = await openTestDatabase(inject("templateUrl"));
  openContexts.push(context);
  return context;
};
const folder = createTestFolder("backup");
const file = join(folder, "deep", "one.jsonl.gz");
let source: Context;

/** Text that a line-based file or a cast could break. */
const ODD_TEXT =
  'a "quote", a \\backslash, {braces}, tab\t, line\nfeed, return\r, \u2028 and \u2029, ünï 漢字 🙂, NULL, \\N, ""';

beforeAll(async () => {
  source = await openDatabase();
  for (let index = 0; index < 12; index++)
    await storeRequest(source.db, { values: { name: `${ODD_TEXT} ${index}` } });
  await sealConsentRecords(source.db, { now: new Date(), sweep: true });
  await seedDemo(
    { db: source.owner, actor: "command-line", now: new Date() },
    { requests: 2_300, seed: 5, services: listDemoServices(), force: true },
  );
  await insertOddRows(source.owner);
  expect(await writeBackup(source.owner, { path: file, now: new Date() })).toMatchObject({
    ok: true,
  });
});
afterAll(async () => {
  await Promise.all(openContexts.map((context) => context.close()));
});

async function insertOddRows(owner: Database) {
  const pool = owner.$client;
  await pool.query(
    "insert into settings (key, value, updated_at) values ('odd', $1, '2024-02-29T23:59:59.999Z'), ('text', '\"2031\"', now()), ('nothing', 'null', now())",
    [
      JSON.stringify({
        text: ODD_TEXT,
        big: 12345678901234567890n.toString(),
        list: [1.5, -0.001, null, true, []],
      }),
    ],
  );
  await pool.query(
    `update settings set value = '{"n": 12345678901234567890.123456789}' where key = 'nothing'`,
  );
  await pool.query(
    "insert into funnel_counts (day, name, count) values ('2024-02-29', 'odd', 9007199254740993)",
  );
  await pool.query(
    "insert into crm_targets (target, since, recent_calls) values ('odd', now(), array['2025-01-01T00:00:00.001Z', '2025-07-01T12:34:56.789Z']::timestamptz[])",
  );
  await pool.query(
    "insert into providers (id, company_name, contact_name, phone, service_categories, service_area_zips, credits, reputation, created_at) values ($1, 'A', 'B', 'C', $2, '{}', -1234567890.12, 4.10, now())",
    [randomUUID(), [ODD_TEXT, "", "NULL", 'with "both", {and} commas']],
  );
  // Every byte, in an image of some megabytes and in a small one.
  const allBytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  await pool.query(
    "insert into request_photos (id, request_id, image, thumbnail, width, height, created_at) select $1, id, $2, $3, 2048, 1536, now() from service_requests limit 1",
    [randomUUID(), Buffer.concat(Array(12_000).fill(allBytes)), allBytes],
  );
  // What the customer did before a snooze must not end it in the restored database.
  await pool.query(
    "update service_requests set status = 'new', snoozed_until = now() + interval '1 day', snooze_kind = 'customer' where id in (select request_id from request_photos)",
  );
  // Merged into a request that is restored in a later batch.
  await pool.query(
    "update service_requests set merged_into_id = (select id from service_requests order by id desc limit 1) where id = (select id from service_requests order by id limit 1)",
  );
  const userId = randomUUID();
  await pool.query(
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1, $2, 'odd@example.com', now(), now())",
    [userId, ODD_TEXT],
  );
  await pool.query(
    "insert into admin_users (user_id, role, created_at) values ($1, 'superadmin', now())",
    [userId],
  );
  await pool.query(
    "insert into staff_sessions (id, token, user_id, expires_at, created_at, updated_at) values ($1, 'secret', $2, now(), now(), now())",
    [randomUUID(), userId],
  );
}

/** Every row of every table as text, without the audit row that a restore adds. */
async function readAllRows(db: Database): Promise<Record<string, string[]>> {
  const tables = await queryRows<{ name: string }>(
    db,
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname",
  );
  const rowsByTable: Record<string, string[]> = {};
  for (const { name } of tables.filter((table) => !Object.hasOwn(EXCLUDED_TABLES, table.name))) {
    const where = name === "audit_log" ? "where action <> 'restore-backup'" : "";
    rowsByTable[name] = (
      await queryRows<{ row: string }>(
        db,
        `select t::text as row from ${name} t ${where} order by t::text collate "C"`,
      )
    ).map(({ row }) => row);
  }
  return rowsByTable;
}

describe("a backup", () => {
  test("is a private file with its final name, without temporary files", () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, "deep"))).toEqual(["one.jsonl.gz"]);
  });

  test("contains every table except those excluded with a reason", async () => {
    const { tables, schema } = await readBackup(file);
    const names = await queryRows<{ name: string; kind: string }>(
      source.owner,
      "select relname as name, relpersistence as kind from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname",
    );
    expect([...tables.map(({ name }) => name), ...Object.keys(EXCLUDED_TABLES)].sort()).toEqual(
      names.map(({ name }) => name),
    );
    expect(
      names
        .filter(({ kind }) => kind !== "p")
        .every(({ name }) => Object.hasOwn(EXCLUDED_TABLES, name)),
    ).toBe(true);
    expect(tables.find(({ name }) => name === "service_requests")?.rows).toBe(2_312);
    expect(schema).toMatch(/^\d{4}_/);
  });

  test("needs no sequences, as there are none", async () => {
    expect(
      await queryRows(
        source.owner,
        "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'",
      ),
    ).toEqual([]);
  });

  test("never overwrites another", async () => {
    expect(await writeBackup(source.owner, { path: file, now: new Date() })).toEqual({
      ok: false,
      reason: "exists",
    });
  });
});

describe("a restore", () => {
  test("restores every row of every table, and the consent chain still verifies", async () => {
    const target = await openDatabase();
    expect(
      await restoreBackup(actionContext(target.owner), { source: file, replace: false }),
    ).toMatchObject({
      ok: true,
    });
    expect(await readAllRows(target.owner)).toEqual(await readAllRows(source.owner));
    expect(await queryRows(target.owner, "select 1 from staff_sessions")).toEqual([]);
    expect(await verifyConsentChain(target.db)).toEqual({ checked: 12, unsealed: 0, damage: null });
    expect(
      await queryRows(
        target.owner,
        "select search_text from service_requests where search_text like '%plumbing%' limit 1",
      ),
    ).toHaveLength(1);
    await storeRequest(target.db);
    await sealConsentRecords(target.db, { now: new Date() });
    expect(await verifyConsentChain(target.db)).toMatchObject({ checked: 13, damage: null });
    for (const table of ["consent_records", "audit_log"])
      await expect(target.owner.$client.query(`delete from ${table}`)).rejects.toMatchObject({
        code: "42501",
      });
  });

  test("refuses a database that is not empty, unless --replace is given", async () => {
    const target = await openDatabase();
    await storeRequest(target.db);
    const before = await readAllRows(target.owner);
    expect(
      await restoreBackup(actionContext(target.owner), { source: file, replace: false }),
    ).toEqual({
      ok: false,
      reason: "not-empty",
    });
    expect(await readAllRows(target.owner)).toEqual(before);
    expect(
      await restoreBackup(actionContext(target.owner), { source: file, replace: true }),
    ).toMatchObject({
      ok: true,
    });
    expect(await readAllRows(target.owner)).toEqual(await readAllRows(source.owner));
    await expect(
      target.owner.$client.query("truncate consent_records cascade"),
    ).rejects.toMatchObject({ code: "42501" });
  });

  test("refuses a backup of another schema", async () => {
    const target = await openDatabase();
    const otherFile = join(folder, "schema.gz");
    writeChangedBackup(otherFile, (text) =>
      text.replaceAll(/"schema":"[^"]+"/g, '"schema":"0000_foundation"'),
    );
    const result = await restoreBackup(actionContext(target.owner), {
      source: otherFile,
      replace: false,
    });
    expect(result).toMatchObject({ ok: false, reason: "schema", expected: "0000_foundation" });
  });

  test("rolls back if the rows read back differ from the file", async () => {
    const target = await openDatabase();
    await target.owner.$client.query(
      "create function bend() returns trigger language plpgsql as 'begin new.name := new.name || ''x''; return new; end'",
    );
    await target.owner.$client.query(
      "create trigger bend before insert on homeowners for each row execute function bend()",
    );
    await expect(
      restoreBackup(actionContext(target.owner), { source: file, replace: false }),
    ).rejects.toThrow("the rows of homeowners do not match");
    expect(await queryRows(target.owner, "select 1 from service_requests limit 1")).toEqual([]);
  });
});

function writeChangedBackup(path: string, change: (text: string) => string): void {
  writeFileSync(path, gzipSync(change(gunzipSync(readFileSync(file)).toString())));
}

describe("detects a damaged file before changing anything", () => {
  const damaged = join(folder, "damaged.gz");
  const cases: [string, () => void, string | RegExp][] = [
    [
      "one letter of a row",
      () => writeChangedBackup(damaged, (text) => text.replace("@example.com", "@example.org")),
      "do not match their checksum",
    ],
    [
      "a row is missing",
      () =>
        writeChangedBackup(damaged, (text) =>
          text.replace(/(\n\{"table":"homeowners"[^\n]*\n)[^\n]+\n/, "$1"),
        ),
      /homeowners has \d+ rows instead of \d+/,
    ],
    [
      "a table is missing",
      () =>
        writeChangedBackup(damaged, (text) =>
          text.replace(/\{"table":"homeowners"[^\n]*\n(\[[^\n]*\n)+/, ""),
        ),
      "the table homeowners is missing",
    ],
    [
      "the manifest is missing",
      () => writeChangedBackup(damaged, (text) => text.replace(/\{"manifest"[^\n]*\n$/, "")),
      "its manifest is missing",
    ],
    [
      "the last line is cut",
      () => writeChangedBackup(damaged, (text) => text.slice(0, -5)),
      "cut short",
    ],
    [
      "the file is cut",
      () => writeFileSync(damaged, readFileSync(file).subarray(0, 20_000)),
      "cannot be unpacked",
    ],
    [
      "a byte of the file",
      () =>
        writeFileSync(
          damaged,
          readFileSync(file).map((byte, index) => (index === 30_000 ? byte ^ 0x55 : byte)),
        ),
      "The backup is damaged",
    ],
    ["another file", () => writeFileSync(damaged, "not a backup"), "cannot be unpacked"],
    [
      "another gzip file",
      () => writeFileSync(damaged, gzipSync('{"a":1}\n')),
      "not a backup of this site",
    ],
    ["an empty file", () => writeFileSync(damaged, gzipSync("")), "its manifest is missing"],
  ];
  test.each(cases)("%s", async (_, damage, sentence) => {
    damage();
    await expect(readBackup(damaged)).rejects.toThrow(sentence);
    await expect(
      restoreBackup(actionContext(source.owner), { source: damaged, replace: true }),
    ).rejects.toThrow(sentence);
    expect(
      await queryRows(source.owner, "select count(*)::int as count from service_requests"),
    ).toEqual([{ count: 2_312 }]);
  });
});
