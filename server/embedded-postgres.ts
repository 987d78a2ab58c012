import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { LOGIN_ROLE } from "#app/db/client.server.ts";
import { readOrCreateSecret } from "#app/lib/secret.server.ts";
import {
  type Binaries,
  chooseLocations,
  type DatabaseUser,
  getDatabaseUser,
} from "./postgres-places.ts";

const run = promisify(execFile);
const OWNER_ROLE = "app";
const DATABASE = "app";
const START_ATTEMPTS = 20;
const START_PAUSE_MS = 250;
/** Above the highest process id of every system that PostgreSQL runs on here. */
const NO_PROCESS = "2147483646";

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "60",
  // Failed statements and constraint details contain personal data; the log must not.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  logging_collector: "on",
  log_filename: "postgres.log",
  log_rotation_size: "10MB",
  log_truncate_on_rotation: "on",
  // After a crash PostgreSQL first flushes the cluster's files: one call instead of a thousand,
  // where the system supports it.
  ...(process.platform === "linux" && { recovery_init_sync_method: "syncfs" }),
};

export type EmbeddedPostgres = {
  /** Connection URL of the owner of the tables: for migrations and commands. */
  url: string;
  /**
   * Connection URL of the running application, once `migrateDatabase` has been given the password.
   */
  loginUrl: string;
  loginPassword: string;
  /** Directory of the cluster. */
  directory: string;
  /** True if a server was already running. */
  adopted: boolean;
  /** Stops the server if no other program is connected to it. */
  stop: () => Promise<void>;
};

/** The preferred port if it is free, otherwise any. */
function findFreePort(wanted = 0): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once("error", (error) =>
      wanted === 0 ? fail(error) : findFreePort().then(done, fail),
    );
    probe.listen(wanted, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

async function isOurServer(url: string, directory: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('data_directory') as directory");
    return rows[0].directory === directory;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * PostgreSQL refuses to start while the number in the pid file belongs to any process. After a
 * restart of the machine that may be another program, and a killed postmaster that was not reaped
 * stays as a zombie. The file stays, with a number that no process has: its last line lets
 * PostgreSQL check whether children of the old postmaster still use the shared memory.
 */
async function removeStalePid(cluster: string): Promise<void> {
  const file = join(cluster, "postmaster.pid");
  const [first, ...others] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  if (!(Number(first) > 0)) return;
  const { stdout } = await run("ps", ["-o", "args=", "-p", String(first)]).catch(() => ({
    stdout: "",
  }));
  const command = stdout.trim();
  if (command === "" || (command.includes("postgres") && command.includes(cluster))) return;
  writeFileSync(file, [NO_PROCESS, ...others].join("\n"));
}

function readRunningPort(cluster: string): number | undefined {
  try {
    return (
      Number(readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[3]) || undefined
    );
  } catch {
    return undefined;
  }
}

function readPort(file: string): number | undefined {
  return existsSync(file) ? Number(readFileSync(file, "utf8")) || undefined : undefined;
}

async function createCluster(
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
  const fresh = `${cluster}.${randomBytes(4).toString("hex")}`;
  const locale = [
    "-E",
    "UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ];
  await run(
    binaries.initdb,
    ["-D", fresh, "-U", OWNER_ROLE, `--pwfile=${passwordFile}`, "-A", "scram-sha-256", ...locale],
    { ...user, cwd: "/" },
  );
  try {
    renameSync(fresh, cluster);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(join(cluster, "PG_VERSION"))) throw error;
  }
}

/**
 * Starts the cluster below `dataDir`, or uses the one that already runs there.
 * @param options.explicit the folder was chosen by the operator: never silently use another one
 * @param options.settings additional PostgreSQL settings (tests turn fsync off)
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  explicit: boolean;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const user = getDatabaseUser();
  const { home, binaries } = await chooseLocations({
    dataDir: resolve(options.dataDir),
    explicit: options.explicit,
    user,
  });
  const asUser = { ...user, cwd: "/" };
  const cluster = join(home, "cluster");
  const passwordFile = join(home, "password");
  if (!existsSync(join(cluster, "PG_VERSION")))
    await createCluster({ cluster, passwordFile, binaries }, user);
  const password = readFileSync(passwordFile, "utf8").trim();
  const urlOf = (port: number, database: string) =>
    `postgres://${OWNER_ROLE}:${password}@127.0.0.1:${port}/${database}`;
  const loginPassword = readOrCreateSecret(join(home, "login-password"));

  await removeStalePid(cluster);
  let port = readRunningPort(cluster);
  let adopted = port !== undefined && (await isOurServer(urlOf(port, "postgres"), cluster));
  const log = join(home, "start.log");
  const portFile = join(home, "port");
  for (let attempt = 1; !adopted; attempt++) {
    // The port of the last run, so that connection pools find the server again.
    port = await findFreePort(readPort(portFile));
    writeFileSync(portFile, `${port}\n`, { mode: 0o600 });
    const settings = Object.entries({ ...SETTINGS, ...options.settings }).map(
      ([key, value]) => `-c ${key}='${value}'`,
    );
    try {
      await run(
        binaries.pg_ctl,
        [
          "start",
          "-w",
          "-t",
          "60",
          "-D",
          cluster,
          "-l",
          log,
          "-o",
          `-p ${port} ${settings.join(" ")}`,
        ],
        asUser,
      );
      break;
    } catch (error) {
      // Another process may have started it meanwhile, or children of a killed postmaster still use
      // the shared memory.
      const other = readRunningPort(cluster);
      if (other && (await isOurServer(urlOf(other, "postgres"), cluster))) {
        port = other;
        adopted = true;
        break;
      }
      if (attempt === START_ATTEMPTS)
        throw new Error(`PostgreSQL did not start; see ${log}.`, { cause: error });
      await wait(START_PAUSE_MS);
    }
  }
  const admin = urlOf(port as number, "postgres");
  await createDatabaseIfMissing(admin);
  return {
    url: urlOf(port as number, DATABASE),
    loginUrl: `postgres://${LOGIN_ROLE}:${loginPassword}@127.0.0.1:${port}/${DATABASE}`,
    loginPassword,
    directory: home,
    adopted,
    async stop() {
      if (await hasOtherConnections(admin)) return;
      await run(
        binaries.pg_ctl,
        ["stop", "-m", "fast", "-w", "-t", "8", "-D", cluster],
        asUser,
      ).catch(() => {});
    },
  };
}

async function withAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

const createDatabaseIfMissing = (url: string) =>
  withAdmin(url, async (client) => {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [
      DATABASE,
    ]);
    if (rowCount) return;
    await client.query(`create database ${DATABASE}`).catch((error: { code?: string }) => {
      if (error.code !== "42P04" && error.code !== "23505") throw error;
    });
  });

const hasOtherConnections = (url: string) =>
  withAdmin(url, async (client) => {
    const { rows } = await client.query(
      "select count(*)::int as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    return rows[0].others > 0;
  }).catch(() => false);
