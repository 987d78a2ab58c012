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
 * Creates `RUNTIME_ROLE`: it reads and writes rows, and only inserts into the append-only tables.
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
 * Creates `LOGIN_ROLE`, whose only right is to switch to `RUNTIME_ROLE`: a connection with it can
 * never act as the owner.
 */
const buildLoginRoleSql = (password: string) => `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${LOGIN_ROLE}') then create role ${LOGIN_ROLE}; end if;
  end $$;
  alter role ${LOGIN_ROLE} login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${pg.escapeLiteral(password)};
  grant ${RUNTIME_ROLE} to ${LOGIN_ROLE} with inherit false, set true;
`;

export type MigrationResult = {
  /**
   * False where the database user may not create roles: the app then connects as that user, and only
   * triggers protect the append-only tables.
   */
  hasRuntimeRole: boolean;
};

/**
 * Migrates the database to the current schema. Instances that start together wait for each other.
 * @param url connection of the owner of the tables
 * @param options.loginPassword creates `LOGIN_ROLE` with this password, or sets the password
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
      if (options.loginPassword) await client.query(buildLoginRoleSql(options.loginPassword));
      return { hasRuntimeRole: true };
    } catch (error) {
      if ((error as { code?: string }).code === "42501") return { hasRuntimeRole: false };
      throw error;
    }
  } finally {
    await client.end();
  }
}
