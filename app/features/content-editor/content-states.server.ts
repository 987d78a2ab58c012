import { and, desc, eq, gte, isNull, sql } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { RESTORE_DAYS } from "#app/features/settings/retention.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import type { ContentTable } from "./content-table.server.ts";
import { saveChangedVersion } from "./versions.server.ts";

export type StateResult = { ok: true } | { ok: false; reason: "not-found" | "slug" };
type ContentRef = ContentTable & { id: string };

const recordContentAudit = (
  tx: Transaction,
  context: ActionContext,
  { entity, id }: ContentRef,
  entry: { action: string; changes: Record<string, unknown> },
) => recordAudit(tx, context, { ...entry, entity, entityId: id });

/** Deleted content can be restored if it was deleted since then. */
const getRestoreLimit = (now: Date) => new Date(now.getTime() - RESTORE_DAYS * DAY_MS);

/**
 * Publishes content or takes it off the site; public pages follow within a second. The change is
 * saved as a version.
 */
export function setActive(
  context: ActionContext,
  input: ContentRef & { isActive: boolean },
): Promise<StateResult> {
  const { table, id, isActive } = input;
  return withTransaction(context.db, async (tx): Promise<StateResult> => {
    const [updated] = await tx
      .update(table)
      .set({ isActive, version: sql`${table.version} + 1`, updatedAt: context.now })
      .where(and(eq(table.id, id), isNull(table.deletedAt)))
      .returning({ version: table.version });
    if (!updated) return { ok: false, reason: "not-found" };
    await saveChangedVersion(tx, context, { contentId: id, ...updated, changes: { isActive } });
    await recordContentAudit(tx, context, input, {
      action: "set-active",
      changes: {
        is_active: { from: !isActive, to: isActive },
      },
    });
    return { ok: true };
  });
}

/** Deletes content; a superadmin can restore it for thirty days. */
export function deleteContent(context: ActionContext, input: ContentRef): Promise<StateResult> {
  const { table, id } = input;
  return withTransaction(context.db, async (tx): Promise<StateResult> => {
    const deleted = await tx
      .update(table)
      .set({ deletedAt: context.now, isActive: false })
      .where(and(eq(table.id, id), isNull(table.deletedAt)))
      .returning({ id: table.id });
    if (deleted.length === 0) return { ok: false, reason: "not-found" };
    await recordContentAudit(tx, context, input, { action: "delete", changes: {} });
    return { ok: true };
  });
}

/**
 * Restores deleted content, inactive. Editors that are still open must merge. Fails when its slug
 * is used by other content.
 */
export function restoreContent(context: ActionContext, input: ContentRef): Promise<StateResult> {
  const { table, id } = input;
  return withTransaction(context.db, async (tx): Promise<StateResult> => {
    const [deleted] = await tx
      .select({ slug: table.slug })
      .from(table)
      .where(and(eq(table.id, id), gte(table.deletedAt, getRestoreLimit(context.now))))
      .for("update");
    if (!deleted) return { ok: false, reason: "not-found" };
    const sameSlug = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.slug, deleted.slug), isNull(table.deletedAt)));
    if (sameSlug.length > 0) return { ok: false, reason: "slug" };
    const [restored] = await tx
      .update(table)
      .set({ deletedAt: null, version: sql`${table.version} + 1` })
      .where(eq(table.id, id))
      .returning({ version: table.version, isActive: table.isActive });
    if (!restored) return { ok: false, reason: "not-found" };
    const { version, isActive } = restored;
    await saveChangedVersion(tx, context, { contentId: id, version, changes: { isActive } });
    await recordContentAudit(tx, context, input, { action: "restore", changes: {} });
    return { ok: true };
  });
}

export type DeletedContent = { id: string; title: string; slug: string; deletedAt: Date };

/** Lists deleted content that can still be restored, the last deleted first. */
export async function listDeleted(
  db: Database,
  { table }: ContentTable,
  now: Date,
): Promise<DeletedContent[]> {
  const rows = await db
    .select({ id: table.id, title: table.title, slug: table.slug, deletedAt: table.deletedAt })
    .from(table)
    .where(gte(table.deletedAt, getRestoreLimit(now)))
    .orderBy(desc(table.deletedAt));
  return rows.flatMap(({ deletedAt, ...row }) => (deletedAt ? [{ ...row, deletedAt }] : []));
}
