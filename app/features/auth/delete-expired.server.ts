import { and, lt } from "drizzle-orm";
import {
  staffDevices,
  staffPasswordAttempts,
  staffSessions,
  staffUsedCodes,
  staffVerifications,
} from "#app/db/tables/auth.server.ts";
import { staffLinks } from "#app/db/tables/members.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import {
  EXPIRED_SESSION_DAYS,
  OLD_LINK_DAYS,
  USED_CODE_DAYS,
} from "#app/features/settings/retention.ts";
import { DAY_MS } from "#app/lib/durations.ts";

/**
 * Deletes expired sign-in data: browsers not seen for a long time, sessions and challenges, used
 * codes, counts of wrong passwords, and one-time links.
 * @returns how many rows of each kind
 */
export async function deleteExpired(
  tx: Transaction,
  { deviceDays, now }: { deviceDays: number; now: Date },
) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const countDeleted = async (query: PromiseLike<{ rowCount: number | null }>) =>
    (await query).rowCount ?? 0;
  const oldCodes = daysAgo(USED_CODE_DAYS);
  const { lastAt, nextAt } = staffPasswordAttempts;
  return {
    devices: await countDeleted(
      tx.delete(staffDevices).where(lt(staffDevices.lastSeenAt, daysAgo(deviceDays))),
    ),
    sessions: await countDeleted(
      tx.delete(staffSessions).where(lt(staffSessions.expiresAt, daysAgo(EXPIRED_SESSION_DAYS))),
    ),
    codes:
      (await countDeleted(tx.delete(staffUsedCodes).where(lt(staffUsedCodes.usedAt, oldCodes)))) +
      (await countDeleted(
        tx.delete(staffVerifications).where(lt(staffVerifications.expiresAt, oldCodes)),
      )),
    passwordAttempts: await countDeleted(
      tx.delete(staffPasswordAttempts).where(and(lt(lastAt, oldCodes), lt(nextAt, now))),
    ),
    links: await countDeleted(
      tx.delete(staffLinks).where(lt(staffLinks.expiresAt, daysAgo(OLD_LINK_DAYS))),
    ),
  };
}
