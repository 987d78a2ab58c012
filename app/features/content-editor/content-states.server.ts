import type pg from "pg";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { RESTORE_DAYS } from "#app/features/settings/retention.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";

/** The table of a kind of content, and its entity in the audit log. */
export type ContentTable = {
  table: "quizzes" | "advertorial_content";
  entity: "quiz" | "advertorial";
};
export type StateResult = { ok: true } | { ok: false; reason: "not-found" | "slug" };
type ContentRef = ContentTable & { id: string };

const recordContentAudit = (
  tx: pg.PoolClient,
  context: ActionContext,
  { entity, id }: ContentRef,
  entry: { action: string; changes: Record<string, unknown> },
) => recordAudit(tx, context, { ...entry, entity, entityId: id });

/** Saves a version that differs from the previous one only in its visibility. */
const saveStateVersion = (
  tx: pg.PoolClient,
  { actor, now }: ActionContext,
  { table, id }: ContentRef,
) =>
  tx.query(
    `insert into content_versions (content_id, version, snapshot, saved_by, saved_at)
     select c.id, c.version, v.snapshot || jsonb_build_object('isActive', c.is_active), $2, $3 from ${table} c
     join content_versions v on v.content_id = c.id and v.version = c.version - 1 where c.id = $1`,
    [id, actor, now],
  );

/**
 * Publishes content or takes it off the site; public pages follow within a second. The change is
 * saved as a version.
 */
export function setActive(
  context: ActionContext,
  input: ContentRef & { isActive: boolean },
): Promise<StateResult> {
  const { table, id, isActive } = input;
  return inTransaction(context.db.$client, async (tx): Promise<StateResult> => {
    const { rowCount } = await tx.query(
      `update ${table} set is_active = $2, version = version + 1, updated_at = $3 where id = $1 and deleted_at is null`,
      [id, isActive, context.now],
    );
    if (!rowCount) return { ok: false, reason: "not-found" };
    await saveStateVersion(tx, context, input);
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
  const { now } = context;
  return inTransaction(context.db.$client, async (tx): Promise<StateResult> => {
    const { rowCount } = await tx.query(
      `update ${table} set deleted_at = $2, is_active = false where id = $1 and deleted_at is null`,
      [id, now],
    );
    if (!rowCount) return { ok: false, reason: "not-found" };
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
  const { now } = context;
  return inTransaction(context.db.$client, async (tx): Promise<StateResult> => {
    const since = new Date(now.getTime() - RESTORE_DAYS * DAY_MS);
    const { rows } = await tx.query<{ slug: string }>(
      `select slug from ${table} where id = $1 and deleted_at >= $2 for update`,
      [id, since],
    );
    if (!rows[0]) return { ok: false, reason: "not-found" };
    const { rowCount: isSlugTaken } = await tx.query(
      `select 1 from ${table} where slug = $1 and deleted_at is null`,
      [rows[0].slug],
    );
    if (isSlugTaken) return { ok: false, reason: "slug" };
    await tx.query(`update ${table} set deleted_at = null, version = version + 1 where id = $1`, [
      id,
    ]);
    await saveStateVersion(tx, context, input);
    await recordContentAudit(tx, context, input, { action: "restore", changes: {} });
    return { ok: true };
  });
}

export type DeletedContent = { id: string; title: string; slug: string; deletedAt: Date };

/** Lists deleted content that can still be restored. */
export async function listDeleted(
  pool: pg.Pool,
  { table }: ContentTable,
  now: Date,
): Promise<DeletedContent[]> {
  const { rows } = await pool.query<DeletedContent>(
    `select id, title, slug, deleted_at as "deletedAt" from ${table} where deleted_at >= $1::timestamptz - make_interval(days => $2) order by deleted_at desc`,
    [now, RESTORE_DAYS],
  );
  return rows;
}
