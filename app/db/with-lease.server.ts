import { and, eq, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Database } from "./client.server.ts";
import type { Connection } from "./transaction.server.ts";

type LeaseTable = PgTable & { id: PgColumn; leaseUntil: PgColumn };

/**
 * The condition of a claim that no worker holds the row, for a statement with the parameter `:now`.
 * A claim also sets `lease_until`, and selects its rows `for update skip locked`.
 */
export const LEASE_IS_FREE = "(lease_until is null or lease_until <= :now)";

/** The rows of a table that workers claim. */
export type LeaseRules<T extends LeaseTable> = {
  table: T;
  /** The condition of a row that still needs work; the lease of any other row counts as lost. */
  isOpen: SQL;
  /** How long a lease lasts: after that, another worker may claim the row. */
  leaseMs: number;
};

type Changes<T extends LeaseTable> = Omit<PgUpdateSetSource<T>, "id">;

/**
 * The right to work on one row. `lease_until` is both its end and its proof: each renewal changes
 * it, and each write requires the value that this worker set last. A worker that was too slow finds
 * another worker's value there, and writes nothing.
 */
export type Lease<T extends LeaseTable> = {
  /** Aborted when the lease was found lost, or the process stops. */
  signal: AbortSignal;
  /** Extends the lease and stores changes with it. @returns false where the lease was lost */
  renew: (db: Connection, changes?: Changes<T>) => Promise<boolean>;
  /**
   * Stores the result and ends the lease. A row that stays open is due again when its own columns
   * say so, or at a `leaseUntil` in `changes`. @returns false where the lease was lost
   */
  end: (db: Connection, changes: Changes<T>) => Promise<boolean>;
};

type LeaseOptions<T extends LeaseTable> = LeaseRules<T> & {
  db: Database;
  now: () => Date;
  /** How often the lease is renewed while the work runs; absent where the work does that itself. */
  heartbeatMs?: number;
  /** Aborted when the process stops. */
  signal?: AbortSignal;
};

/**
 * Works on a row that was just claimed. The work ends its lease with its result; where it throws or
 * the process dies first, the row is claimed again when the lease has run out.
 */
export async function withLease<T extends LeaseTable, R>(
  options: LeaseOptions<T>,
  row: { id: string; leaseUntil: Date },
  work: (lease: Lease<T>) => Promise<R>,
): Promise<R> {
  const { db, now, leaseMs, heartbeatMs, signal } = options;
  const lost = new AbortController();
  let until = row.leaseUntil;
  let lastWrite: Promise<unknown> = Promise.resolve();
  const inOrder = (write: () => Promise<boolean>): Promise<boolean> => {
    const result = lastWrite.then(write);
    lastWrite = result.catch(() => {});
    return result;
  };
  const writeIfHeld = async (connection: Connection, changes: Changes<T>) => {
    const { table, isOpen } = options;
    const { rowCount } = await connection
      .update(table as LeaseTable)
      .set(changes)
      .where(and(eq(table.id, row.id), eq(table.leaseUntil, until), isOpen));
    if (rowCount !== 1) lost.abort();
    return rowCount === 1;
  };
  const renew = (connection: Connection, changes?: Changes<T>) =>
    inOrder(async () => {
      const next = new Date(Math.max(now().getTime() + leaseMs, until.getTime() + 1));
      const isHeld = await writeIfHeld(connection, { ...changes, leaseUntil: next } as Changes<T>);
      if (isHeld) until = next;
      return isHeld;
    });
  const end = (connection: Connection, changes: Changes<T>) =>
    inOrder(() => writeIfHeld(connection, { leaseUntil: null, ...changes } as Changes<T>));

  // If the database is down for a moment, the worst case is a lost lease.
  const heartbeat = heartbeatMs && setInterval(() => void renew(db).catch(() => {}), heartbeatMs);
  try {
    return await work({
      signal: AbortSignal.any(signal ? [lost.signal, signal] : [lost.signal]),
      renew,
      end,
    });
  } finally {
    clearInterval(heartbeat);
  }
}
