import { createHash, hkdfSync } from "node:crypto";
import pg from "pg";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { getSqlState } from "#app/lib/errors.server.ts";

/** Tables whose rows the application may insert, and never change or delete. */
const APPEND_ONLY = [
  "consent_texts",
  "consent_records",
  "consent_chain",
  "audit_log",
  "ledger_entries",
  "ledger_lines",
];

/**
 * What a session of the application starts with. Stored with its role, as a pooler drops what a
 * client sends when it connects. PostgreSQL's own defaults assume slow disks and few long queries.
 * Here, tables are on an SSD or in memory, where following an index costs little more than reading
 * in order. A query uses one core, so that others can run beside it. And none is compiled before it
 * runs, which would take longer than the query.
 */
const SESSION_DEFAULTS = {
  statement_timeout: "10s",
  idle_in_transaction_session_timeout: "15s",
  random_page_cost: "1.1",
  max_parallel_workers_per_gather: "0",
  jit: "off",
};

/** In bytes: PostgreSQL cuts longer names. */
const MAX_NAME_LENGTH = 63;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Whom the application signs in as: never a superuser or the owner, where the owner may create
 * another user. Without a password where the server asks for none.
 */
export type Login = { name: string; password?: string };

/** The user and the password of a connection URL, as the driver reads it. */
export function readLogin(url: string): Login {
  const { user = "", password } = new pg.Client({ connectionString: url });
  return { name: user, password: password ?? undefined };
}

/**
 * The application's login for a database of which only the owner's URL is known: a role of that
 * database's own. Every process with the same URL derives the same password.
 */
export function deriveLogin(ownerUrl: string): Login {
  const { database = "", password } = new pg.Client({ connectionString: ownerUrl });
  const fullName = `app_login_${database}`;
  const isLong = Buffer.byteLength(fullName) > MAX_NAME_LENGTH;
  const hash = createHash("sha256").update(database).digest("hex").slice(0, 32);
  const name = isLong ? `app_login_${hash}` : fullName;
  if (!password) return { name };
  const key = hkdfSync("sha256", password, "", `database-login/${database}`, 32);
  return { name, password: Buffer.from(key).toString("base64url") };
}

/** The same server and database, for another user. */
export function replaceLogin(url: string, { name, password }: Login): string {
  const result = new URL(url);
  result.username = "";
  result.password = "";
  // As parameters: a URL of a Unix socket has no place for a user.
  result.searchParams.set("user", name);
  if (password === undefined) result.searchParams.delete("password");
  else result.searchParams.set("password", password);
  return result.href;
}

/**
 * Creates the application's login if it does not exist, and grants it its rights, which end at the
 * append-only tables. Only the owner of the tables can.
 * @param options.setPassword the password belongs to us: an existing role gets it, too
 */
export async function ensureLogin(
  owner: pg.Client,
  { name, password }: Login,
  options: { setPassword: boolean },
): Promise<void> {
  const role = pg.escapeIdentifier(name);
  const withPassword = password === undefined ? "" : `password ${pg.escapeLiteral(password)}`;
  const { rowCount } = await owner.query("select from pg_roles where rolname = $1", [name]);
  if (!rowCount) await owner.query(`create role ${role} login ${withPassword}`);
  else if (options.setPassword) await owner.query(`alter role ${role} login ${withPassword}`);
  await owner.query(`
    grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    revoke update, delete, truncate on ${APPEND_ONLY.join(", ")} from ${role};
  `);
}

/** `other-user`: a pooler signs in as somebody else. `no-rights`: the user may not write. */
export type SignIn = "ok" | "other-user" | "no-rights" | "refused";

/**
 * Signs in once, and stores the session defaults with the role of that user: a role may always set
 * its own.
 */
export async function trySignIn(url: string): Promise<SignIn> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "henry-migrate",
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ user: string; mayWrite: boolean }>(
      `select current_user as "user", has_table_privilege('service_requests', 'insert') as "mayWrite"`,
    );
    if (rows[0]?.user !== client.user) return "other-user";
    await storeSessionDefaults(client);
    return rows[0]?.mayWrite ? "ok" : "no-rights";
  } catch (error) {
    // Class 28: the user or the password is wrong, or no rule lets the user in.
    if (getSqlState(error)?.startsWith("28")) return "refused";
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Stores the session defaults with the current user, for this database alone. */
async function storeSessionDefaults(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ database: string; stored: string[] | null }>(
    `select current_database() as database, (
       select setconfig from pg_db_role_setting
       where setdatabase = (select oid from pg_database where datname = current_database())
         and setrole = (select oid from pg_roles where rolname = current_user)) as stored`,
  );
  const { database = "", stored } = rows[0] ?? {};
  const missing = Object.entries(SESSION_DEFAULTS).filter(
    ([setting, value]) => !stored?.includes(`${setting}=${value}`),
  );
  if (missing.length === 0) return;
  const role = `role current_user in database ${pg.escapeIdentifier(database)}`;
  const changes = missing.map(([setting, value]) => `alter ${role} set ${setting} = '${value}'`);
  // One simple query is one transaction; instances that start together must not collide.
  await client.query(
    [`select pg_advisory_xact_lock(${ADVISORY_LOCKS.migrate})`, ...changes].join("; "),
  );
}
