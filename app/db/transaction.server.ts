import { sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { AdvisoryLock } from "#app/lib/advisory-locks.ts";
import { getSqlState } from "#app/lib/errors.server.ts";
import type { Database } from "./client.server.ts";

/** One connection within an open transaction; it cannot begin another. */
export type Transaction = Omit<NodePgDatabase, "transaction"> & { $client: pg.PoolClient };

/** For functions that work both inside and outside a transaction. */
export type Connection = Database | Transaction;

/** Two transactions waited for each other, and PostgreSQL rolled this one back. */
const DEADLOCK = "40P01";
const MAX_ATTEMPTS = 3;

/**
 * Runs `work` in one transaction on one connection; rolls back when it throws. After a deadlock it
 * runs again, so `work` may change nothing outside the database. No file or network call may happen
 * inside.
 */
export async function withTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await runTransaction(db, work);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || getSqlState(error) !== DEADLOCK) throw error;
    }
}

/**
 * Not drizzle's own `transaction`, which never returns the connection to the pool if `begin` fails,
 * and hides the original error if the rollback fails.
 */
async function runTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  try {
    await client.query("begin");
    const result = await work(drizzle(client));
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is destroyed.
    await client.query("rollback").then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

/**
 * Waits until no other transaction holds the lock, then holds it until this one ends.
 * @param key locks only among those with the same key
 */
export async function lockInTransaction(
  tx: Transaction,
  lock: AdvisoryLock,
  key?: string,
): Promise<void> {
  await tx.execute(
    key === undefined
      ? sql`select pg_advisory_xact_lock(${lock}::bigint)`
      : sql`select pg_advisory_xact_lock(${lock}::int, hashtext(${key}))`,
  );
}

/**
 * Tries to lock without waiting. @returns whether this transaction now holds the lock, until it ends
 */
export async function tryLockInTransaction(tx: Transaction, lock: AdvisoryLock): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lock}::bigint) as locked`,
  );
  return rows[0]?.locked === true;
}
