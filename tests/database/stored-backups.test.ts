import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { closeDatabase, createDatabase } from "#app/db/client.server.ts";
import { migrateDatabase } from "#app/db/migrate.server.ts";
import {
  type BackupStore,
  buildBackupName,
  openBackupStore,
} from "#app/features/backup/backup-store.server.ts";
import { backUpNightly } from "#app/features/backup/jobs.server.ts";
import { restoreStored } from "#app/features/backup/restore-stored.server.ts";
import { runBackup } from "#app/features/backup/run-backup.server.ts";
import { buildScratchName } from "#app/features/backup/scratch-database.server.ts";
import { createStaffNotifier } from "#app/features/notifications/jobs.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { createMetrics } from "#server/metrics.ts";
import { openTestDatabase, queryRows, siteSettings, storeRequest } from "../factories.ts";
import { type S3Fake, startS3 } from "../fakes/s3.ts";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";
import { createTestFolder } from "../setup/test-folder.ts";

type Context = Awaited<ReturnType<typeof openTestDatabase>>;
const BACKUP_KEY = "a key of backups with more than 32 characters";
const NIGHT = new Date("2031-05-06T07:30:00Z");
const NAME = "Jordan Recognizable";

let context: Context;
let s3: S3Fake;
let store: BackupStore;
let dataDir: string;
let clock: Date;
/** Lines of the log that need a person. */
let alarms: string[];
const others: (() => Promise<void>)[] = [];

beforeEach(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  s3 = await startS3({ pageSize: 3 });
  store = openStore();
  dataDir = createTestFolder("stored-backups");
  clock = NIGHT;
  alarms = [];
  for (let index = 0; index < 3; index++)
    await storeRequest(context.db, { values: { name: `${NAME} ${index}` } });
});
afterEach(async () => {
  await Promise.all([context.close(), s3.close(), ...others.splice(0).map((close) => close())]);
});

const readTestEnv = (changes: Record<string, string> = {}) =>
  parseEnv({ ...s3.env, S3_PREFIX: "henry/live", BACKUP_KEY, DATA_DIR: dataDir, ...changes });
function openStore(changes: Record<string, string> = {}): BackupStore {
  const opened = openBackupStore(readTestEnv(changes));
  if (!opened) throw new Error("no store");
  return opened;
}
const advanceClock = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
const log = {
  error: (...words: unknown[]) => void alarms.push(String(words.at(-1))),
  warn: (...words: unknown[]) => void alarms.push(String(words.at(-1))),
} as unknown as Logger;
const settings = { get: async () => siteSettings, drop() {} };
const backUp = (changes: Partial<Parameters<typeof backUpNightly>[0]> = {}, signal?: AbortSignal) =>
  backUpNightly(
    {
      db: context.db,
      env: readTestEnv(),
      log,
      now: () => clock,
      ownerUrl: () => context.url,
      settings,
      store,
      ...changes,
    },
    signal,
  );
const listRuns = () =>
  queryRows<{ state: string; reason: string | null; verified_by: string | null }>(
    context.db,
    "select state, reason, verified_by from backup_runs order by started_at, id",
  );
const listFolders = async () => (await store.listStored()).map(({ name }) => name);
const listScratch = () =>
  queryRows(context.owner, "select 1 from pg_database where datname = $1", [
    buildScratchName(context.url),
  ]);
const listFiles = () => globSync("backups/*", { cwd: dataDir });
/** Runs work once an object was stored. */
function afterPut(work: () => void): void {
  const put = s3.objects.set.bind(s3.objects);
  s3.objects.set = (key, object) => {
    Reflect.deleteProperty(s3.objects, "set");
    work();
    return put(key, object);
  };
}
const countRequests = async (target: Context) =>
  (await queryRows(target.db, "select 1 from service_requests")).length;
async function openTarget(): Promise<Context> {
  const target = await openTestDatabase(inject("templateUrl"));
  others.push(target.close);
  return target;
}
const restore = (target: Context, from = store, name?: string) =>
  restoreStored(
    { db: target.owner, actor: "command-line", now: clock, store: from, dataDir },
    { name, replace: false },
  );

describe("a nightly backup", () => {
  test("is encrypted, restored into a scratch database, recorded, and leaves nothing behind", async () => {
    const run = await backUp();
    expect(run).toMatchObject({ state: "ok", verifiedBy: "restoring" });
    expect(await listRuns()).toEqual([{ state: "ok", reason: null, verified_by: "restoring" }]);
    const keys = [...s3.objects.keys()];
    expect(keys).toEqual([
      `henry/live/backups/${run?.name}/000001`,
      `henry/live/backups/${run?.name}/verified.json`,
    ]);
    for (const { bytes } of s3.objects.values()) expect(bytes.includes("Recognizable")).toBe(false);
    expect(await listScratch()).toEqual([]);
    expect(listFiles()).toEqual([]);
    expect(alarms).toEqual([]);
  });

  test("is written once a night, also by several instances at once", async () => {
    const runs = await Promise.all([backUp(), backUp(), backUp()]);
    expect(runs.filter(Boolean)).toHaveLength(1);
    expect(await listFolders()).toHaveLength(1);
    advanceClock(HOUR_MS);
    expect(await backUp()).toBeNull();
    // By hand, in the afternoon.
    advanceClock(11 * HOUR_MS);
    const { owner, url: ownerUrl } = context;
    const byHand = { owner, ownerUrl, store, dataDir, now: () => clock, log };
    expect(await runBackup(byHand, { trigger: "command" })).toMatchObject({ state: "ok" });
    advanceClock(12 * HOUR_MS);
    expect(await backUp()).toMatchObject({ state: "ok" });
    expect(await listFolders()).toHaveLength(2);
  });

  test("replaces the scratch database that a crash has left", async () => {
    const scratch = buildScratchName(context.url);
    await context.owner.$client.query(`create database ${scratch}`);
    const url = new URL(context.url);
    url.pathname = `/${scratch}`;
    const forgotten = new pg.Client({ connectionString: url.href });
    forgotten.on("error", () => {});
    await forgotten.connect();
    await forgotten.query("create table service_requests (id int)");
    expect(await backUp()).toMatchObject({ state: "ok", verifiedBy: "restoring" });
    expect(await listScratch()).toEqual([]);
    await forgotten.end();
  });

  test("is verified by reading where the owner may create no database", async () => {
    const role = `limited_${randomUUID().slice(0, 8)}`;
    const url = new URL(context.url);
    Object.assign(url, { username: role, password: "secret", pathname: `/${role}` });
    const admin = context.owner.$client;
    await admin.query(`create role ${role} login password 'secret'`);
    await admin.query(`create database ${role} owner ${role}`);
    await migrateDatabase(url.href);
    const owner = createDatabase({ url: url.href, max: 3, onError: () => {} });
    const run = await runBackup(
      { owner, ownerUrl: url.href, store, dataDir, now: () => clock, log },
      { trigger: "command" },
    );
    expect(run).toMatchObject({ state: "ok", verifiedBy: "reading" });
    await closeDatabase(owner);
    await admin.query(`drop database ${role} with (force)`);
    await admin.query(`drop role ${role}`);
  });

  test("deletes what is older than days, weeks and months need, and never its own", async () => {
    const name = (days: number) =>
      buildBackupName(new Date(NIGHT.getTime() - days * DAY_MS), "0a1b2c3d");
    const marker = { verifiedBy: "restoring", rows: 1, bytes: 1, schema: "x" } as const;
    const ages = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 40, 41];
    for (const days of ages) await store.markVerified(name(days), marker);
    const run = await backUp();
    expect(await listFolders()).toEqual(
      [run?.name, ...[1, 2, 3, 4, 5, 6, 10, 40].map(name)].sort().reverse(),
    );
  });

  test("raises an alarm where the bucket keeps what was deleted", async () => {
    await s3.close();
    s3 = await startS3({ isVersioned: true });
    store = openStore();
    await store.write(buildBackupName(NIGHT, "0a1b2c3d"), (async function* () {})());
    expect(await backUp()).toMatchObject({ state: "ok" });
    expect(alarms).toEqual([expect.stringContaining("keeps versions")]);
  });
});

describe("a fault", () => {
  test.each([
    ["AccessDenied", "PUT", "storage"],
    ["cut-within", "PUT", "storage"],
    ["cut-within", "GET", "storage"],
    ["damage", "GET", "damaged"],
  ] as const)(
    "%s of %s fails the run, which is tried again two hours later",
    async (fault, method, reason) => {
      // The list of what is there comes before the upload, and must work.
      if (method === "PUT") s3.fail(fault, { method });
      else afterPut(() => s3.fail(fault, { method }));
      expect(await backUp()).toMatchObject({ state: "failed", reason });
      expect(alarms).toEqual(["alarm: the backup to object storage failed"]);
      expect(await listScratch()).toEqual([]);
      expect(listFiles()).toEqual([]);
      s3.heal();
      advanceClock(HOUR_MS);
      expect(await backUp()).toBeNull();
      advanceClock(HOUR_MS);
      const run = await backUp();
      expect(run).toMatchObject({ state: "ok" });
      expect(await listFolders()).toEqual([run?.name]);
      expect((await listRuns()).map(({ state }) => state)).toEqual(["failed", "ok"]);
    },
  );

  test("that passes is overcome", async () => {
    s3.fail("cut-within", { method: "PUT", times: 1 });
    expect(await backUp()).toMatchObject({ state: "ok" });
  });

  test("of the process is recorded by the next one, which waits as after any failure", async () => {
    await queryRows(
      context.db,
      "insert into backup_runs (id, started_at, trigger, name) values (gen_random_uuid(), $1, 'night', 'x')",
      [clock],
    );
    advanceClock(HOUR_MS);
    expect(await backUp()).toBeNull();
    advanceClock(HOUR_MS);
    expect(await backUp()).toMatchObject({ state: "ok" });
    expect(await listRuns()).toMatchObject([{ state: "failed", reason: "interrupted" }, {}]);
  });

  test("a process that stops ends its backup, and the next one begins another at once", async () => {
    const stopping = new AbortController();
    afterPut(() => stopping.abort());
    expect(await backUp({}, stopping.signal)).toMatchObject({ state: "failed", reason: "stopped" });
    expect(alarms).toEqual([]);
    advanceClock(MINUTE_MS);
    expect(await backUp()).toMatchObject({ state: "ok" });
  });
});

describe("a restore from object storage", () => {
  test("takes the newest verified backup, or the one that is named", async () => {
    const first = await backUp();
    advanceClock(DAY_MS);
    await storeRequest(context.db);
    await backUp();
    advanceClock(DAY_MS);
    await store.write(buildBackupName(clock, "0a1b2c3d"), (async function* () {})());
    const [newest, older] = [await openTarget(), await openTarget()];
    expect(await restore(newest)).toMatchObject({ ok: true });
    expect(await countRequests(newest)).toBe(4);
    expect(await restore(older, store, first?.name)).toMatchObject({ ok: true });
    expect(await countRequests(older)).toBe(3);
    expect(await restore(newest)).toMatchObject({ ok: false, reason: "not-empty" });
    for (const name of ["../private/x", "2031-05-06"])
      expect(await restore(newest, store, name)).toEqual({ ok: false, reason: "none" });
  });

  test("says so where the key is another one, or a stored byte was changed", async () => {
    const run = await backUp();
    const target = await openTarget();
    const other = openStore({ BACKUP_KEY: `${BACKUP_KEY}!` });
    await expect(restore(target, other)).rejects.toThrow("another BACKUP_KEY");
    const part = s3.objects.get(`henry/live/backups/${run?.name}/000001`);
    if (!part) throw new Error("no part");
    part.bytes[5_000] = ~(part.bytes[5_000] ?? 0);
    await expect(restore(target)).rejects.toThrow("changed, moved or cut");
    s3.objects.delete(`henry/live/backups/${run?.name}/000001`);
    await expect(restore(target)).rejects.toThrow("There is no backup");
    expect(await countRequests(target)).toBe(0);
  });
});

describe("superadmins", () => {
  let smtp: SmtpFake;
  beforeEach(async () => {
    smtp = await startSmtp();
    others.push(() => smtp.close());
    for (const role of ["superadmin", "staff"]) {
      const id = randomUUID();
      await queryRows(
        context.db,
        "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Person', $2, $3, $3)",
        [id, `${role}@staff.example`, NIGHT],
      );
      await queryRows(
        context.db,
        "insert into admin_users (user_id, role, created_at) values ($1, $2, $3)",
        [id, role, NIGHT],
      );
    }
  });
  /** The mails about backups that one look of the notifier sends. */
  async function notify(): Promise<string[]> {
    const before = smtp.mails.length;
    await createStaffNotifier({
      db: context.db,
      env: readTestEnv({ SMTP_URL: smtp.url, PUBLIC_URL: "https://henry.example" }),
      log: createLogger("silent"),
      now: () => clock,
      settings,
    })(new AbortController().signal);
    return smtp.mails
      .slice(before)
      .map(({ data }) => data)
      .filter((data) => /^Subject: .*backup/m.test(data));
  }
  const read = (mails: string[]) =>
    mails.map((data) => [/^To: (.*)\r$/m.exec(data)?.[1], /^Subject: (.*)\r$/m.exec(data)?.[1]]);

  test("get one mail a night that failed, with what to do", async () => {
    expect(await notify()).toEqual([]);
    s3.fail("AccessDenied", { method: "PUT" });
    await backUp();
    const mails = await notify();
    expect(read(mails)).toEqual([["superadmin@staff.example", "The backup failed"]]);
    expect(mails[0]).toContain("There is no verified backup.");
    advanceClock(2 * HOUR_MS);
    await backUp();
    expect(await notify()).toEqual([]);
    advanceClock(DAY_MS);
    await backUp();
    expect(await notify()).toHaveLength(1);
    s3.heal();
    advanceClock(2 * HOUR_MS);
    await backUp();
    advanceClock(20 * HOUR_MS);
    expect(await notify()).toEqual([]);
  });

  test("get a mail where the newest verified backup is older than 36 hours", async () => {
    await backUp();
    advanceClock(36 * HOUR_MS);
    expect(await notify()).toEqual([]);
    advanceClock(MINUTE_MS);
    const mails = await notify();
    expect(read(mails)).toEqual([["superadmin@staff.example", "There is no recent backup"]]);
    expect(mails[0]).toContain("is from 2031-05-06 07:30 UTC.");
    expect(await notify()).toEqual([]);
  });
});

test("metrics show the age of the newest verified backup and whether the last run worked", async () => {
  clock = new Date();
  const { registry } = createMetrics(() => context.db, {
    standby: null,
    hasBackups: true,
  });
  const read = async () => {
    const text = await registry.metrics();
    return ["backup_verified_age_seconds", "backup_last_run_ok"].map((name) =>
      Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]?.replace("+Inf", "Infinity")),
    );
  };
  expect(await read()).toEqual([Number.POSITIVE_INFINITY, 0]);
  await backUp();
  const [age = -1, isOk] = await read();
  expect(age >= 0 && age < 60 && isOk === 1).toBe(true);
});

test("the commands write to object storage and restore from it", async () => {
  const target = await openTarget();
  const run = (script: string, url: string, ...words: string[]) =>
    promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...words], {
      env: {
        PATH: process.env.PATH,
        ...s3.env,
        BACKUP_KEY,
        DATA_DIR: dataDir,
        DATABASE_URL: url,
      },
    });
  const { stdout } = await run("backup", context.url, "--to", "s3");
  expect(stdout).toMatch(/^\S+: \d+ rows, [\d,]+ bytes, verified by restoring them/);
  const restored = await run("restore", target.url, "--from", "s3");
  expect(restored.stdout).toContain("every count and checksum was verified");
  expect(await countRequests(target)).toBe(3);
  await expect(run("backup", context.url, "--to", "s3", "file.gz")).rejects.toMatchObject({
    stderr: expect.stringContaining("Usage: npm run backup"),
  });
  expect(existsSync(join(dataDir, "backups", "file.gz"))).toBe(false);
});
