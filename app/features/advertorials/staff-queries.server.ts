import { count, desc, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { advertorialContent } from "#app/db/tables/advertorials.server.ts";
import {
  currentSlugFirst,
  hasSlug,
  matchesFilters,
} from "#app/features/content-editor/content-table.server.ts";
import { listDrafts } from "#app/features/content-editor/drafts.server.ts";
import type { ContentFilters, StoredDraft } from "#app/features/content-editor/editor-schema.ts";
import { type ContentVersion, listVersions } from "#app/features/content-editor/versions.server.ts";
import type { ArticleValues } from "./article-schema.ts";
import { parseArticleValues } from "./edit-article.ts";
import { VALUE_COLUMNS } from "./save-article.server.ts";

export type ArticleListItem = {
  id: string;
  slug: string;
  title: string;
  isActive: boolean;
  createdAt: Date;
};

/** Lists articles written by staff, newest first. */
export function listArticles(db: Database, filters: ContentFilters): Promise<ArticleListItem[]> {
  const { id, slug, title, isActive, createdAt } = advertorialContent;
  return db
    .select({ id, slug, title, isActive, createdAt })
    .from(advertorialContent)
    .where(matchesFilters(advertorialContent, filters, [title, slug]))
    .orderBy(desc(createdAt), desc(id));
}

/** Counts the articles written by staff, independent of filters. */
export async function countArticles(db: Database): Promise<{ dynamic: number; active: number }> {
  const active = sql`count(*) filter (where ${advertorialContent.isActive})`.mapWith(Number);
  const [counts] = await db
    .select({ dynamic: count(), active })
    .from(advertorialContent)
    .where(isNull(advertorialContent.deletedAt));
  return counts ?? { dynamic: 0, active: 0 };
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
  db: Database,
  { slug, userId }: { slug: string; userId: string },
): Promise<EditedArticle | "unreadable" | null> {
  const { id, version } = advertorialContent;
  const [row] = await db
    .select({ id, version, values: VALUE_COLUMNS })
    .from(advertorialContent)
    .where(hasSlug(advertorialContent, slug))
    .orderBy(currentSlugFirst(advertorialContent, slug))
    .limit(1);
  if (!row) return null;
  const values = parseArticleValues(row.values);
  if (!values) return "unreadable";
  return {
    id: row.id,
    version: row.version,
    values,
    drafts: await listArticleDrafts(db, { userId, key: row.id }),
    versions: await listVersions(db, { contentId: row.id }),
  };
}

/** A person's unsaved drafts, newest first, without those that can no longer be read. */
export async function listArticleDrafts(
  db: Database,
  key: { userId: string; key: string },
): Promise<StoredDraft<ArticleValues>[]> {
  return (await listDrafts(db, key)).flatMap(({ data, ...draft }) => {
    const values = parseArticleValues(data);
    return values ? [{ ...draft, values }] : [];
  });
}
