import { and, desc, eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { auditLog } from "#app/db/tables/audit.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { isNightlyDue } from "#app/lib/is-nightly-due.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import type { ProviderStatus } from "../constants.ts";
import { type Proposal, proposeStatus } from "./classify-evidence.ts";
import { getProposalFingerprint, listDismissedFingerprints } from "./decide-proposal.server.ts";
import { listProvidersWithEvidence, updateProposals } from "./queries.sql.ts";

/** Actor of the nightly job's audit rows. */
export const NIGHTLY_CHECK_ACTOR = "evidence";
const AUDIT_ENTITY = "provider-proposals";
const BATCH_SIZE = 1_000;

type Change = { id: string; status: ProviderStatus; proposal: Proposal | null };
export type ProposalCounts = { verified: number; expired: number; withdrawn: number };

type NightlyInput = { timeZone: string; signal?: AbortSignal };

/**
 * Once a night, checks the evidence of all providers and proposes statuses, which staff accept or
 * dismiss.
 * @returns null where it is not due, or another instance runs it
 */
export async function proposeStatusesNightly(
  context: ActionContext,
  input: NightlyInput,
): Promise<ProposalCounts | null> {
  const { db, now } = context;
  return withSessionLock(db, ADVISORY_LOCKS.proposeProviderStatuses, async () => {
    const { at, entity, actor } = auditLog;
    const [lastRun] = await db
      .select({ at })
      .from(auditLog)
      .where(and(eq(entity, AUDIT_ENTITY), eq(actor, NIGHTLY_CHECK_ACTOR)))
      .orderBy(desc(at))
      .limit(1);
    return isNightlyDue({ now, lastRunAt: lastRun?.at ?? null, timeZone: input.timeZone })
      ? proposeStatuses(context, input)
      : null;
  });
}

/**
 * Proposes the status that each provider's evidence supports, and removes proposals that it no
 * longer supports. The status itself does not change, and a dismissed proposal is not repeated.
 */
export async function proposeStatuses(
  context: ActionContext,
  { timeZone, signal }: NightlyInput,
): Promise<ProposalCounts> {
  const { db, now } = context;
  const changes: Change[] = [];
  const today = toBusinessDay(now, timeZone);
  const listBatch = (after: string | null) =>
    listProvidersWithEvidence.rows(db, { after, limit: BATCH_SIZE });
  let batch = await listBatch(null);
  while (batch.length > 0 && !signal?.aborted) {
    const dismissed = await listDismissedFingerprints(
      db,
      batch.map(({ id }) => id),
    );
    for (const provider of batch) {
      const found = proposeStatus({ ...provider, now, today });
      const isDismissed =
        found !== null &&
        getProposalFingerprint({ ...provider, proposal: found }) === dismissed.get(provider.id);
      const proposal = isDismissed ? null : found;
      const isStored = proposal
        ? proposal.status === provider.proposedStatus && proposal.reason === provider.proposedReason
        : provider.proposedStatus === null;
      if (!isStored) changes.push({ id: provider.id, status: provider.status, proposal });
    }
    batch = await listBatch(batch.at(-1)?.id ?? null);
  }
  const counts = countProposals(changes);
  await withTransaction(db, async (tx) => {
    await updateProposals.run(tx, {
      ids: changes.map(({ id }) => id),
      statuses: changes.map(({ status }) => status),
      proposed: changes.map(({ proposal }) => proposal?.status ?? null),
      reasons: changes.map(({ proposal }) => proposal?.reason ?? null),
    });
    await recordAudit(tx, context, { action: "run", entity: AUDIT_ENTITY, changes: counts });
  });
  return counts;
}

function countProposals(changes: readonly Change[]): ProposalCounts {
  const countStatus = (status: ProviderStatus | undefined) =>
    changes.filter(({ proposal }) => proposal?.status === status).length;
  return {
    verified: countStatus("verified"),
    expired: countStatus("expired"),
    withdrawn: countStatus(undefined),
  };
}
