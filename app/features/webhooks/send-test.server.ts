import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import {
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from "#app/db/tables/webhooks.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { MAX_TESTS, TEST_EVENT, TEST_WINDOW_SECONDS } from "./constants.ts";
import type { PostResult } from "./post-message.server.ts";
import { sendMessage } from "./send-message.server.ts";

type TestContext = ActionContext & Pick<AppContext, "env" | "vault">;
export type TestResult =
  | { ok: true; sent: PostResult; ms: number }
  | { ok: false; reason: "not-found" | "too-many" };

/**
 * Sends a test message to an endpoint at once, also where it is paused, and waits for the answer. It is
 * one of the deliveries of the log, is not tried again, and neither pauses the endpoint nor resumes it.
 */
export async function sendTestMessage(
  context: TestContext,
  { id }: { id: string },
): Promise<TestResult> {
  const { db, now, actor } = context;
  const [endpoint] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  if (!endpoint) return { ok: false, reason: "not-found" };
  const isAllowed = await consumeRateLimit(db, {
    key: `webhook-test:${actor}`,
    limit: MAX_TESTS,
    windowSeconds: TEST_WINDOW_SECONDS,
    now,
  });
  if (!isAllowed) return { ok: false, reason: "too-many" };
  const message = { id: randomUUIDv7(), type: TEST_EVENT, occurredAt: now, data: { id } };
  const startedAt = performance.now();
  const sent = await sendMessage(context, { endpoint, message, now });
  const ms = Math.round(performance.now() - startedAt);
  await withTransaction(db, async (tx) => {
    const [found] = await tx
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .for("key share");
    // Somebody removed it meanwhile.
    if (!found) return;
    await tx.insert(webhookEvents).values({ ...message, subjectId: message.id, transactionId: 0n });
    await tx.insert(webhookDeliveries).values({
      id: randomUUIDv7(),
      endpointId: id,
      eventId: message.id,
      state: sent.ok ? "delivered" : "failed",
      attempts: 1,
      nextAttemptAt: now,
      lastAttemptAt: now,
      lastStatus: sent.status,
      lastError: sent.ok ? null : sent.error,
      lastMs: ms,
      createdAt: now,
    });
  });
  return { ok: true, sent, ms };
}
