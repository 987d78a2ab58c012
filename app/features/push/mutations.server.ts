import { randomUUIDv7 } from "node:crypto";
import { and, count, eq, ne } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { pushPreferences, pushSubscriptions } from "#app/db/tables/push.server.ts";
import {
  lockInTransaction,
  type Transaction,
  withTransaction,
} from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { formatBrowserName } from "#app/lib/browser-name.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { MAX_DEVICES } from "./constants.ts";
import { isOwnedBy, type PushOwner, toAuditEntry, toOwnerValues } from "./push-owner.server.ts";
import { isPushEndpoint } from "./push-services.ts";
import type { QuietInput, SubscriptionInput } from "./schema.server.ts";
import { isUsableKey, sealSubscriptionKeys } from "./subscription-keys.server.ts";

type TurnOnContext = ActionContext & Pick<AppContext, "env" | "vault">;
type TurnOnInput = {
  owner: PushOwner;
  subscription: SubscriptionInput;
  /** The browser's own cookie, by which signing out there finds the subscription. */
  browserToken: string;
  userAgent: string | null;
};
export type TurnOnResult = { ok: true } | { ok: false; reason: "service" | "key" | "too-many" };

/**
 * Turns notifications on in somebody's browser. A browser has one subscription: another person's on
 * it ends.
 */
export async function turnOnDevice(
  context: TurnOnContext,
  { owner, subscription, browserToken, userAgent }: TurnOnInput,
): Promise<TurnOnResult> {
  const { vault, now, env } = context;
  const { endpoint, ...keys } = subscription;
  if (!isPushEndpoint(endpoint, env.PUSH_SERVICE_URL)) return { ok: false, reason: "service" };
  if (!isUsableKey(keys.p256dh)) return { ok: false, reason: "key" };
  const browserHash = hashToken(browserToken);
  const { browserHash: browser, endpoint: address } = pushSubscriptions;
  return withTransaction(context.db, async (tx): Promise<TurnOnResult> => {
    await lockInTransaction(tx, ADVISORY_LOCKS.turnOnPush, owner.userId);
    // Also earlier ones of this browser, whose endpoint has changed.
    await tx.delete(pushSubscriptions).where(eq(browser, browserHash));
    const [others] = await tx
      .select({ devices: count() })
      .from(pushSubscriptions)
      .where(and(isOwnedBy(owner), ne(address, endpoint)));
    if ((others?.devices ?? 0) >= MAX_DEVICES) return { ok: false, reason: "too-many" };
    const id = randomUUIDv7();
    const encryptedKeys = sealSubscriptionKeys(vault, { id, keys });
    const values = { id, encryptedKeys, browserHash, userAgent, createdAt: now };
    await tx.delete(pushSubscriptions).where(eq(address, endpoint));
    await tx.insert(pushSubscriptions).values({ ...values, ...toOwnerValues(owner), endpoint });
    await recordAudit(tx, context, {
      action: "turn-on-notifications",
      ...toAuditEntry(owner, formatBrowserName(userAgent)),
    });
    return { ok: true };
  });
}

/** Turns notifications off on one of somebody's devices. @returns whether it was theirs */
export async function turnOffDevice(
  context: ActionContext,
  { owner, device }: { owner: PushOwner; device: string },
): Promise<boolean> {
  return withTransaction(context.db, async (tx) => {
    const removed = await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.id, device), isOwnedBy(owner)))
      .returning({ userAgent: pushSubscriptions.userAgent });
    for (const { userAgent } of removed)
      await recordAudit(tx, context, {
        action: "turn-off-notifications",
        ...toAuditEntry(owner, formatBrowserName(userAgent)),
      });
    return removed.length > 0;
  });
}

/** Removes the subscription of a browser in which somebody signs out. */
export async function turnOffBrowser(
  { db }: Pick<AppContext, "db">,
  browserToken: string,
): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(eq(pushSubscriptions.browserHash, hashToken(browserToken)));
}

/** Turns notifications off on every device of somebody who loses access. */
export async function turnOffAllDevices(tx: Transaction, owner: PushOwner): Promise<void> {
  await tx.delete(pushSubscriptions).where(isOwnedBy(owner));
}

/** Stores the quiet hours of the acting member of staff. */
export async function saveQuietHours(context: ActionContext, input: QuietInput): Promise<void> {
  const { actor: userId, now } = context;
  await withTransaction(context.db, async (tx) => {
    const values = { ...input, updatedAt: now };
    await tx
      .insert(pushPreferences)
      .values({ userId, ...values })
      .onConflictDoUpdate({ target: pushPreferences.userId, set: values });
    await recordAudit(tx, context, {
      action: "set-quiet-hours",
      entity: "staff",
      entityId: userId,
      changes: input,
    });
  });
}
