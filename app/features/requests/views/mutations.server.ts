import { randomUUIDv7 } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { savedViews } from "#app/db/tables/inbox.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { MAX_SAVED_VIEWS } from "./schema.ts";

type Result = { ok: true } | { ok: false; reason: "not-found" | "too-many" };

/** Saves filters of the list under a name; a view of this person with the same name is replaced. */
export function saveView(
  context: ActionContext,
  { name, query, isShared }: { name: string; query: string; isShared: boolean },
): Promise<Result> {
  return withTransaction(context.db, async (tx): Promise<Result> => {
    const isOwn = eq(savedViews.ownerId, context.actor);
    const [{ views } = { views: 0 }] = await tx
      .select({ views: count() })
      .from(savedViews)
      .where(isOwn);
    const [replaced] = await tx
      .update(savedViews)
      .set({ query, isShared })
      .where(and(isOwn, eq(savedViews.name, name)))
      .returning({ id: savedViews.id });
    if (!replaced && views >= MAX_SAVED_VIEWS) return { ok: false, reason: "too-many" };
    const id = replaced?.id ?? randomUUIDv7();
    if (!replaced)
      await tx
        .insert(savedViews)
        .values({ id, ownerId: context.actor, name, query, isShared, createdAt: context.now })
        // Somebody who presses Save in two tabs at once has one view.
        .onConflictDoNothing();
    // Not the name and the words: they may be a customer's.
    await recordAudit(tx, context, {
      action: replaced ? "changed" : "created",
      entity: "saved-view",
      entityId: id,
      changes: { shared: isShared },
    });
    return { ok: true };
  });
}

/** Deletes a view of this person. */
export function deleteView(context: ActionContext, { id }: { id: string }): Promise<Result> {
  return withTransaction(context.db, async (tx): Promise<Result> => {
    const deleted = await tx
      .delete(savedViews)
      .where(and(eq(savedViews.id, id), eq(savedViews.ownerId, context.actor)))
      .returning({ id: savedViews.id });
    if (deleted.length === 0) return { ok: false, reason: "not-found" };
    await recordAudit(tx, context, { action: "deleted", entity: "saved-view", entityId: id });
    return { ok: true };
  });
}
