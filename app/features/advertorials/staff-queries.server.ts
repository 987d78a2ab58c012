import type pg from "pg";
import { listDrafts } from "#app/features/content-editor/drafts.server.ts";
import type { ContentFilters, StoredDraft } from "#app/features/content-editor/editor-schema.ts";
import { type ContentVersion, listVersions } from "#app/features/content-editor/versions.server.ts";
import type { ArticleValues } from "./article-schema.ts";
import { parseArticleValues } from "./edit-article.ts";

export type ArticleListItem = {
  id: string;
  slug: string;
  title: string;
  isActive: boolean;
  createdAt: Date;
};

/** Lists articles written by staff, newest first. */
export async function listArticles(
  pool: pg.Pool,
  { q, status }: ContentFilters,
): Promise<ArticleListItem[]> {
  const { rows } = await pool.query<ArticleListItem>(
    `select id, slug, title, is_active as "isActive", created_at as "createdAt" from advertorial_content
     where deleted_at is null and ($2 = 'all' or is_active = ($2 = 'active')) and ($1 = '' or title ilike '%' || $3 || '%' or slug ilike '%' || $3 || '%')
     order by created_at desc, id desc`,
    [q, status, q.replace(/[\\%_]/g, "\\$&")],
  );
  return rows;
}

/** Counts the articles written by staff, independent of filters. */
export async function countArticles(pool: pg.Pool): Promise<{ dynamic: number; active: number }> {
  const { rows } = await pool.query<{ dynamic: number; active: number }>(
    "select count(*)::int as dynamic, (count(*) filter (where is_active))::int as active from advertorial_content where deleted_at is null",
  );
  return rows[0] ?? { dynamic: 0, active: 0 };
}

export type EditedArticle = {
  id: string;
  version: number;
  values: ArticleValues;
  drafts: StoredDraft<ArticleValues>[];
  versions: ContentVersion[];
};

/**
 * An article for the editor, with this person's drafts. A previous slug works too. Null when there
 * is none; "unreadable" when the stored content is invalid.
 */
export async function getArticleForEditor(
  pool: pg.Pool,
  { slug, userId }: { slug: string; userId: string },
): Promise<EditedArticle | "unreadable" | null> {
  const { rows } = await pool.query<{ id: string; version: number; values: unknown }>(
    `select id, version, jsonb_build_object('title', title, 'slug', slug, 'isActive', is_active, 'content', content_data) as values
     from advertorial_content where deleted_at is null and (slug = $1 or $1 = any(previous_slugs)) order by slug = $1 desc limit 1`,
    [slug],
  );
  const [row] = rows;
  if (!row) return null;
  const values = parseArticleValues(row.values);
  if (!values) return "unreadable";
  return {
    id: row.id,
    version: row.version,
    values,
    drafts: await listArticleDrafts(pool, { userId, key: row.id }),
    versions: await listVersions(pool, { contentId: row.id }),
  };
}

/** A person's unsaved drafts, newest first, without those that can no longer be read. */
export async function listArticleDrafts(
  pool: pg.Pool,
  key: { userId: string; key: string },
): Promise<StoredDraft<ArticleValues>[]> {
  return (await listDrafts(pool, key)).flatMap(({ data, ...draft }) => {
    const values = parseArticleValues(data);
    return values ? [{ ...draft, values }] : [];
  });
}
