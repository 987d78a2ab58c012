import type pg from "pg";

/**
 * Runs `work` in one transaction on one connection; rolls back when it throws. Network calls must
 * not happen inside.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const tx = await pool.connect();
  try {
    await tx.query("begin");
    const result = await work(tx);
    await tx.query("commit");
    tx.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is destroyed.
    await tx.query("rollback").then(
      () => tx.release(),
      () => tx.release(true),
    );
    throw error;
  }
}
