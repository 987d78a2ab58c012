import { and, desc, eq, isNull } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { advertorialContent } from "#app/db/tables/advertorials.server.ts";
import { getDraft } from "#app/features/content-editor/drafts.server.ts";
import type { Published } from "#app/features/content-editor/find-published.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { staleCache } from "#app/lib/stale-cache.server.ts";
import {
  type ArticleContent,
  articleContentSchema,
  articleValuesSchema,
} from "./article-schema.ts";
import { BUILT_IN_SLUGS } from "./constants.ts";

export type PublicArticle = {
  id: string;
  slug: string;
  previousSlugs: string[];
  title: string;
  isActive: boolean;
  createdAt: Date;
  updatedAt: Date;
  content: ArticleContent;
  /** In a preview: the values are an unsaved draft. */
  isDraft?: boolean;
};
export type PublishedArticles = Published<PublicArticle>;

const COLUMNS = {
  id: advertorialContent.id,
  slug: advertorialContent.slug,
  previousSlugs: advertorialContent.previousSlugs,
  title: advertorialContent.title,
  isActive: advertorialContent.isActive,
  createdAt: advertorialContent.createdAt,
  updatedAt: advertorialContent.updatedAt,
  contentData: advertorialContent.contentData,
};
type Row = Omit<PublicArticle, "content"> & { contentData: Record<string, unknown> };

/**
 * Slugs are used in URLs, the sitemap and redirect headers: an article whose slug the editor could
 * not have saved has no page.
 */
const SLUG = /^[a-z0-9-]{1,120}$/;
const isPublicSlug = (slug: string) =>
  SLUG.test(slug) && !BUILT_IN_SLUGS.some((builtIn) => builtIn === slug);

function toPublicArticle({ contentData, ...article }: Row): PublicArticle | null {
  const content = articleContentSchema.safeParse(contentData);
  return content.success && isPublicSlug(article.slug)
    ? { ...article, content: content.data }
    : null;
}

/**
 * Active articles, cached until invalidated (LISTEN content_changed); while the database is down,
 * the last known ones.
 */
export function createPublishedArticles(
  db: Database,
  log: Pick<Logger, "error">,
): PublishedArticles {
  const reported = new Set<string>();
  const { get: list, drop } = staleCache(async () => {
    const rows: Row[] = await db
      .select(COLUMNS)
      .from(advertorialContent)
      .where(and(eq(advertorialContent.isActive, true), isNull(advertorialContent.deletedAt)))
      .orderBy(desc(advertorialContent.createdAt), desc(advertorialContent.id));
    return rows.flatMap((row) => {
      const article = toPublicArticle(row);
      if (!article && !reported.has(row.id)) {
        reported.add(row.id);
        log.error({ articleId: row.id }, "an active article cannot be read; it is not public");
      }
      return article ?? [];
    });
  });
  return { list, drop };
}

/** An article for a staff preview, active or not, with this person's unsaved draft. */
export async function findArticleForPreview(
  db: Database,
  { slug, userId }: { slug: string; userId: string },
): Promise<PublicArticle | null> {
  const [row] = await db
    .select(COLUMNS)
    .from(advertorialContent)
    .where(and(eq(advertorialContent.slug, slug), isNull(advertorialContent.deletedAt)));
  if (!row) return null;
  const draft = await getDraft(db, { userId, key: row.id });
  const values = articleValuesSchema.safeParse(draft?.data);
  if (!values.success) return toPublicArticle(row);
  const { title, content } = values.data;
  return { ...row, title, content, isDraft: true };
}
