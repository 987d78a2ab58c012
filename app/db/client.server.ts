import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { MAX_HOLDERS } from "#app/lib/session-lock.server.ts";
import { markShared } from "#app/lib/shared-sessions.ts";
import { traceQueries } from "./trace-queries.server.ts";

export type Database = NodePgDatabase & {
  $client: pg.Pool;
  /** Connections to the server itself, for what belongs to a session: a pooler shares sessions. */
  $direct: pg.Pool;
};

type PoolOptions = {
  /** May lead through a pooler in transaction mode. */
  url: string;
  /** Leads to the server itself, for session locks; absent where `url` does. */
  directUrl?: string;
  max: number;
  /**
   * How long a query waits for its answer, for a network that drops everything: longer than the
   * server lets a statement run. Absent for commands, whose statements may run long.
   */
  queryTimeoutMs?: number;
  onError: (error: Error) => void;
};

const CONNECT_TIMEOUT_MS = 3_000;
/** How long the running application waits for an answer; its server ends a statement after ten seconds. */
export const APP_QUERY_TIMEOUT_MS = 12_000;

export function createDatabase({ url, directUrl, ...options }: PoolOptions): Database {
  const pool = createPool(url, options);
  if (directUrl) {
    markShared(pool);
    pool.on("connect", (client) => markShared(client));
  }
  const direct = directUrl && createPool(directUrl, { ...options, max: MAX_HOLDERS });
  return wrapPool(pool, direct || pool);
}

/** @param direct connections to the server itself, where those of `pool` lead through a pooler */
export const wrapPool = (pool: pg.Pool, direct = pool): Database =>
  Object.assign(drizzle(pool), { $direct: direct });

function createPool(
  url: string,
  { max, queryTimeoutMs, onError }: Omit<PoolOptions, "url" | "directUrl">,
): pg.Pool {
  // What a session starts with is stored with its role (roles.server.ts): a pooler drops options.
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    idleTimeoutMillis: MINUTE_MS,
    keepAlive: true,
    application_name: "henry",
  });
  pool.on("error", onError);
  // The pool handles errors of idle connections only: an error on one in use would crash the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  return traceQueries(pool);
}

/** Closes all connections of a database. */
export async function closeDatabase({ $client, $direct }: Database): Promise<void> {
  await Promise.all([$client.end(), $direct !== $client && $direct.end()]);
}
