import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { LOGIN_ROLE, RUNTIME_ROLE } from "./client.server.ts";

const APPEND_ONLY = [
  "consent_texts",
  "consent_records",
  "consent_chain",
  "audit_log",
  "ledger_entries",
  "ledger_lines",
];

/**
 * The application's plain role: it reads and writes rows, and only adds to the append-only tables.
 */
const RUNTIME_ROLE_SQL = `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${RUNTIME_ROLE}') then create role ${RUNTIME_ROLE} nologin; end if;
    if not pg_has_role(current_user, '${RUNTIME_ROLE}', 'member') then grant ${RUNTIME_ROLE} to current_user; end if;
  end $$;
  grant usage on schema public to ${RUNTIME_ROLE};
  grant select, insert, update, delete on all tables in schema public to ${RUNTIME_ROLE};
  revoke update, delete, truncate on ${APPEND_ONLY.join(", ")} from ${RUNTIME_ROLE};
`;

/**
 * A role without any right but the one to become the plain role: what has signed in as it cannot
 * become the owner.
 */
const loginRoleSql = (password: string) => `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${LOGIN_ROLE}') then create role ${LOGIN_ROLE}; end if;
  end $$;
  alter role ${LOGIN_ROLE} login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${pg.escapeLiteral(password)};
  grant ${RUNTIME_ROLE} to ${LOGIN_ROLE} with inherit false, set true;
`;

export type MigrationResult = {
  /**
   * False where the database user may not make roles: the app then connects as that user, and only
   * the triggers guard.
   */
  runtimeRole: boolean;
};

/**
 * Brings the database to the current schema. Instances that start together wait for each other.
 * @param url connection of the owner of the tables
 * @param options.loginPassword makes the role that the application signs in as, or gives it this password
 */
export async function migrateDatabase(
  url: string,
  options: { loginPassword?: string } = {},
): Promise<MigrationResult> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: "henry-migrate",
  });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.migrate]);
    await migrate(drizzle(client), { migrationsFolder: "drizzle" });
    try {
      await client.query(RUNTIME_ROLE_SQL);
      if (options.loginPassword) await client.query(loginRoleSql(options.loginPassword));
      return { runtimeRole: true };
    } catch (error) {
      if ((error as { code?: string }).code === "42501") return { runtimeRole: false };
      throw error;
    }
  } finally {
    await client.end();
  }
}
