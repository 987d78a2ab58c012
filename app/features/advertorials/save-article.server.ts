import { randomUUIDv7 } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { advertorialContent } from "#app/db/tables/advertorials.server.ts";
import { contentVersions } from "#app/db/tables/content-editor.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import {
  addFormerSlug,
  type ContentTable,
} from "#app/features/content-editor/content-table.server.ts";
import { deleteDraft } from "#app/features/content-editor/drafts.server.ts";
import type { SaveReply } from "#app/features/content-editor/editor-schema.ts";
import { isSame, type Json } from "#app/features/content-editor/merge-changes.ts";
import { catchSlugConflict, mergeSaved } from "#app/features/content-editor/merge-saved.server.ts";
import { saveVersion } from "#app/features/content-editor/versions.server.ts";
import type { ArticleValues } from "./article-schema.ts";
import { NEW_ARTICLE_KEY, SLUG_TAKEN } from "./constants.ts";
import { articleKind } from "./edit-article.ts";
import { checkMerged, findRefusal, normalizeArticle } from "./normalize-article.ts";

export const ARTICLE_CONTENT: ContentTable = { table: advertorialContent, entity: "advertorial" };

/** The columns that an editor changes, named as its values. */
export const VALUE_COLUMNS = {
  title: advertorialContent.title,
  slug: advertorialContent.slug,
  isActive: advertorialContent.isActive,
  content: advertorialContent.contentData,
};

export type SaveResult =
  | Exclude<SaveReply<ArticleValues>, { reason: "failed" }>
  | { ok: false; reason: "not-found"; message?: undefined };

type NewArticle = { values: ArticleValues; id?: string; baseVersion?: number };

/**
 * Creates an article as version 1, and deletes this person's draft of a new one.
 * @param input.id chosen by the editor when it was opened: when the response to a first attempt was lost, the article exists already and is saved again, on top of `baseVersion` if the editor knows one
 */
export async function createArticle(
  context: ActionContext,
  input: NewArticle,
): Promise<SaveResult> {
  const values = normalizeArticle(input.values);
  const refusal = findRefusal(values);
  if (refusal) return refusal;
  const { id = randomUUIDv7() } = input;
  const created = await catchSlugConflict(
    () => withTransaction(context.db, (tx) => insertArticle(tx, context, { id, values })),
    SLUG_TAKEN,
  );
  if (created && (created.ok || created.reason !== "slug")) return created;
  // A first attempt that is still being stored may conflict by its slug before its id is visible.
  const retried = await retryCreate(context, { ...input, id });
  return created && !retried.ok && retried.reason === "not-found" ? created : retried;
}

/** @returns null when an article has the id already */
async function insertArticle(
  tx: Transaction,
  context: ActionContext,
  { id, values }: { id: string; values: ArticleValues },
): Promise<SaveResult | null> {
  const { actor, now } = context;
  const { content, ...columns } = values;
  const { rowCount } = await tx
    .insert(advertorialContent)
    .values({ id, ...columns, contentData: content, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: advertorialContent.id });
  if (!rowCount) return null;
  await saveVersion(tx, context, { contentId: id, version: 1, snapshot: values });
  await deleteDraft(tx, { userId: actor, key: NEW_ARTICLE_KEY });
  await recordArticleAudit(tx, context, { action: "create", id, values });
  return { ok: true, saved: { id, slug: values.slug, version: 1 }, created: true, values };
}

/**
 * Saves the same new article again for the same person: changes typed since the lost response are
 * saved on top of the stored version.
 */
async function retryCreate(
  context: ActionContext,
  { id, baseVersion, ...input }: NewArticle & { id: string },
): Promise<SaveResult> {
  const { db, actor } = context;
  const isFirstVersion = and(
    eq(contentVersions.contentId, advertorialContent.id),
    eq(contentVersions.version, 1),
  );
  const [row] = await db
    .select({
      version: advertorialContent.version,
      first: contentVersions.snapshot,
      values: VALUE_COLUMNS,
    })
    .from(advertorialContent)
    .innerJoin(contentVersions, isFirstVersion)
    .where(
      and(
        eq(advertorialContent.id, id),
        isNull(advertorialContent.deletedAt),
        eq(contentVersions.savedBy, actor),
      ),
    );
  if (!row) return { ok: false, reason: "not-found" };
  const values = articleKind.parse(row.values);
  if (values && isSame(row.first as Json, normalizeArticle(input.values))) {
    await deleteDraft(db, { userId: actor, key: NEW_ARTICLE_KEY });
    const saved = { id, slug: values.slug, version: row.version };
    return { ok: true, saved, created: true, values };
  }
  const result = await updateArticle(context, {
    ...input,
    articleId: id,
    baseVersion: baseVersion || 1,
    draftKey: NEW_ARTICLE_KEY,
  });
  return result.ok ? { ...result, created: true } : result;
}

type ArticleChange = {
  articleId: string;
  baseVersion: number;
  values: ArticleValues;
  /** Key of the draft to delete, if it is not the article's own. */
  draftKey?: string;
};

/**
 * Saves an article that was edited from version `baseVersion` on. Fields that only others changed
 * since are kept; when both changed a field, the result reports a conflict and nothing is saved.
 */
export async function updateArticle(
  context: ActionContext,
  input: ArticleChange,
): Promise<SaveResult> {
  const values = normalizeArticle(input.values);
  const refusal = findRefusal(values);
  if (refusal) return refusal;
  return catchSlugConflict(
    () => withTransaction(context.db, (tx) => mergeAndStore(tx, context, { ...input, values })),
    SLUG_TAKEN,
  );
}

async function mergeAndStore(
  tx: Transaction,
  context: ActionContext,
  { articleId, baseVersion, values: mine, draftKey = articleId }: ArticleChange,
): Promise<SaveResult> {
  const { actor, now } = context;
  const [row] = await tx
    .select({ version: advertorialContent.version, values: VALUE_COLUMNS })
    .from(advertorialContent)
    .where(and(eq(advertorialContent.id, articleId), isNull(advertorialContent.deletedAt)))
    .for("update");
  if (!row) return { ok: false, reason: "not-found" };
  // Stored content that is invalid cannot be merged.
  const theirs = articleKind.parse(row.values) ?? mine;
  const merge = await mergeSaved(tx, {
    kind: articleKind,
    contentId: articleId,
    baseVersion,
    mine,
    current: { version: row.version, values: theirs },
  });
  if (merge.conflicts.length > 0)
    return { ok: false, reason: "conflict", ...merge, theirs, version: row.version };
  const checked = checkMerged(merge.merged);
  if (!checked.ok) return checked;
  const { values } = checked;
  const { content, ...columns } = values;
  const version = row.version + 1;
  await tx
    .update(advertorialContent)
    .set({
      ...columns,
      contentData: content,
      version,
      updatedAt: now,
      previousSlugs: addFormerSlug(advertorialContent, values.slug),
    })
    .where(eq(advertorialContent.id, articleId));
  await saveVersion(tx, context, { contentId: articleId, version, snapshot: values });
  await deleteDraft(tx, { userId: actor, key: draftKey });
  await recordArticleAudit(tx, context, { action: "save", id: articleId, values, version });
  const saved = { id: articleId, slug: values.slug, version };
  return { ok: true, saved, created: false, values };
}

type AuditEntry = {
  action: "create" | "save";
  id: string;
  values: ArticleValues;
  version?: number;
};
function recordArticleAudit(
  tx: Transaction,
  context: ActionContext,
  { action, id, values, version }: AuditEntry,
) {
  const changes = {
    ...(version ? { version } : {}),
    slug: values.slug,
    sections: values.content.sections.length,
    is_active: values.isActive,
  };
  return recordAudit(tx, context, {
    action,
    entity: ARTICLE_CONTENT.entity,
    entityId: id,
    changes,
  });
}
