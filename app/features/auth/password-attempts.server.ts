import { createHash } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { staffPasswordAttempts } from "#app/db/tables/auth.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { countPasswordAttempt, undoPasswordAttempt } from "./queries.sql.ts";

/** The key of a count of attempts. It is a hash, so that the table does not reveal who exists. */
export const formatAttemptsKey = (kind: "account" | "device", value: string) =>
  `${kind}:${createHash("sha256").update(value).digest("base64url")}`;

/** The key of password attempts in an open session. */
export const formatSessionAttemptsKey = (userId: string) =>
  formatAttemptsKey("account", `session ${userId}`);
/** The key of attempts with the authenticator's code in an open session. */
export const formatCodeAttemptsKey = (userId: string) =>
  formatAttemptsKey("account", `code ${userId}`);

/**
 * Counts one password attempt before it is checked: five are free, then each has to wait twice as
 * long as the one before, from one minute to fifteen. A day without attempts resets the count.
 * @returns when the next attempt is allowed if this one is not, else null
 */
export async function consumePasswordAttempt(
  db: Database,
  { key, now }: { key: string; now: Date },
): Promise<Date | null> {
  if (await countPasswordAttempt.first(db, { key, now })) return null;
  const [delayed] = await db
    .select({ nextAt: staffPasswordAttempts.nextAt })
    .from(staffPasswordAttempts)
    .where(eq(staffPasswordAttempts.key, key));
  return delayed?.nextAt ?? null;
}

/**
 * Refunds an attempt that was not checked because the server was busy; the next one may follow at
 * once.
 */
export async function refundPasswordAttempt(
  db: Database,
  attempt: { key: string; now: Date },
): Promise<void> {
  await undoPasswordAttempt.run(db, attempt);
}

/** Resets the counts: after a correct password, or when a superadmin unlocks an account. */
export async function resetPasswordAttempts(db: Connection, keys: string[]): Promise<void> {
  await db.delete(staffPasswordAttempts).where(inArray(staffPasswordAttempts.key, keys));
}
