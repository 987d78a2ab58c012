import { createHash } from "node:crypto";
import type pg from "pg";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { dayOf } from "#app/lib/business-days.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import {
  holdProvider,
  listEvidence,
  type StoredEvidence,
  type StoredProvider,
} from "../profile/provider-detail.server.ts";
import { type By, statusColumns, updateColumns } from "../profile/save-profile.server.ts";
import { evidenceHoldsUntil, type Proposal, proposeStatus } from "./classify-evidence.ts";
import { endOfDay } from "./verified-days.ts";

export type DecideResult = { ok: true } | { ok: false; reason: "not-found" | "changed" };
type Decide = By & { id: string; shown: string; timeZone: string };

/**
 * Makes a proposed status the provider's, where it is still the one that was shown and the evidence
 * still says so. Verified holds for as long as the evidence does.
 */
export function acceptProposal(pool: pg.Pool, options: Decide): Promise<DecideResult> {
  const { id, timeZone, actor, requestId, now } = options;
  return inTransaction(pool, async (tx): Promise<DecideResult> => {
    const found = await holdProposal(tx, options);
    if (!found.ok) return found;
    const { provider, evidence, proposal } = found;
    const { status } = proposal;
    const columns = statusColumns({ status, verifiedUntil: provider.verifiedUntil, now });
    if (status === "verified") {
      const until = evidenceHoldsUntil(evidence, dayOf(now, timeZone));
      columns.verified_until = until && endOfDay(until, timeZone);
    }
    await updateColumns(tx, id, columns);
    await writeAudit(tx, {
      actor,
      action: "accept-proposal",
      entity: "provider",
      entityId: id,
      changes: { status: { from: provider.status, to: status } },
      requestId,
      now,
    });
    return { ok: true };
  });
}

const DISMISS = "dismiss-proposal";

/** Takes a proposed status away. The same one comes back only when what it rests on has changed. */
export function dismissProposal(pool: pg.Pool, options: Decide): Promise<DecideResult> {
  const { id, actor, requestId, now } = options;
  return inTransaction(pool, async (tx): Promise<DecideResult> => {
    const found = await holdProposal(tx, options);
    if (!found.ok) return found;
    const { provider, evidence, proposal } = found;
    await writeProposal(tx, id, null);
    const changes = {
      proposed: proposal.status,
      mark: markOf({ proposal, verifiedUntil: provider.verifiedUntil, evidence }),
    };
    await writeAudit(tx, {
      actor,
      action: DISMISS,
      entity: "provider",
      entityId: id,
      changes,
      requestId,
      now,
    });
    return { ok: true };
  });
}

type Held =
  | { ok: true; provider: StoredProvider; evidence: StoredEvidence[]; proposal: Proposal }
  | Extract<DecideResult, { ok: false }>;

async function holdProposal(
  tx: pg.PoolClient,
  { id, shown, timeZone, now }: Decide,
): Promise<Held> {
  const provider = await holdProvider(tx, id);
  if (!provider) return { ok: false, reason: "not-found" };
  const evidence = await listEvidence(tx, id);
  const proposal = proposeStatus({ ...provider, evidence, now, today: dayOf(now, timeZone) });
  if (!proposal || proposal.status !== shown || provider.proposedStatus !== shown)
    return { ok: false, reason: "changed" };
  return { ok: true, provider, evidence, proposal };
}

/**
 * After a change of evidence: a proposal that it no longer bears out goes, or says what is true
 * now. New ones come at night.
 */
export async function refreshProposal(
  tx: pg.PoolClient,
  { id, timeZone, now }: { id: string; timeZone: string; now: Date },
): Promise<void> {
  const provider = await holdProvider(tx, id);
  if (!provider?.proposedStatus) return;
  await writeProposal(
    tx,
    id,
    proposeStatus({
      ...provider,
      evidence: await listEvidence(tx, id),
      now,
      today: dayOf(now, timeZone),
    }),
  );
}

/** The row's version stays: nothing changes for whoever has the profile open. */
async function writeProposal(
  tx: pg.PoolClient,
  id: string,
  proposal: Proposal | null,
): Promise<void> {
  await tx.query("update providers set proposed_status = $2, proposed_reason = $3 where id = $1", [
    id,
    proposal?.status ?? null,
    proposal?.reason ?? null,
  ]);
}

type Grounds = {
  proposal: Proposal;
  verifiedUntil: Date | null;
  evidence: readonly Pick<StoredEvidence, "id" | "check" | "validUntil">[];
};

/** What a proposal says and rests on, as a short text that differs when any of it does. */
export function markOf({ proposal, verifiedUntil, evidence }: Grounds): string {
  const pieces = evidence
    .map(({ id, check, validUntil }) => [id, check, validUntil].join(" "))
    .sort();
  return createHash("sha256")
    .update(
      JSON.stringify([
        proposal.status,
        proposal.reason,
        verifiedUntil?.toISOString() ?? null,
        pieces,
      ]),
    )
    .digest("base64url");
}

/**
 * The marks of what was dismissed last, by provider. The audit log is where that is written down.
 */
export async function listDismissed(
  pool: pg.Pool,
  providerIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; mark: string }>(
    `select distinct on (entity_id) entity_id as id, changes->>'mark' as mark from audit_log
     where entity = 'provider' and entity_id = any($1) and action = $2 order by entity_id, at desc, id desc`,
    [providerIds, DISMISS],
  );
  return new Map(rows.map(({ id, mark }) => [id, mark]));
}
