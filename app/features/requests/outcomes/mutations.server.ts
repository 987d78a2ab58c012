import { eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { requestOutcomes } from "#app/db/tables/inbox.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordChange } from "../inbox/record-change.server.ts";
import type { OutcomeChoice } from "./choices.ts";
import type { OutcomeRefusal } from "./schema.ts";
import { storeOutcome } from "./store-outcome.server.ts";

type Refused = { ok: false; reason: Exclude<OutcomeRefusal, "fields"> };

/** Records how a closed request ended, or corrects it. */
export function recordOutcome(
  context: ActionContext,
  { id, outcome }: { id: string; outcome: OutcomeChoice },
): Promise<{ ok: true } | Refused> {
  return withTransaction(context.db, async (tx) => {
    const refused = await findRefusal(tx, id);
    if (refused) return refused;
    await storeOutcome(tx, context, { id, outcome });
    return { ok: true };
  });
}

/** Records what the job was worth, in dollars; null removes it. */
export function recordJobValue(
  context: ActionContext,
  { id, value }: { id: string; value: number | null },
): Promise<{ ok: true } | Refused> {
  return withTransaction(context.db, async (tx) => {
    const refused = await findRefusal(tx, id);
    if (refused) return refused;
    const [before] = await tx
      .select({ hired: requestOutcomes.hired, value: requestOutcomes.value })
      .from(requestOutcomes)
      .where(eq(requestOutcomes.requestId, id));
    if (!before?.hired) return { ok: false, reason: "not-hired" };
    if (before.value === value) return { ok: true };
    await tx.update(requestOutcomes).set({ value }).where(eq(requestOutcomes.requestId, id));
    await recordChange(tx, context, {
      id,
      kind: "job-value",
      detail: { from: before.value, to: value },
      audit: { value: { from: before.value, to: value } },
    });
    return { ok: true };
  });
}

async function findRefusal(tx: Transaction, id: string): Promise<Refused | null> {
  const [request] = await tx
    .select({ status: serviceRequests.status })
    .from(serviceRequests)
    .where(eq(serviceRequests.id, id))
    .for("update");
  if (!request) return { ok: false, reason: "not-found" };
  return request.status === "closed" ? null : { ok: false, reason: "not-closed" };
}
