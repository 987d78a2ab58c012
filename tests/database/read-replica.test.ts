import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, createDatabase, type Database } from "#app/db/client.server.ts";
import { migrateDatabase } from "#app/db/migrate.server.ts";
import { openReadReplica, type ReadReplica } from "#app/db/read-replica.server.ts";
import type { EmbeddedPostgres } from "#server/embedded-postgres.ts";
import { removeTestPostgres, startTestPostgres } from "../setup/database.ts";
import { type Standby, startStandby } from "../setup/standby.ts";
import { createTestFolder } from "../setup/test-folder.ts";

let primary: EmbeddedPostgres;
let standby: Standby;
let db: Database;
let standbyDb: Database;
let replica: ReadReplica;
const warnings: string[] = [];
/** A check follows every second; a busy machine may be late. */
const WITHIN = { timeout: 30_000, interval: 50 };

beforeAll(async () => {
  primary = await startTestPostgres("primary");
  await migrateDatabase(primary.url);
  standby = await startStandby({ primary, folder: createTestFolder("standby") });
  db = createDatabase({ url: primary.url, max: 2, onError: () => {} });
  const url = standby.toStandby(primary.url);
  standbyDb = createDatabase({ url, max: 1, onError: () => {} });
  const log = { warn: (_: unknown, message?: string) => void warnings.push(message ?? "") };
  replica = openReadReplica({ db, url, log });
});
afterAll(async () => {
  await replica.close();
  await Promise.all([closeDatabase(db), closeDatabase(standbyDb)]);
  await standby.stop();
  await removeTestPostgres(primary);
});

const readWhere = () =>
  replica.read(async (reader) => {
    const { rows } = await reader.$client.query("select pg_is_in_recovery() as standby");
    return rows[0].standby ? "standby" : "primary";
  });
const write = (key: string) =>
  db.$client.query("insert into settings (key, value, updated_at) values ($1, '1', now())", [key]);

test("reads on the standby while it keeps up, and on the primary while it is behind", async () => {
  expect(await readWhere()).toBe("primary");
  await expect.poll(readWhere, WITHIN).toBe("standby");

  await standbyDb.$client.query("select pg_wal_replay_pause()");
  await write("while-paused");
  await expect.poll(readWhere, WITHIN).toBe("primary");
  const found = await replica.read(async (reader) => {
    const { rowCount } = await reader.$client.query("select from settings where key = $1", [
      "while-paused",
    ]);
    return rowCount;
  });
  expect(found).toBe(1);
  await expect
    .poll(() => warnings, WITHIN)
    .toContain("the standby is behind or does not answer: reports are read on the primary");

  await standbyDb.$client.query("select pg_wal_replay_resume()");
  await expect.poll(readWhere, WITHIN).toBe("standby");
});

test("a read whose standby dies under it is answered by the primary", async () => {
  await expect.poll(readWhere, WITHIN).toBe("standby");
  const answers: string[] = [];
  const result = await replica.read(async (reader) => {
    const { rows } = await reader.$client.query("select pg_is_in_recovery() as standby");
    answers.push(rows[0].standby ? "standby" : "primary");
    if (answers.length === 1) {
      await standby.stop();
      await reader.$client.query("select 1");
    }
    return answers.length;
  });
  expect(result).toBe(2);
  expect(answers).toEqual(["standby", "primary"]);
  expect(await readWhere()).toBe("primary");
});
