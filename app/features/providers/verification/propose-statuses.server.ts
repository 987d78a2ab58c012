import type pg from "pg";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { dayOf } from "#app/lib/business-days.ts";
import { isNightlyDue } from "#app/lib/is-nightly-due.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import type { ProviderStatus } from "../constants.ts";
import { type Evidence, type Proposal, proposeStatus } from "./classify-evidence.ts";
import { listDismissed, markOf } from "./decide-proposal.server.ts";

const ACTOR = "evidence";
const BATCH = 1_000;

type Candidate = {
  id: string;
  status: ProviderStatus;
  verifiedUntil: Date | null;
  proposedStatus: ProviderStatus | null;
  proposedReason: string | null;
  evidence: (Evidence & { id: string })[];
};
type Change = { id: string; status: ProviderStatus; proposal: Proposal | null };
export type ProposalCounts = { verified: number; expired: number; withdrawn: number };

type Options = { now: Date; timeZone: string; signal?: AbortSignal };

/**
 * Looks once a night at dates and evidence of all providers and proposes statuses; people decide
 * about them.
 * @returns null where it is not due, or another instance is at it
 */
export async function proposeNightly(
  pool: pg.Pool,
  options: Options,
): Promise<ProposalCounts | null> {
  const { now, timeZone } = options;
  return withSessionLock(pool, ADVISORY_LOCKS.proposeProviderStatuses, async () => {
    const { rows: runs } = await pool.query<{ at: Date }>(
      "select at from audit_log where entity = 'provider-proposals' and actor = $1 order by at desc limit 1",
      [ACTOR],
    );
    return isNightlyDue({ now, lastRunAt: runs[0]?.at ?? null, timeZone })
      ? proposeStatuses(pool, options)
      : null;
  });
}

/**
 * Writes what the facts say beside each status, and takes back what they say no more. The status
 * itself stays, and what somebody dismissed is not said again.
 */
export async function proposeStatuses(
  pool: pg.Pool,
  { now, timeZone, signal }: Options,
): Promise<ProposalCounts> {
  const changes: Change[] = [];
  const today = dayOf(now, timeZone);
  let batch = await readBatch(pool, null);
  while (batch.length > 0 && !signal?.aborted) {
    const dismissed = await listDismissed(
      pool,
      batch.map(({ id }) => id),
    );
    for (const provider of batch) {
      const found = proposeStatus({ ...provider, now, today });
      const proposal =
        found && markOf({ ...provider, proposal: found }) === dismissed.get(provider.id)
          ? null
          : found;
      const same = proposal
        ? proposal.status === provider.proposedStatus && proposal.reason === provider.proposedReason
        : provider.proposedStatus === null;
      if (!same) changes.push({ id: provider.id, status: provider.status, proposal });
    }
    batch = await readBatch(pool, batch.at(-1)?.id ?? null);
  }
  const counted = (status: ProviderStatus | undefined) =>
    changes.filter(({ proposal }) => proposal?.status === status).length;
  const counts = {
    verified: counted("verified"),
    expired: counted("expired"),
    withdrawn: counted(undefined),
  };
  await inTransaction(pool, async (tx) => {
    await tx.query(
      `update providers p set proposed_status = w.proposed, proposed_reason = w.reason
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as w (id, status, proposed, reason) where p.id = w.id and p.verification_status = w.status`,
      [
        changes.map(({ id }) => id),
        changes.map(({ status }) => status),
        changes.map(({ proposal }) => proposal?.status ?? null),
        changes.map(({ proposal }) => proposal?.reason ?? null),
      ],
    );
    await writeAudit(tx, {
      actor: ACTOR,
      action: "run",
      entity: "provider-proposals",
      changes: counts,
      now,
    });
  });
  return counts;
}

async function readBatch(pool: pg.Pool, after: string | null): Promise<Candidate[]> {
  const { rows } = await pool.query<Candidate>(
    `select p.id, p.verification_status as status, p.verified_until as "verifiedUntil", p.proposed_status as "proposedStatus", p.proposed_reason as "proposedReason", e.evidence
     from (select * from providers where $1::uuid is null or id > $1 order by id limit $2) p
     cross join lateral (
       select coalesce(json_agg(json_build_object('id', v.id, 'check', v."check", 'validUntil', v.valid_until)), '[]') as evidence from verification_evidence v where v.provider_id = p.id
     ) e order by p.id`,
    [after, BATCH],
  );
  return rows;
}
