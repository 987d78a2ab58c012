import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { findLastStart, recordStart } from "#app/features/upgrades/releases.server.ts";
import { openTestDatabase, queryRows } from "../factories.ts";
import { createTestFolder } from "../setup/test-folder.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let dataDir: string;
beforeEach(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  dataDir = createTestFolder("upgrade-check");
  mkdirSync(join(dataDir, "backups"));
  writeFileSync(join(dataDir, "backups/2031.jsonl.gz"), "x");
});
afterEach(() => context.close());

/** What the command prints, by the name of the check, and its exit code. */
function runCommand(url = context.url): Promise<{ code: number; lines: Map<string, string> }> {
  const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: dataDir };
  return new Promise((resolve) =>
    execFile(process.execPath, ["scripts/upgrade-check.ts"], { env }, (error, stdout, stderr) => {
      const found = `${stdout}${stderr}`.matchAll(/^(\S+) +(\S+) +(.*(?:\n +-.*)*)$/gm);
      resolve({
        code: Number(error?.code ?? 0),
        lines: new Map([...found].map(([, state, name = "", text]) => [name, `${state}: ${text}`])),
      });
    }),
  );
}

test("reads the schema of this release, and the release that was started last", async () => {
  const now = new Date();
  for (const version of ["0.0.9", "0.1.0", "0.1.0"])
    await recordStart(context.db, { version, commit: "abc", now: new Date(now.getTime() + 1) });
  await recordStart(context.db, { version: "0.0.9", commit: "abc", now });
  expect(await queryRows(context.db, "select 1 from started_releases")).toHaveLength(2);
  expect(await findLastStart(context.db)).toEqual({ version: "0.1.0", commit: "abc" });
  const { code, lines } = await runCommand();
  expect(code).toBe(0);
  expect([...lines.keys()]).toEqual([
    "release",
    "node",
    "postgres",
    "migrations",
    "disk",
    "backup",
    "changelog",
  ]);
  expect(lines.get("release")).toMatch(
    /^ok: The database last ran 0\.1\.0 \(abc\), and this is \d/,
  );
  expect(lines.get("migrations")).toBe("ok: All migrations are applied.");
  expect(lines.get("backup")).toBe("ok: The newest verified backup is 0 hours old.");
});

test("names the pending migrations of an older database, and applies none", async () => {
  const journal = readFileSync("drizzle/meta/_journal.json", "utf8");
  const tags = (JSON.parse(journal) as { entries: { tag: string }[] }).entries.map(
    ({ tag }) => tag,
  );
  await queryRows(context.owner, "drop table started_releases, backup_runs");
  await queryRows(
    context.owner,
    "delete from drizzle.__drizzle_migrations where id in (select id from drizzle.__drizzle_migrations order by created_at desc limit 2)",
  );
  const { code, lines } = await runCommand();
  expect(code).toBe(0);
  expect(lines.get("migrations")).toMatch(/^warning: 2 migrations will run at the first start/);
  expect(lines.get("migrations")?.split("\n").slice(1)).toEqual(
    tags.slice(-2).map((tag) => expect.stringMatching(new RegExp(`^ +- ${tag}$`))),
  );
  expect(lines.get("release")).toContain(`its newest migration is ${tags.at(-3)}.`);
  expect(lines.get("changelog")).toMatch(/^warning: .*\n +- /);
  expect(
    await queryRows(context.owner, "select to_regclass('public.backup_runs') as name"),
  ).toEqual([{ name: null }]);
});

test("exits with 1 where the database is newer than this release, or cannot be read", async () => {
  await queryRows(
    context.owner,
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)",
  );
  const newer = await runCommand();
  expect(newer.code).toBe(1);
  expect(newer.lines.get("migrations")).toMatch(/^problem: .* 1 migration that this release/);
  const missing = await runCommand("postgres://nobody@127.0.0.1:1/none");
  expect(missing.code).toBe(1);
  expect(missing.lines.get("database")).toMatch(/^problem: .*ECONNREFUSED/);
});
