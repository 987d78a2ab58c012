import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providerUsers } from "#app/db/tables/provider-accounts.server.ts";
import { quizRequestResults } from "#app/db/tables/quiz-learning.server.ts";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { setTrueCause } from "#app/features/quizzes/learning/request-results.server.ts";
import { OTHER_CAUSE } from "#app/features/quizzes/learning/schema.ts";

const causeSchema = z.union([z.literal(OTHER_CAUSE), z.uuid()]);

/**
 * Stores what the cause was in the end, for a request that came from a quiz: whoever was there knows
 * best. What staff recorded stays, as they may have asked the customer.
 * @returns whether it was stored
 */
export function saveCause(
  context: ActionContext,
  input: { requestId: string; offerId: string; personId: string; company: string; cause: unknown },
): Promise<boolean> {
  const { now } = context;
  const { requestId, offerId, personId, company } = input;
  const cause = causeSchema.safeParse(input.cause);
  if (!cause.success) return Promise.resolve(false);
  return withTransaction(context.db, async (tx) => {
    if (await isRecordedByStaff(tx, requestId)) return false;
    const stored = await setTrueCause(tx, { requestId, cause: cause.data, actor: personId, now });
    if (!stored.ok) return false;
    if (!stored.changed) return true;
    await tx.insert(requestEvents).values({
      id: randomUUIDv7(),
      requestId,
      at: now,
      kind: "cause",
      detail: { ...stored.changed, offerId, company },
    });
    await recordAudit(tx, context, {
      action: "cause",
      entity: "service-request",
      entityId: requestId,
      // Not the cause itself: the audit log keeps it after the request is erased.
      changes: { cause: "recorded", person: personId },
    });
    return true;
  });
}

async function isRecordedByStaff(tx: Transaction, requestId: string): Promise<boolean> {
  const [row] = await tx
    .select({ by: quizRequestResults.causeRecordedBy, person: providerUsers.id })
    .from(quizRequestResults)
    .leftJoin(providerUsers, eq(providerUsers.id, quizRequestResults.causeRecordedBy))
    .where(eq(quizRequestResults.requestId, requestId))
    .for("update", { of: quizRequestResults });
  return Boolean(row?.by && !row.person);
}
