import { eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { STOP_REASON } from "#app/features/requests/attempts/constants.ts";
import { logAnswerCall } from "#app/features/requests/attempts/log-answer-call.server.ts";
import {
  type AttemptContext,
  toDialTime,
} from "#app/features/requests/attempts/log-attempt.server.ts";
import {
  SPOKEN_STOP_INTENT,
  type SpokenStopResult,
  spokenStopSchema,
} from "#app/features/requests/attempts/schema.ts";
import { ERASED_HASH } from "#app/features/requests/erase-fields.server.ts";
import { hasOptedOut } from "#app/features/requests/has-opted-out.server.ts";
import { recordChange } from "#app/features/requests/inbox/record-change.server.ts";
import { stopContactOf } from "./customer-stop.server.ts";

type SpokenStop = {
  requestId: string;
  attemptId?: string;
  dialedAt?: number;
  /** Why the call was made in spite of the rules. */
  reason?: string;
};

const refuse = (reason: Extract<SpokenStopResult, { ok: false }>["reason"]): SpokenStopResult => ({
  ok: false,
  intent: SPOKEN_STOP_INTENT,
  reason,
});

/**
 * Records that a customer asked staff on the phone to stop all contact: logs the call and stops what
 * the customer could stop on their own page, in one transaction. It counts whatever the hours were.
 */
export async function stopOnCall(
  context: AttemptContext,
  { requestId, attemptId, dialedAt, reason = STOP_REASON }: SpokenStop,
): Promise<SpokenStopResult> {
  const site = await context.settings.get();
  return withTransaction(context.db, async (tx): Promise<SpokenStopResult> => {
    const [request] = await tx
      .select({
        bodyHash: serviceRequests.bodyHash,
        isStopped: hasOptedOut(serviceRequests, "all"),
      })
      .from(serviceRequests)
      .where(eq(serviceRequests.id, requestId));
    if (!request || request.bodyHash === ERASED_HASH) return refuse("not-found");
    if (request.isStopped) return refuse("opted-out");
    // First, as it locks all merged requests in order.
    const optOutId = await stopContactOf(tx, context, { requestId, source: "staff" });
    if (!optOutId) return refuse("no-contact");
    const at = toDialTime(dialedAt, context.now);
    await logAnswerCall(tx, context, { requestId, attemptId, result: "reached", at, reason, site });
    await recordChange(tx, context, {
      id: requestId,
      kind: SPOKEN_STOP_INTENT,
      detail: {},
      audit: { optOut: optOutId },
    });
    return { ok: true, intent: SPOKEN_STOP_INTENT };
  });
}

type FormContext = AttemptContext & Pick<AppContext, "notifyOutbox" | "requestFeed">;

/** Handles the button "Asked us to stop" of a request, and tells the CRM and the open portals. */
export async function handleSpokenStop(
  context: FormContext,
  { form }: { form: FormData },
): Promise<SpokenStopResult> {
  const parsed = spokenStopSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return refuse("fields");
  const { id: requestId, attemptId, dialedAt, reason } = parsed.data;
  const result = await stopOnCall(context, {
    requestId,
    attemptId,
    dialedAt,
    reason: reason || undefined,
  });
  if (result.ok) {
    context.notifyOutbox();
    context.requestFeed.publishChange(requestId);
  }
  return result;
}
