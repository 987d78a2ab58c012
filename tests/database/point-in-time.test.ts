import { appendFileSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, createDatabase, type Database } from "#app/db/client.server.ts";
import { migrateDatabase } from "#app/db/migrate.server.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import { findFreePort } from "#server/postgres-cluster.ts";
import { chooseLocations, getDatabaseUser, runProgram } from "#server/postgres-locations.ts";
import { queryRows, storeRequest } from "../factories.ts";
import { removeTestPostgres } from "../setup/database.ts";
import { copyCluster } from "../setup/standby.ts";
import { createTestFolder } from "../setup/test-folder.ts";

// The steps of docs/operations.md, "Point-in-time recovery". The package has no pg_basebackup, so the
// files are copied between pg_backup_start and pg_backup_stop.

const folder = createTestFolder("recovery");
const archive = join(folder, "archive");
const recovered = join(folder, "recovered");
const user = getDatabaseUser();
/** Until the archiver has taken a file, and until a recovery has ended. */
const WITHIN = { timeout: 30_000, interval: 50 };
let primary: EmbeddedPostgres;
let db: Database;
let stopRecovered = async () => {};

beforeAll(async () => {
  mkdirSync(archive, { mode: 0o700 });
  if (user) chownSync(archive, user.uid, user.gid);
  primary = await startEmbeddedPostgres({
    dataDir: createTestFolder("archived"),
    explicit: true,
    settings: {
      fsync: "off",
      archive_mode: "on",
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    },
  });
  await migrateDatabase(primary.url);
  db = createDatabase({ url: primary.url, max: 3, onError: () => {} });
});
afterAll(async () => {
  await closeDatabase(db);
  await stopRecovered();
  await removeTestPostgres(primary);
});

const listCities = async (from: Database) =>
  (await queryRows<{ city: string }>(from, "select city from service_requests order by city")).map(
    ({ city }) => city,
  );

/** Starts the copy, which replays the archive up to a moment. @returns its URL */
async function recoverTo(time: string, label: string): Promise<string> {
  const { binaries } = await chooseLocations({ dataDir: folder, explicit: true, user });
  writeFileSync(join(recovered, "backup_label"), label);
  writeFileSync(join(recovered, "recovery.signal"), "");
  for (const file of ["backup_label", "recovery.signal"])
    if (user) chownSync(join(recovered, file), user.uid, user.gid);
  appendFileSync(
    join(recovered, "postgresql.auto.conf"),
    `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${time}'\nrecovery_target_action = 'promote'\n`,
  );
  const control = (...words: string[]) =>
    runProgram(binaries.pg_ctl, [...words, "-w", "-t", "60", "-D", recovered], {
      ...user,
      cwd: "/",
    });
  const port = await findFreePort();
  const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`;
  await control("start", "-l", join(recovered, "recovery.log"), "-o", flags);
  stopRecovered = async () => {
    await control("stop", "-m", "immediate").catch(() => {});
    rmSync(recovered, { recursive: true, force: true });
  };
  return Object.assign(new URL(primary.url), { port: String(port) }).href;
}

test("a database goes back to the moment before a bad change, from a base backup and archived log", async () => {
  await storeRequest(db, { values: { city: "Before the base backup" } });
  const label = await copyCluster(primary, { target: recovered });
  await storeRequest(db, { values: { city: "After the base backup" } });
  const [moment] = await queryRows<{ at: string }>(db, "select clock_timestamp()::text as at");

  await queryRows(db, "update service_requests set city = 'Overwritten'");
  await storeRequest(db, { values: { city: "Later" } });
  const [last] = await queryRows<{ file: string }>(
    db,
    "select pg_walfile_name(pg_switch_wal()) as file",
  );
  await expect.poll(() => existsSync(join(archive, last?.file ?? "none")), WITHIN).toBe(true);

  const url = await recoverTo(moment?.at ?? "", label);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const isRecovering = async () =>
    (await client.query("select pg_is_in_recovery() as recovering")).rows[0].recovering;
  await expect.poll(isRecovering, WITHIN).toBe(false);
  await client.end();

  const copy = createDatabase({ url, max: 3, onError: () => {} });
  expect(await listCities(copy)).toEqual(["After the base backup", "Before the base backup"]);
  // It is a site's database again: at its schema, and open for what comes next.
  await migrateDatabase(url);
  await storeRequest(copy, { values: { city: "Since" } });
  expect(await listCities(copy)).toHaveLength(3);
  expect(await listCities(db)).toEqual(["Later", "Overwritten", "Overwritten"]);
  await closeDatabase(copy);
});
