import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import type { ContentTable } from "#app/features/content-editor/content-states.server.ts";
import { deleteDraft } from "#app/features/content-editor/drafts.server.ts";
import type { SaveReply } from "#app/features/content-editor/editor-schema.ts";
import { isSame, type Json } from "#app/features/content-editor/merge-changes.ts";
import { catchSlugConflict, mergeSaved } from "#app/features/content-editor/merge-saved.server.ts";
import { normalizeSlug } from "#app/features/content-editor/normalize-slug.ts";
import { saveVersion } from "#app/features/content-editor/versions.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { type ArticleSection, type ArticleValues, MAX_SECTIONS } from "./article-schema.ts";
import { FIXED_SLUGS, NEW_ARTICLE_KEY, SLUG_TAKEN } from "./constants.ts";
import { articleKind, findMissingField } from "./edit-article.ts";

export const ARTICLE_CONTENT: ContentTable = {
  table: "advertorial_content",
  entity: "advertorial",
};

export type SaveResult =
  | Exclude<SaveReply<ArticleValues>, { reason: "failed" }>
  | { ok: false; reason: "not-found"; message?: undefined };

const trimAll = <T extends Record<string, string | undefined>>(texts: T): T =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text?.trim()])) as T;

/** Removes empty list items, but keeps at least one item. */
function normalizeSection({ id, type, content, ...image }: ArticleSection): ArticleSection {
  const section = { id, type, ...trimAll(image) };
  if (!Array.isArray(content)) return { ...section, content: content.trim() };
  const items = content.map((item) => item.trim()).filter(Boolean);
  return { ...section, content: items.length > 0 ? items : [""] };
}

const normalizeValues = ({
  title,
  slug,
  isActive,
  content: { meta, hero, sections, cta },
}: ArticleValues): ArticleValues => ({
  title: title.trim(),
  slug: normalizeSlug(slug),
  isActive,
  content: {
    meta: {
      title: meta.title.trim(),
      description: meta.description.trim(),
      keywords: meta.keywords.map((word) => word.trim()).filter(Boolean),
    },
    hero: trimAll(hero),
    sections: sections.map(normalizeSection),
    cta: trimAll(cta),
  },
});

function findRefusal(
  values: ArticleValues,
): { ok: false; reason: "invalid" | "slug"; message: string } | null {
  const missing = findMissingField(values);
  if (missing) return { ok: false, reason: "invalid", message: missing.message };
  return (FIXED_SLUGS as readonly string[]).includes(values.slug)
    ? { ok: false, reason: "slug", message: SLUG_TAKEN }
    : null;
}

/**
 * A merged article must respect the limits of a single one: otherwise it could neither be shown nor
 * opened again.
 */
function checkMerged(
  merged: ArticleValues,
):
  | { ok: true; values: ArticleValues }
  | { ok: false; reason: "invalid" | "slug"; message: string } {
  const values = articleKind.parse(merged);
  if (values) return findRefusal(values) ?? { ok: true, values };
  const count = merged.content.sections.length;
  const why =
    count > MAX_SECTIONS
      ? `Together you have ${count} sections; ${MAX_SECTIONS} are the most.`
      : "What you both changed cannot be saved together.";
  return {
    ok: false,
    reason: "invalid",
    message: `Somebody else saved this advertorial meanwhile. ${why}`,
  };
}

type NewArticle = { values: ArticleValues; id?: string; baseVersion?: number };

/**
 * Creates an article as version 1, and deletes this person's draft of a new one.
 * @param input.id chosen by the editor when it was opened: when the response to a first attempt was lost, the article exists already and is saved again, on top of `baseVersion` if the editor knows one
 */
export async function createArticle(
  context: ActionContext,
  input: NewArticle,
): Promise<SaveResult> {
  const values = normalizeValues(input.values);
  const refusal = findRefusal(values);
  if (refusal) return refusal;
  const { id = randomUUIDv7() } = input;
  const { actor, now } = context;
  const insert = () =>
    inTransaction(context.db.$client, async (tx): Promise<SaveResult | null> => {
      const { rowCount } = await tx.query(
        `insert into advertorial_content (id, title, slug, is_active, content_data, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6)
         on conflict (id) do nothing`,
        [id, values.title, values.slug, values.isActive, JSON.stringify(values.content), now],
      );
      if (!rowCount) return null;
      await saveVersion(tx, { contentId: id, version: 1, snapshot: values, savedBy: actor, now });
      await deleteDraft(tx, { userId: actor, key: NEW_ARTICLE_KEY });
      await recordArticleAudit(tx, context, { action: "create", id, values });
      return { ok: true, saved: { id, slug: values.slug, version: 1 }, created: true, values };
    });
  const created = await catchSlugConflict(insert, SLUG_TAKEN);
  if (created && (created.ok || created.reason !== "slug")) return created;
  // A first attempt that is still being stored may conflict by its slug before its id is visible.
  const retried = await retryCreate(context, { ...input, id });
  return created && !retried.ok && retried.reason === "not-found" ? created : retried;
}

type StoredArticle = { version: number; values: unknown };
/** A row as the values of its editor. */
const VALUES =
  "jsonb_build_object('title', title, 'slug', slug, 'isActive', is_active, 'content', content_data) as values";

/**
 * Saves the same new article again for the same person: changes typed since the lost response are
 * saved on top of the stored version.
 */
async function retryCreate(
  context: ActionContext,
  { id, baseVersion, ...input }: NewArticle & { id: string },
): Promise<SaveResult> {
  const { rows } = await context.db.$client.query<StoredArticle & { first: unknown }>(
    `select a.version, v.snapshot as first, ${VALUES} from advertorial_content a join content_versions v on v.content_id = a.id and v.version = 1
     where a.id = $1 and a.deleted_at is null and v.saved_by = $2`,
    [id, context.actor],
  );
  const [row] = rows;
  if (!row) return { ok: false, reason: "not-found" };
  const values = articleKind.parse(row.values);
  if (values && isSame(row.first as Json, normalizeValues(input.values))) {
    await deleteDraft(context.db.$client, { userId: context.actor, key: NEW_ARTICLE_KEY });
    return {
      ok: true,
      saved: { id, slug: values.slug, version: row.version },
      created: true,
      values,
    };
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
  const { articleId, baseVersion, draftKey = articleId } = input;
  const { actor, now } = context;
  const mine = normalizeValues(input.values);
  const refusal = findRefusal(mine);
  if (refusal) return refusal;
  const update = () =>
    inTransaction(context.db.$client, async (tx): Promise<SaveResult> => {
      const { rows } = await tx.query<StoredArticle>(
        `select version, ${VALUES} from advertorial_content where id = $1 and deleted_at is null for update`,
        [articleId],
      );
      const [row] = rows;
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
      const version = row.version + 1;
      await tx.query(
        `update advertorial_content set title = $2, slug = $3, is_active = $4, content_data = $5, version = $6, updated_at = $7,
           previous_slugs = case when slug = $3 then previous_slugs else array_remove(previous_slugs, $3) || slug end
         where id = $1`,
        [
          articleId,
          values.title,
          values.slug,
          values.isActive,
          JSON.stringify(values.content),
          version,
          now,
        ],
      );
      await saveVersion(tx, {
        contentId: articleId,
        version,
        snapshot: values,
        savedBy: actor,
        now,
      });
      await deleteDraft(tx, { userId: actor, key: draftKey });
      await recordArticleAudit(tx, context, { action: "save", id: articleId, values, version });
      return {
        ok: true,
        saved: { id: articleId, slug: values.slug, version },
        created: false,
        values,
      };
    });
  return catchSlugConflict(update, SLUG_TAKEN);
}

type AuditEntry = {
  action: "create" | "save";
  id: string;
  values: ArticleValues;
  version?: number;
};
function recordArticleAudit(
  tx: pg.PoolClient,
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
