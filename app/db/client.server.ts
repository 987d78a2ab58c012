import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { MINUTE_MS } from "#app/lib/durations.ts";

export type Database = NodePgDatabase & { $client: pg.Pool };

/**
 * Role of the running application: not a superuser, no UPDATE or DELETE on append-only tables.
 */
export const RUNTIME_ROLE = "app_runtime";
/**
 * Role that the application logs in as on the embedded database: its only right is to switch to
 * `RUNTIME_ROLE`.
 */
export const LOGIN_ROLE = "app_login";

type PoolOptions = {
  url: string;
  /**
   * The role to switch to. Absent: the URL's own role, for migrations or a database that refuses the
   * runtime role.
   */
  role?: string;
  max: number;
  onError: (error: Error) => void;
};

const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 10_000;
/**
 * PostgreSQL's defaults assume slow disks and few long queries. Here, tables are on an SSD or in memory,
 * where following an index costs little more than reading in order. A query uses one core, so that
 * others can run beside it. And none is compiled before it runs, which would take longer than the query.
 */
const PLANNER_SETTINGS = ["random_page_cost=1.1", "max_parallel_workers_per_gather=0", "jit=off"];

export function createDatabase(options: PoolOptions): Database {
  const settings = [
    `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
    "-c idle_in_transaction_session_timeout=15000",
    ...PLANNER_SETTINGS.map((setting) => `-c ${setting}`),
    ...(options.role ? [`-c role=${options.role}`] : []),
  ];
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: MINUTE_MS,
    keepAlive: true,
    options: settings.join(" "),
    application_name: "henry",
  });
  pool.on("error", options.onError);
  // The pool handles errors of idle connections only: an error on one in use would crash the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  return drizzle(pool);
}
