import { setTimeout as wait } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { getSqlState } from "#app/lib/errors.server.ts";
import { ensureLogin, type Login } from "./roles.server.ts";

const NOT_ALLOWED = "42501";
const LOCK_NOT_AVAILABLE = "55P03";
const LOCK_TIMEOUT_MS = 2_000;
const PAUSE_MS = 2_000;
const MAX_ATTEMPTS = 30;

export type MigrationResult = {
  /** False where the owner may not create the login, and nobody else did. */
  hasLogin: boolean;
};

type MigrationOptions = {
  /** Whom the application signs in as; without it only the schema is migrated. */
  login?: Login;
  /** The password of the login belongs to us: an existing role gets it, too. */
  setPassword?: boolean;
};

/**
 * Migrates the database to the current schema, and prepares the application's login. Instances that
 * start together wait for each other.
 * @param url connection of the owner of the tables, past any pooler
 */
export async function migrateDatabase(
  url: string,
  { login, setPassword = false }: MigrationOptions = {},
): Promise<MigrationResult> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: "henry-migrate",
  });
  await client.connect();
  try {
    // Where the application signs in as the owner, the owner's sessions have its limits.
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.migrate]);
    await migrateWithLockRetry(client);
    return { hasLogin: await prepareLogin(client, login, setPassword) };
  } finally {
    await client.end();
  }
}

/**
 * Applies what is new in one transaction. A statement that waits for a lock makes every later query of that
 * table wait, too: so it gives up soon, and tries again.
 */
async function migrateWithLockRetry(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  for (let attempt = 1; ; attempt++)
    try {
      return await migrate(drizzle(client), { migrationsFolder: "drizzle" });
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || getSqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      await wait(PAUSE_MS);
    }
}

/** @returns false where the owner is not allowed to */
async function prepareLogin(
  client: pg.Client,
  login: Login | undefined,
  setPassword: boolean,
): Promise<boolean> {
  try {
    if (login) await ensureLogin(client, login, { setPassword });
    return true;
  } catch (error) {
    if (getSqlState(error) === NOT_ALLOWED) return false;
    throw error;
  }
}
