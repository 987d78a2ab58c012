import { randomUUIDv7 } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { verificationEvidence } from "#app/db/tables/providers.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { listFieldErrors } from "#app/lib/field-errors.ts";
import { MAX_EVIDENCE, type ProviderStatus } from "../constants.ts";
import { isProviderId, lockProvider } from "../profile/queries.server.ts";
import { getStatusColumns, updateProvider } from "../profile/save-profile.server.ts";
import { evidenceSchema, type FieldErrors } from "../schema.ts";
import { refreshProposal } from "./decide-proposal.server.ts";

type NotFound = { ok: false; reason: "not-found" };
type SetStatusResult = { ok: true; verifiedUntil: Date | null } | NotFound;

/** Sets the status that a person chose. */
export function setStatus(
  context: ActionContext,
  { id, status }: { id: string; status: ProviderStatus },
): Promise<SetStatusResult> {
  const { now } = context;
  return withTransaction(context.db, async (tx): Promise<SetStatusResult> => {
    const provider = await lockProvider(tx, id);
    if (!provider) return { ok: false, reason: "not-found" };
    const { verifiedUntil } = provider;
    if (provider.status === status && !provider.proposedStatus) return { ok: true, verifiedUntil };
    const columns = getStatusColumns({ status, verifiedUntil, now });
    await updateProvider(tx, id, columns);
    await recordAudit(tx, context, {
      action: "set-status",
      entity: "provider",
      entityId: id,
      changes: { status: { from: provider.status, to: status } },
    });
    return { ok: true, verifiedUntil: "verifiedUntil" in columns ? null : verifiedUntil };
  });
}

export type AddEvidenceResult =
  | { ok: true }
  | { ok: false; reason: "fields"; errors: FieldErrors }
  | { ok: false; reason: "not-found" | "too-many" };

/** Adds evidence that a provider was checked. */
export async function addEvidence(
  context: ActionContext,
  input: { id: string; values: unknown; timeZone: string },
): Promise<AddEvidenceResult> {
  const { now } = context;
  const { id, values, timeZone } = input;
  const parsed = evidenceSchema.safeParse(values);
  if (!parsed.success)
    return { ok: false, reason: "fields", errors: listFieldErrors(parsed.error.issues) };
  const { check, description, checked_by: checkedBy, valid_until: validUntil } = parsed.data;
  return withTransaction(context.db, async (tx): Promise<AddEvidenceResult> => {
    if (!(await lockProvider(tx, id))) return { ok: false, reason: "not-found" };
    const [stored] = await tx
      .select({ count: count() })
      .from(verificationEvidence)
      .where(eq(verificationEvidence.providerId, id));
    if (stored && stored.count >= MAX_EVIDENCE) return { ok: false, reason: "too-many" };
    const evidenceId = randomUUIDv7();
    await tx.insert(verificationEvidence).values({
      id: evidenceId,
      providerId: id,
      check,
      description,
      checkedBy,
      validUntil,
      createdAt: now,
    });
    await refreshProposal(tx, { id, timeZone, now });
    await recordAudit(tx, context, {
      action: "add-evidence",
      entity: "provider",
      entityId: id,
      changes: { evidenceId, check, validUntil },
    });
    return { ok: true };
  });
}

type RemoveEvidenceResult = { ok: true } | NotFound;

/** Removes a piece of evidence. */
export async function removeEvidence(
  context: ActionContext,
  input: { id: string; evidenceId: string; timeZone: string },
): Promise<RemoveEvidenceResult> {
  const { id, evidenceId, timeZone } = input;
  if (!isProviderId(evidenceId)) return { ok: false, reason: "not-found" };
  return withTransaction(context.db, async (tx): Promise<RemoveEvidenceResult> => {
    if (!(await lockProvider(tx, id))) return { ok: false, reason: "not-found" };
    const [removed] = await tx
      .delete(verificationEvidence)
      .where(and(eq(verificationEvidence.providerId, id), eq(verificationEvidence.id, evidenceId)))
      .returning({ check: verificationEvidence.check });
    if (!removed) return { ok: false, reason: "not-found" };
    await refreshProposal(tx, { id, timeZone, now: context.now });
    await recordAudit(tx, context, {
      action: "remove-evidence",
      entity: "provider",
      entityId: id,
      changes: { evidenceId, check: removed.check },
    });
    return { ok: true };
  });
}
