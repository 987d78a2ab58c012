import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { firstMessages } from "#app/lib/first-messages.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { MAX_EVIDENCE, type ProviderStatus } from "../constants.ts";
import { holdProvider, isProviderId } from "../profile/provider-detail.server.ts";
import { type By, statusColumns, updateColumns } from "../profile/save-profile.server.ts";
import { evidenceSchema, type FieldErrors } from "../schema.ts";
import { refreshProposal } from "./decide-proposal.server.ts";

type NotFound = { ok: false; reason: "not-found" };

/** Gives a provider the status that a person chose. */
export function setStatus(
  pool: pg.Pool,
  options: By & { id: string; status: ProviderStatus },
): Promise<{ ok: true; verifiedUntil: Date | null } | NotFound> {
  const { id, status, actor, requestId, now } = options;
  return inTransaction(
    pool,
    async (tx): Promise<{ ok: true; verifiedUntil: Date | null } | NotFound> => {
      const provider = await holdProvider(tx, id);
      if (!provider) return { ok: false, reason: "not-found" };
      if (provider.status === status && !provider.proposedStatus)
        return { ok: true, verifiedUntil: provider.verifiedUntil };
      const columns = statusColumns({ status, verifiedUntil: provider.verifiedUntil, now });
      await updateColumns(tx, id, columns);
      await writeAudit(tx, {
        actor,
        action: "set-status",
        entity: "provider",
        entityId: id,
        changes: { status: { from: provider.status, to: status } },
        requestId,
        now,
      });
      return {
        ok: true,
        verifiedUntil: "verified_until" in columns ? null : provider.verifiedUntil,
      };
    },
  );
}

export type AddEvidenceResult =
  | { ok: true }
  | { ok: false; reason: "fields"; errors: FieldErrors }
  | { ok: false; reason: "not-found" | "too-many" };

/** Writes down that a provider was checked. */
export async function addEvidence(
  pool: pg.Pool,
  options: By & { id: string; values: unknown; timeZone: string },
): Promise<AddEvidenceResult> {
  const { id, values, timeZone, actor, requestId, now } = options;
  const parsed = evidenceSchema.safeParse(values);
  if (!parsed.success)
    return { ok: false, reason: "fields", errors: firstMessages(parsed.error.issues) };
  const { check, description, checked_by: checkedBy, valid_until: validUntil } = parsed.data;
  return inTransaction(pool, async (tx): Promise<AddEvidenceResult> => {
    if (!(await holdProvider(tx, id))) return { ok: false, reason: "not-found" };
    const { rows } = await tx.query<{ many: boolean }>(
      "select count(*) >= $2 as many from verification_evidence where provider_id = $1",
      [id, MAX_EVIDENCE],
    );
    if (rows[0]?.many) return { ok: false, reason: "too-many" };
    const evidenceId = randomUUIDv7();
    await tx.query(
      'insert into verification_evidence (id, provider_id, "check", description, checked_by, valid_until, created_at) values ($1, $2, $3, $4, $5, $6, $7)',
      [evidenceId, id, check, description, checkedBy, validUntil, now],
    );
    await refreshProposal(tx, { id, timeZone, now });
    await writeAudit(tx, {
      actor,
      action: "add-evidence",
      entity: "provider",
      entityId: id,
      changes: { evidenceId, check, validUntil },
      requestId,
      now,
    });
    return { ok: true };
  });
}

/** Takes a piece of evidence away, such as one that was written down by mistake. */
export async function removeEvidence(
  pool: pg.Pool,
  options: By & { id: string; evidenceId: string; timeZone: string },
): Promise<{ ok: true } | NotFound> {
  const { id, evidenceId, timeZone, actor, requestId, now } = options;
  if (!isProviderId(evidenceId)) return { ok: false, reason: "not-found" };
  return inTransaction(pool, async (tx): Promise<{ ok: true } | NotFound> => {
    if (!(await holdProvider(tx, id))) return { ok: false, reason: "not-found" };
    const { rows } = await tx.query<{ check: string }>(
      'delete from verification_evidence where provider_id = $1 and id = $2 returning "check"',
      [id, evidenceId],
    );
    if (!rows[0]) return { ok: false, reason: "not-found" };
    await refreshProposal(tx, { id, timeZone, now });
    await writeAudit(tx, {
      actor,
      action: "remove-evidence",
      entity: "provider",
      entityId: id,
      changes: { evidenceId, check: rows[0].check },
      requestId,
      now,
    });
    return { ok: true };
  });
}
