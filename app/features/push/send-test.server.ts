import { eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { pushSubscriptions } from "#app/db/tables/push.server.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { type PushFailure, type PushResult, sendPush } from "./client.server.ts";
import { MAX_TESTS, TEST_WINDOW_SECONDS } from "./constants.ts";
import type { PushOwner } from "./push-owner.server.ts";
import { findDevice } from "./queries.server.ts";
import { openSubscriptionKeys } from "./subscription-keys.server.ts";

const TTL_SECONDS = 60;

type TestContext = ActionContext & Pick<AppContext, "settings" | "vapidKeys" | "vault">;
export type TestResult =
  | { ok: true }
  | { ok: false; reason: "not-found" | "too-many" | PushFailure["reason"] };

/**
 * Sends a test notification to one of somebody's devices, whatever the hour. A device that is
 * gone is removed.
 */
export async function sendTest(
  context: TestContext,
  { owner, device }: { owner: PushOwner; device: string },
): Promise<TestResult> {
  const { db, now, vault, vapidKeys } = context;
  const found = await findDevice(db, { owner, device });
  if (!found) return { ok: false, reason: "not-found" };
  const isAllowed = await consumeRateLimit(db, {
    key: `push-test:${owner.userId}`,
    limit: MAX_TESTS,
    windowSeconds: TEST_WINDOW_SECONDS,
    now,
  });
  if (!isAllowed) return { ok: false, reason: "too-many" };
  const keys = openSubscriptionKeys(vault, found);
  if (!keys) return { ok: false, reason: "unreadable" };
  const { email } = await context.settings.get();
  const result: PushResult = await sendPush(
    { vapidKeys, email },
    { endpoint: found.endpoint, keys },
    { payload: { kind: "test" }, ttlSeconds: TTL_SECONDS, now },
  );
  const isThisDevice = eq(pushSubscriptions.id, device);
  if (result.ok)
    await db.update(pushSubscriptions).set({ lastSuccessAt: now, failures: 0 }).where(isThisDevice);
  else if (result.reason === "gone") await db.delete(pushSubscriptions).where(isThisDevice);
  return result.ok ? { ok: true } : { ok: false, reason: result.reason };
}
