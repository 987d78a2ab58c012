import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { RUNTIME_ROLE } from "./client.server.ts";

const MIGRATION_LOCK = 4_702_911;
const APPEND_ONLY = ["consent_texts", "consent_records", "consent_chain", "audit_log", "ledger_entries", "ledger_lines"];

/** The application's plain role: it reads and writes rows, and only adds to the append-only tables. */
const RUNTIME_ROLE_SQL = `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${RUNTIME_ROLE}') then create role ${RUNTIME_ROLE} nologin; end if;
    if not pg_has_role(current_user, '${RUNTIME_ROLE}', 'member') then grant ${RUNTIME_ROLE} to current_user; end if;
  end $$;
  grant usage on schema public to ${RUNTIME_ROLE};
  grant select, insert, update, delete on all tables in schema public to ${RUNTIME_ROLE};
  revoke update, delete, truncate on ${APPEND_ONLY.join(", ")} from ${RUNTIME_ROLE};
`;

export type MigrationResult = {
  /** False where the database user may not make roles: the app then connects as that user, and only the triggers guard. */
  runtimeRole: boolean;
};

/**
 * Brings the database to the current schema. Instances that start together wait for each other.
 * @param url connection of the owner of the tables
 */
export async function migrateDatabase(url: string): Promise<MigrationResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: "henry-migrate" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: "drizzle" });
    try {
      await client.query(RUNTIME_ROLE_SQL);
      return { runtimeRole: true };
    } catch (error) {
      if ((error as { code?: string }).code === "42501") return { runtimeRole: false };
      throw error;
    }
  } finally {
    await client.end();
  }
}
