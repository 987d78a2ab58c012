import { randomUUID } from "node:crypto";
import { appendFileSync, chownSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { EmbeddedPostgres } from "#server/embedded-postgres.ts";
import { findFreePort } from "#server/postgres-cluster.ts";
import { chooseLocations, getDatabaseUser, runProgram } from "#server/postgres-locations.ts";

export type Standby = {
  port: number;
  /** The URL that a URL of the primary has on the standby. */
  toStandby: (primaryUrl: string) => string;
  /** Makes it a primary of its own. */
  promote: () => Promise<void>;
  stop: () => Promise<void>;
};

type StandbyOptions = {
  primary: Pick<EmbeddedPostgres, "url" | "directory">;
  /** An empty folder that the database user can enter. */
  folder: string;
  /** The name under which the primary may wait for it (synchronous_standby_names). */
  name?: string;
  settings?: Record<string, string>;
};

/**
 * Starts a hot standby of an embedded server, which streams from it. The package has no
 * pg_basebackup, so the files are copied in backup mode.
 */
export async function startStandby(options: StandbyOptions): Promise<Standby> {
  const { primary, folder, name = "standby", settings = {} } = options;
  const user = getDatabaseUser();
  const { binaries } = await chooseLocations({ dataDir: folder, explicit: true, user });
  const cluster = join(folder, "standby");
  const slot = `copy_${randomUUID().slice(0, 8)}`;
  const label = await copyCluster(primary, { target: cluster, slot });
  const port = await findFreePort();
  const { username, password, port: primaryPort } = new URL(primary.url);
  writeFileSync(join(cluster, "backup_label"), label);
  writeFileSync(join(cluster, "standby.signal"), "");
  appendFileSync(
    join(cluster, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=${username} password=${password} application_name=${name}'\nprimary_slot_name = '${slot}'\n`,
  );
  for (const file of ["backup_label", "standby.signal"])
    if (user) chownSync(join(cluster, file), user.uid, user.gid);
  const asUser = { ...user, cwd: "/" };
  const control = (...words: string[]) =>
    runProgram(binaries.pg_ctl, [...words, "-w", "-t", "60", "-D", cluster], asUser);
  const flags = Object.entries({
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    ...settings,
  }).map(([key, value]) => `-c ${key}='${value}'`);
  const log = join(cluster, "standby.log");
  await control("start", "-l", log, "-o", `-p ${port} ${flags.join(" ")}`);
  return {
    port,
    toStandby: (primaryUrl) => Object.assign(new URL(primaryUrl), { port: String(port) }).href,
    promote: async () => void (await control("promote")),
    stop: async () => {
      await control("stop", "-m", "immediate").catch(() => {});
      rmSync(cluster, { recursive: true, force: true });
    },
  };
}

/**
 * Copies the files of a running server.
 * @param options.slot created first, for a copy that streams; without it the log comes from an archive
 * @returns the contents of the copy's backup_label
 */
export async function copyCluster(
  { url, directory }: StandbyOptions["primary"],
  { target, slot }: { target: string; slot?: string },
): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Without a slot the primary might remove what the copy still needs.
    if (slot) await client.query("select pg_create_physical_replication_slot($1, true)", [slot]);
    await client.query("select pg_backup_start('copy', true)");
    await runProgram("cp", ["-a", join(directory, "cluster"), target]);
    const { rows } = await client.query<{ labelfile: string }>(
      "select labelfile from pg_backup_stop(false)",
    );
    rmSync(join(target, "postmaster.pid"), { force: true });
    // A copied slot would hold back the copy's own log for ever.
    if (slot) rmSync(join(target, "pg_replslot", slot), { recursive: true });
    return rows[0]?.labelfile ?? "";
  } finally {
    await client.end();
  }
}
