import { randomBytes } from "node:crypto";
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { type Binaries, type DatabaseUser, runProgram } from "./postgres-locations.ts";

export const OWNER_ROLE = "app";
/** Above the highest process id of every system that PostgreSQL runs on here. */
const NO_PROCESS = "2147483646";

/** Returns the preferred port if it is free, otherwise any. */
export function findFreePort(preferred = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", (error) =>
      preferred === 0 ? reject(error) : findFreePort().then(resolve, reject),
    );
    probe.listen(preferred, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Makes a stale pid file harmless. PostgreSQL refuses to start while the number in the pid file belongs to any process. After a
 * restart of the machine that may be another program, and a killed postmaster that was not reaped
 * stays as a zombie. The file stays, with a number that no process has: its last line lets
 * PostgreSQL check whether children of the old postmaster still use the shared memory.
 */
export async function removeStalePid(cluster: string): Promise<void> {
  const file = join(cluster, "postmaster.pid");
  const [first, ...others] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  if (!(Number(first) > 0)) return;
  const { stdout } = await runProgram("ps", ["-o", "args=", "-p", String(first)]).catch(() => ({
    stdout: "",
  }));
  const command = stdout.trim();
  if (command === "" || (command.includes("postgres") && command.includes(cluster))) return;
  writeFileSync(file, [NO_PROCESS, ...others].join("\n"));
}

/** The port of the server that runs on a cluster, as its pid file says. */
export function readRunningPort(cluster: string): number | undefined {
  try {
    return (
      Number(readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[3]) || undefined
    );
  } catch {
    return undefined;
  }
}

export function readPort(file: string): number | undefined {
  return existsSync(file) ? Number(readFileSync(file, "utf8")) || undefined : undefined;
}

/** Creates a cluster with its owner, whose password is written to `passwordFile`. */
export async function createCluster(
  paths: { cluster: string; passwordFile: string; binaries: Binaries },
  user: DatabaseUser | undefined,
): Promise<void> {
  const { cluster, passwordFile, binaries } = paths;
  // Complete clusters appear by rename, so one without this file is a leftover.
  if (!existsSync(join(cluster, "PG_VERSION"))) rmSync(cluster, { recursive: true, force: true });
  try {
    writeFileSync(passwordFile, `${randomBytes(24).toString("hex")}\n`, {
      mode: 0o600,
      flag: "wx",
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  if (user) chownSync(passwordFile, user.uid, user.gid);
  // Two concurrent first starts each create one; the first to finish is used, and an incomplete
  // folder never gets the name.
  const incomplete = `${cluster}.${randomBytes(4).toString("hex")}`;
  const locale = [
    "-E",
    "UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ];
  await runProgram(
    binaries.initdb,
    [
      "-D",
      incomplete,
      "-U",
      OWNER_ROLE,
      `--pwfile=${passwordFile}`,
      "-A",
      "scram-sha-256",
      ...locale,
    ],
    { ...user, cwd: "/" },
  );
  try {
    renameSync(incomplete, cluster);
  } catch (error) {
    rmSync(incomplete, { recursive: true, force: true });
    if (!existsSync(join(cluster, "PG_VERSION"))) throw error;
  }
}
