import { and, eq, gt, sql } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { contactAttempts } from "#app/db/tables/inbox.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { writeStatuses } from "../inbox/write-statuses.server.ts";
import { ANSWER_CALL_MS, ANSWER_REASON } from "./constants.ts";
import { checkStored } from "./log-attempt.server.ts";
import { ATTEMPTED_COLUMNS, storeAttempt, type WorkHours } from "./store-attempt.server.ts";

type AnswerCall = {
  requestId: string;
  result: "reached" | "no-answer";
  site: WorkHours;
  attemptId?: string;
  /** When it was dialed; by default now. */
  at?: Date;
  /** Kept with the call where the rules needed a reason. */
  reason?: string;
};

/**
 * Logs the call in which a customer answered to staff, or could not be reached, unless this staff
 * member logged one on the request lately. The answer counts whatever the hours were, so this never
 * refuses: where a reason was needed, it says how the call was logged.
 */
export async function logAnswerCall(
  tx: Transaction,
  context: ActionContext,
  options: AnswerCall,
): Promise<void> {
  const { actor, now } = context;
  const { requestId, attemptId, result, site, at = now, reason = ANSWER_REASON } = options;
  const [request] = await tx
    .select(ATTEMPTED_COLUMNS)
    .from(serviceRequests)
    .where(eq(serviceRequests.id, requestId))
    .for("update");
  if (!request) return;
  if (await hasLoggedCall(tx, { requestId, actor, now })) {
    // Logged as not reached, before the customer called back.
    if (result === "reached" && request.status === "new")
      await writeStatuses(tx, context, [{ id: requestId, from: "new", to: "contacted" }]);
    return;
  }
  const check = await checkStored(tx, { request, channel: "call", at });
  const rule = check.ok ? null : check.rule;
  const attempt = {
    id: attemptId,
    channel: "call" as const,
    result,
    at,
    rule,
    reason: rule && reason,
  };
  await storeAttempt(tx, context, { request, attempt, site });
}

async function hasLoggedCall(
  tx: Transaction,
  { requestId, actor, now }: { requestId: string; actor: string; now: Date },
): Promise<boolean> {
  const [logged] = await tx
    .select({ id: contactAttempts.id })
    .from(contactAttempts)
    .innerJoin(staffUsers, eq(staffUsers.id, contactAttempts.actorId))
    .where(
      and(
        eq(contactAttempts.requestId, requestId),
        eq(contactAttempts.channel, "call"),
        sql`${staffUsers.id}::text = ${actor}`,
        gt(contactAttempts.at, new Date(now.getTime() - ANSWER_CALL_MS)),
      ),
    )
    .limit(1);
  return logged !== undefined;
}
