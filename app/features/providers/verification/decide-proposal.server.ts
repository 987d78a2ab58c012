import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import {
  listEvidence,
  lockProvider,
  type StoredEvidence,
  type StoredProvider,
} from "../profile/queries.server.ts";
import { getStatusColumns, updateProvider } from "../profile/save-profile.server.ts";
import { getEvidenceEnd, type Proposal, proposeStatus } from "./classify-evidence.ts";
import { listDismissedProposals } from "./queries.sql.ts";
import { getEndOfDay } from "./verified-days.ts";

export type DecisionResult = { ok: true } | { ok: false; reason: "not-found" | "changed" };
/** `shown`: the proposed status that the screen showed. */
type Decision = { id: string; shown: string; timeZone: string };

/**
 * Gives a provider the proposed status, if it is still the one that was shown and the evidence still
 * supports it. A verification is valid as long as its evidence.
 */
export function acceptProposal(context: ActionContext, input: Decision): Promise<DecisionResult> {
  const { now } = context;
  const { id, timeZone } = input;
  return withTransaction(context.db, async (tx): Promise<DecisionResult> => {
    const found = await lockProposal(tx, { ...input, now });
    if (!found.ok) return found;
    const { provider, evidence, proposal } = found;
    const { status } = proposal;
    const columns = getStatusColumns({ status, verifiedUntil: provider.verifiedUntil, now });
    if (status === "verified") {
      const until = getEvidenceEnd(evidence, toBusinessDay(now, timeZone));
      columns.verifiedUntil = until ? getEndOfDay(until, timeZone) : null;
    }
    await updateProvider(tx, id, columns);
    await recordAudit(tx, context, {
      action: "accept-proposal",
      entity: "provider",
      entityId: id,
      changes: { status: { from: provider.status, to: status } },
    });
    return { ok: true };
  });
}

const DISMISS_ACTION = "dismiss-proposal";

/** Removes a proposed status. It is proposed again only when the facts behind it have changed. */
export function dismissProposal(context: ActionContext, input: Decision): Promise<DecisionResult> {
  const { id } = input;
  return withTransaction(context.db, async (tx): Promise<DecisionResult> => {
    const found = await lockProposal(tx, { ...input, now: context.now });
    if (!found.ok) return found;
    const { provider, evidence, proposal } = found;
    await updateProposal(tx, id, null);
    const mark = getProposalFingerprint({
      proposal,
      verifiedUntil: provider.verifiedUntil,
      evidence,
    });
    await recordAudit(tx, context, {
      action: DISMISS_ACTION,
      entity: "provider",
      entityId: id,
      changes: { proposed: proposal.status, mark },
    });
    return { ok: true };
  });
}

type LockedProposal =
  | { ok: true; provider: StoredProvider; evidence: StoredEvidence[]; proposal: Proposal }
  | Extract<DecisionResult, { ok: false }>;

async function lockProposal(
  tx: Transaction,
  { id, shown, timeZone, now }: Decision & { now: Date },
): Promise<LockedProposal> {
  const provider = await lockProvider(tx, id);
  if (!provider) return { ok: false, reason: "not-found" };
  const evidence = await listEvidence(tx, id);
  const proposal = proposeStatus({
    ...provider,
    evidence,
    now,
    today: toBusinessDay(now, timeZone),
  });
  if (!proposal || proposal.status !== shown || provider.proposedStatus !== shown)
    return { ok: false, reason: "changed" };
  return { ok: true, provider, evidence, proposal };
}

/**
 * After a change of evidence, removes a proposal that it no longer supports, or replaces it by the
 * one it does. Only the nightly check adds proposals.
 */
export async function refreshProposal(
  tx: Transaction,
  { id, timeZone, now }: { id: string; timeZone: string; now: Date },
): Promise<void> {
  const provider = await lockProvider(tx, id);
  if (!provider?.proposedStatus) return;
  const evidence = await listEvidence(tx, id);
  const today = toBusinessDay(now, timeZone);
  await updateProposal(tx, id, proposeStatus({ ...provider, evidence, now, today }));
}

/** The row's version stays the same: the change does not conflict with an open profile form. */
async function updateProposal(
  tx: Transaction,
  id: string,
  proposal: Proposal | null,
): Promise<void> {
  await tx
    .update(providers)
    .set({ proposedStatus: proposal?.status ?? null, proposedReason: proposal?.reason ?? null })
    .where(eq(providers.id, id));
}

type ProposalFacts = {
  proposal: Proposal;
  verifiedUntil: Date | null;
  evidence: readonly Pick<StoredEvidence, "id" | "check" | "validUntil">[];
};

/** A hash of a proposal and of the facts behind it. */
export function getProposalFingerprint({
  proposal,
  verifiedUntil,
  evidence,
}: ProposalFacts): string {
  const evidenceKeys = evidence
    .map(({ id, check, validUntil }) => [id, check, validUntil].join(" "))
    .sort();
  return createHash("sha256")
    .update(
      JSON.stringify([
        proposal.status,
        proposal.reason,
        verifiedUntil?.toISOString() ?? null,
        evidenceKeys,
      ]),
    )
    .digest("base64url");
}

/** The fingerprint of the proposal that was dismissed last, by provider; from the audit log. */
export async function listDismissedFingerprints(
  db: Database,
  providerIds: readonly string[],
): Promise<Map<string | null, string>> {
  const dismissed = await listDismissedProposals.rows(db, { providerIds, action: DISMISS_ACTION });
  return new Map(dismissed.map(({ id, fingerprint }) => [id, fingerprint]));
}
