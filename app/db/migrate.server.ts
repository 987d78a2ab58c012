import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { getSqlState } from "#app/lib/errors.server.ts";
import { ensureLogin, type Login } from "./roles.server.ts";

const NOT_ALLOWED = "42501";

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
    await migrate(drizzle(client), { migrationsFolder: "drizzle" });
    return { hasLogin: await prepareLogin(client, login, setPassword) };
  } finally {
    await client.end();
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
