import { randomUUIDv7 } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providerDocuments } from "#app/db/tables/provider-documents.server.ts";
import { verificationEvidence } from "#app/db/tables/providers.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { type DecideResult, reasonSchema } from "../changes/decide-change.server.ts";
import { EVIDENCE_LENGTH, MAX_EVIDENCE } from "../constants.ts";
import { isProviderId, lockProvider } from "../profile/queries.server.ts";
import { refreshProposal } from "../verification/decide-proposal.server.ts";
import { describePaper } from "./describe-paper.ts";

type Decision = { id: string; paperId: string };
type PendingPaper = Pick<
  typeof providerDocuments.$inferSelect,
  "kind" | "number" | "issuer" | "validUntil"
>;

/** Runs `work` with a paper that waits, while the provider's row is locked: of two decisions one counts. */
function withPending<T>(
  context: ActionContext,
  { id: providerId, paperId }: Decision,
  work: (tx: Transaction, paper: PendingPaper) => Promise<T>,
): Promise<T | { ok: false; reason: "not-found" | "paper-gone" }> {
  return withTransaction(context.db, async (tx) => {
    if (!isProviderId(paperId) || !(await lockProvider(tx, providerId)))
      return { ok: false, reason: "not-found" };
    const { id, kind, number, issuer, validUntil, state } = providerDocuments;
    const [paper] = await tx
      .select({ kind, number, issuer, validUntil })
      .from(providerDocuments)
      .where(
        and(eq(id, paperId), eq(providerDocuments.providerId, providerId), eq(state, "pending")),
      );
    return paper ? work(tx, paper) : { ok: false, reason: "paper-gone" };
  });
}

/** Accepts a paper: it becomes evidence of the provider, valid as long as the paper. */
export function acceptPaper(
  context: ActionContext,
  { id, paperId, staffName, timeZone }: Decision & { staffName: string; timeZone: string },
): Promise<DecideResult | { ok: false; reason: "too-many" | "paper-gone" | "paper-ended" }> {
  return withPending(context, { id, paperId }, async (tx, paper) => {
    if (paper.validUntil < toBusinessDay(context.now, timeZone))
      return { ok: false, reason: "paper-ended" };
    const [stored] = await tx
      .select({ count: count() })
      .from(verificationEvidence)
      .where(eq(verificationEvidence.providerId, id));
    if (stored && stored.count >= MAX_EVIDENCE) return { ok: false, reason: "too-many" };
    const evidenceId = randomUUIDv7();
    await tx.insert(verificationEvidence).values({
      id: evidenceId,
      providerId: id,
      check: paper.kind,
      description: describePaper(paper).slice(0, EVIDENCE_LENGTH),
      checkedBy: staffName,
      validUntil: paper.validUntil,
      createdAt: context.now,
    });
    await tx
      .update(providerDocuments)
      .set({
        state: "accepted",
        decidedBy: context.actor,
        decidedAt: context.now,
        evidenceId,
      })
      .where(eq(providerDocuments.id, paperId));
    await refreshProposal(tx, { id, timeZone, now: context.now });
    await recordAudit(tx, context, {
      action: "accept-paper",
      entity: "provider",
      entityId: id,
      changes: { paperId, evidenceId, check: paper.kind, validUntil: paper.validUntil },
    });
    return { ok: true };
  });
}

/** Refuses a paper; the provider reads why. */
export async function refusePaper(
  context: ActionContext,
  { id, paperId, reason }: Decision & { reason: string },
): Promise<DecideResult | { ok: false; reason: "paper-gone" }> {
  const parsed = reasonSchema.safeParse(reason);
  if (!parsed.success)
    return {
      ok: false,
      reason: "fields",
      errors: { reason: parsed.error.issues[0]?.message ?? "" },
    };
  return withPending(context, { id, paperId }, async (tx, paper) => {
    await tx
      .update(providerDocuments)
      .set({
        state: "refused",
        decidedBy: context.actor,
        decidedAt: context.now,
        refusal: parsed.data,
      })
      .where(eq(providerDocuments.id, paperId));
    await recordAudit(tx, context, {
      action: "refuse-paper",
      entity: "provider",
      entityId: id,
      changes: { paperId, check: paper.kind },
    });
    return { ok: true };
  });
}
