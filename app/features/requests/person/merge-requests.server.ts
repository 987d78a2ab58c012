import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { appointments } from "#app/db/tables/appointments.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { ERASED_HASH } from "../erase-fields.server.ts";
import { recordChange } from "../inbox/record-change.server.ts";
import { listGroupIds } from "../merged-requests.sql.ts";
import { findMergeLoss, type MergeLoss } from "./check-merge.ts";
import { MAX_MERGED, type MergeRefusal } from "./schema.ts";

export type MergeResult =
  | { ok: true; sourceId: string; targetId: string }
  | { ok: false; reason: MergeRefusal };

/**
 * Merges a request into another one of the same person: only `merged_into_id` of the source is set,
 * so that undoing it restores every byte. Requests that were merged into the source stay with it and
 * are shown in the target, too: whoever sends a request three times is the usual case, and staff
 * should not have to undo one merge for the next. Both requests are roots when they are locked, so
 * there is never a circle.
 */
export function mergeRequests(
  context: ActionContext,
  { sourceId, targetId }: { sourceId: string; targetId: string },
): Promise<MergeResult> {
  if (sourceId === targetId) return Promise.resolve({ ok: false, reason: "same" });
  return withTransaction(context.db, async (tx): Promise<MergeResult> => {
    const { source, target } = await lockPair(tx, { sourceId, targetId });
    if (!source || !target) return { ok: false, reason: "not-found" };
    const reason =
      findObstacle(source, target) ??
      (await findWork(tx, sourceId)) ??
      (await findLoss(tx, source, target)) ??
      (await findExcess(tx, { sourceId, targetId }));
    if (reason) return { ok: false, reason };
    await setTarget(tx, sourceId, targetId);
    await recordChange(tx, context, {
      id: sourceId,
      kind: "merged-into",
      detail: { service: target.serviceType },
      audit: { mergedInto: { from: null, to: targetId } },
    });
    await recordChange(tx, context, {
      id: targetId,
      kind: "merged-here",
      detail: { service: source.serviceType },
      audit: { merged: sourceId },
    });
    return { ok: true, sourceId, targetId };
  });
}

/** Takes a merged request out of the other one again, with what was merged into it before. */
export function undoMerge(
  context: ActionContext,
  { sourceId }: { sourceId: string },
): Promise<MergeResult> {
  return withTransaction(context.db, async (tx): Promise<MergeResult> => {
    const [before] = await tx
      .select({ targetId: serviceRequests.mergedIntoId })
      .from(serviceRequests)
      .where(eq(serviceRequests.id, sourceId));
    if (!before) return { ok: false, reason: "not-found" };
    const { targetId } = before;
    if (!targetId) return { ok: false, reason: "not-merged" };
    const { source, target } = await lockPair(tx, { sourceId, targetId });
    // Undone by somebody else before this transaction had the locks.
    if (!source || !target || source.mergedIntoId !== targetId)
      return { ok: false, reason: "not-merged" };
    await setTarget(tx, sourceId, null);
    await recordChange(tx, context, {
      id: sourceId,
      kind: "unmerged-from",
      detail: { service: target.serviceType },
      audit: { mergedInto: { from: targetId, to: null } },
    });
    await recordChange(tx, context, {
      id: targetId,
      kind: "unmerged-here",
      detail: { service: source.serviceType },
      audit: { unmerged: sourceId },
    });
    return { ok: true, sourceId, targetId };
  });
}

type Pair = { sourceId: string; targetId: string };

/** Locks both requests in the order of their ids, as every transaction does. */
async function lockPair(tx: Transaction, { sourceId, targetId }: Pair) {
  const rows = await tx
    .select({
      id: serviceRequests.id,
      serviceType: serviceRequests.serviceType,
      phoneE164: serviceRequests.phoneE164,
      emailNormalized: serviceRequests.emailNormalized,
      mergedIntoId: serviceRequests.mergedIntoId,
      status: serviceRequests.status,
      isEmergency: sql<boolean>`${serviceRequests.isEmergency}`,
      isTried: sql<boolean>`${serviceRequests.firstAttemptAt} is not null`,
      isErased: sql<boolean>`${serviceRequests.bodyHash} = ${ERASED_HASH}`,
    })
    .from(serviceRequests)
    .where(inArray(serviceRequests.id, [sourceId, targetId]))
    .orderBy(asc(serviceRequests.id))
    .for("update");
  return {
    source: rows.find(({ id }) => id === sourceId),
    target: rows.find(({ id }) => id === targetId),
  };
}
type LockedRequest = NonNullable<Awaited<ReturnType<typeof lockPair>>["source"]>;

const isShared = (a: string | null, b: string | null) => a !== null && a === b;

function findObstacle(source: LockedRequest, target: LockedRequest): MergeRefusal | null {
  if (source.isErased || target.isErased) return "erased";
  if (source.mergedIntoId) return "merged";
  if (target.mergedIntoId) return "target-merged";
  const isSamePerson =
    isShared(source.phoneE164, target.phoneE164) ||
    isShared(source.emailNormalized, target.emailNormalized);
  return isSamePerson ? null : "other-person";
}

/** A provider works on the source: lists must not leave it out. */
async function findWork(tx: Transaction, sourceId: string): Promise<MergeRefusal | null> {
  const [visit] = await tx
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(eq(appointments.requestId, sourceId), eq(appointments.state, "booked")))
    .limit(1);
  if (visit) return "visit";
  const [offer] = await tx
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.requestId, sourceId), inArray(offers.state, ["open", "accepted"])))
    .limit(1);
  return offer ? "offer" : null;
}

/**
 * What staff work on must not disappear in the other request. Where a provider has the other one, it
 * cannot be merged the other way either: then nothing is lost but the time of the first call, or
 * both stay, because an emergency must.
 */
async function findLoss(
  tx: Transaction,
  source: LockedRequest,
  target: LockedRequest,
): Promise<MergeLoss | "emergency-apart" | null> {
  const loss = findMergeLoss(source, target);
  if (!loss || loss === "target-closed" || !(await findWork(tx, target.id))) return loss;
  return loss === "emergency" ? "emergency-apart" : null;
}

/** Bounds what a page reads. Nothing else can be merged into either request while both are locked. */
async function findExcess(
  tx: Transaction,
  { sourceId, targetId }: Pair,
): Promise<MergeRefusal | null> {
  const own = await listGroupIds.rows(tx, { requestId: sourceId });
  const others = await listGroupIds.rows(tx, { requestId: targetId });
  return own.length + others.length > MAX_MERGED + 1 ? "too-many" : null;
}

const setTarget = (tx: Transaction, sourceId: string, targetId: string | null) =>
  tx
    .update(serviceRequests)
    .set({ mergedIntoId: targetId })
    .where(eq(serviceRequests.id, sourceId));
