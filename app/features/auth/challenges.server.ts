import type pg from "pg";

/**
 * Ends a person's sign-ins that wait between password and code: the password they passed no longer
 * counts.
 */
export async function deleteChallenges(tx: pg.Pool | pg.PoolClient, userId: string): Promise<void> {
  await tx.query("delete from staff_verifications where value = $1", [userId]);
}
