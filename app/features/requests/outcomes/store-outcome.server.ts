import type { ActionContext } from "#app/db/action-context.server.ts";
import { requestOutcomes } from "#app/db/tables/inbox.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { recordChange } from "../inbox/record-change.server.ts";
import { selectMemberId } from "../staff-members.server.ts";
import { OUTCOME_CHOICES, type OutcomeChoice } from "./choices.ts";

/**
 * Stores how a closed request ended, in a transaction that has locked it. A value stays only while
 * somebody was hired.
 */
export async function storeOutcome(
  tx: Transaction,
  context: ActionContext,
  { id, outcome }: { id: string; outcome: OutcomeChoice },
): Promise<void> {
  const { facts } = OUTCOME_CHOICES[outcome];
  const row = { ...facts, recordedBy: selectMemberId(context.actor), recordedAt: context.now };
  await tx
    .insert(requestOutcomes)
    .values({ requestId: id, ...row })
    .onConflictDoUpdate({
      target: requestOutcomes.requestId,
      set: facts.hired ? row : { ...row, value: null },
    });
  await recordChange(tx, context, {
    id,
    kind: "outcome",
    detail: { outcome },
    audit: { outcome },
  });
}
