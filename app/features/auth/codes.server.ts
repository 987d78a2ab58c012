import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { staffTwoFactors, staffUsedCodes } from "#app/db/tables/auth.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { CODE_FAILURES_LIMIT } from "./constants.ts";
import { countCode } from "./queries.sql.ts";

const hashCode = (userId: string, code: string) =>
  createHash("sha256").update(`${userId} ${code}`).digest("base64url");

/**
 * Counts a code as a failure until it proves right, and refuses one that was accepted before (an
 * authenticator shows a code for half a minute, and the library would accept it twice). Every flow
 * that checks a code uses this.
 */
export async function consumeCode(
  { db }: Pick<AppContext, "db">,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const codeHash = hashCode(userId, code);
  return (await countCode.run(db, { userId, codeHash, now, limit: CODE_FAILURES_LIMIT })) === 1;
}

/** Refunds a correct code whose action was not completed: it works once more. */
export async function refundCode(
  { db }: Pick<AppContext, "db">,
  { userId, code }: { userId: string; code: string },
): Promise<void> {
  const { userId: owner, codeHash } = staffUsedCodes;
  await db
    .delete(staffUsedCodes)
    .where(and(eq(owner, userId), eq(codeHash, hashCode(userId, code))));
}

/** Resets the count of wrong codes: after a correct one, or when the account is unlocked. */
export async function resetCodeFailures(db: Connection, userId: string): Promise<void> {
  await db.update(adminUsers).set({ codeFailures: 0 }).where(eq(adminUsers.userId, userId));
}

/** Logs a refused code, and whether the account is now locked. */
export async function recordFailedCode(
  { db, security }: Pick<AppContext, "db" | "security">,
  { userId, address, now }: { userId: string; address: string; now: Date },
): Promise<void> {
  security.record("failed-code", { staffId: userId, address });
  const [account] = await db
    .select({ failures: adminUsers.codeFailures, lockedUntil: staffTwoFactors.lockedUntil })
    .from(adminUsers)
    .leftJoin(staffTwoFactors, eq(staffTwoFactors.userId, adminUsers.userId))
    .where(eq(adminUsers.userId, userId));
  if (!account) return;
  const { failures, lockedUntil } = account;
  if (failures >= CODE_FAILURES_LIMIT || (lockedUntil !== null && lockedUntil > now))
    security.record("lock", { staffId: userId, address, detail: "code" });
}
