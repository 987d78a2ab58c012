import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Login } from "#app/db/roles.server.ts";
import { readOrCreateSecret } from "#app/lib/secret.server.ts";
import {
  createCluster,
  findFreePort,
  OWNER_ROLE,
  readPort,
  readRunningPort,
  removeStalePid,
} from "./postgres-cluster.ts";
import {
  chooseLocations,
  type DatabaseUser,
  getDatabaseUser,
  runProgram,
} from "./postgres-locations.ts";

const DATABASE = "app";
/** Whom the application signs in as; not the owner of the tables. */
const LOGIN_ROLE = "app_login";
const START_ATTEMPTS = 20;
const START_PAUSE_MS = 250;
/** A connection that was closed is still listed until its process has ended, later on a busy machine. */
const CLOSING_MS = 2_000;
const CLOSING_PAUSE_MS = 50;
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
  /** Connection URL of the running application, once `migrateDatabase` has been given its login. */
  loginUrl: string;
  login: Login;
  /** Directory of the cluster. */
  directory: string;
  /** True if a server was already running. */
  adopted: boolean;
  /** Stops the server if no other program is connected to it. */
  stop: () => Promise<void>;
};

/** Whether the server at a URL runs on this data directory. */
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

/** Whether `startEmbeddedPostgres` would find a cluster, and not create one. */
export async function hasEmbeddedCluster(
  options: Pick<Parameters<typeof startEmbeddedPostgres>[0], "dataDir" | "explicit">,
): Promise<boolean> {
  const dataDir = resolve(options.dataDir);
  if (!existsSync(dataDir)) return false;
  const { home } = await chooseLocations({ ...options, dataDir, user: getDatabaseUser() });
  return existsSync(join(home, "cluster", "PG_VERSION"));
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
  const buildUrl = (port: number, database: string) =>
    `postgres://${OWNER_ROLE}:${password}@127.0.0.1:${port}/${database}`;
  const login = { name: LOGIN_ROLE, password: readOrCreateSecret(join(home, "login-password")) };

  const { port, adopted } = await startCluster({
    cluster,
    logFile: join(home, "start.log"),
    portFile: join(home, "port"),
    program: binaries.pg_ctl,
    options: asUser,
    settings: { ...SETTINGS, ...options.settings },
    isOurs: (candidate) => isOurServer(buildUrl(candidate, "postgres"), cluster),
  });
  const admin = buildUrl(port, "postgres");
  await createDatabaseIfMissing(admin);
  return {
    url: buildUrl(port, DATABASE),
    loginUrl: `postgres://${login.name}:${login.password}@127.0.0.1:${port}/${DATABASE}`,
    login,
    directory: home,
    adopted,
    async stop() {
      // Who adopted it usually leaves first: commands end at once while the site runs.
      if (!(await waitUntilUnused(admin, adopted ? 0 : CLOSING_MS))) return;
      await runProgram(
        binaries.pg_ctl,
        ["stop", "-m", "fast", "-w", "-t", "8", "-D", cluster],
        asUser,
      ).catch(() => {});
    },
  };
}

type StartOptions = {
  cluster: string;
  logFile: string;
  /** Stores the port of the last run, so that connection pools find the server again. */
  portFile: string;
  program: string;
  options: Partial<DatabaseUser> & { cwd: string };
  settings: Record<string, string>;
  isOurs: (port: number) => Promise<boolean>;
};

/** Starts the server of a cluster, or adopts the one that already runs. */
async function startCluster(start: StartOptions): Promise<{ port: number; adopted: boolean }> {
  const { cluster, logFile, portFile, program, options, settings, isOurs } = start;
  const flags = Object.entries(settings).map(([key, value]) => `-c ${key}='${value}'`);
  await removeStalePid(cluster);
  const running = readRunningPort(cluster);
  if (running !== undefined && (await isOurs(running))) return { port: running, adopted: true };
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort(readPort(portFile));
    writeFileSync(portFile, `${port}\n`, { mode: 0o600 });
    const serverOptions = `-p ${port} ${flags.join(" ")}`;
    try {
      await runProgram(
        program,
        ["start", "-w", "-t", "60", "-D", cluster, "-l", logFile, "-o", serverOptions],
        options,
      );
      return { port, adopted: false };
    } catch (error) {
      // Another process may have started it meanwhile, or children of a killed postmaster still use
      // the shared memory.
      const other = readRunningPort(cluster);
      if (other && (await isOurs(other))) return { port: other, adopted: true };
      if (attempt === START_ATTEMPTS)
        throw new Error(`PostgreSQL did not start; see ${logFile}.`, { cause: error });
      await wait(START_PAUSE_MS);
    }
  }
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

/** Waits for other connections to close, for so long at most. @returns whether none is left */
const waitUntilUnused = (url: string, timeoutMs: number): Promise<boolean> =>
  withAdmin(url, async (client) => {
    const deadline = performance.now() + timeoutMs;
    while (true) {
      const { rows } = await client.query(
        "select count(*)::int as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      );
      if (rows[0].others === 0) return true;
      if (performance.now() > deadline) return false;
      await wait(CLOSING_PAUSE_MS);
    }
  }).catch(() => true);
