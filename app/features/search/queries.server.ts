import type { PublishedContent } from "#app/features/public-pages/list-public-pages.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { createSiteSearch, type SiteSearch } from "./create-site-search.ts";
import { listSearchDocuments } from "./list-search-documents.server.ts";
import type { SearchHit } from "./schema.ts";

/**
 * The last search index. Settings and lists of published content are the same objects until they
 * change, so the index is reused as long as they are.
 */
let cached: { site: SiteSettings; published: PublishedContent; search: SiteSearch } | undefined;

/** Pages that match a query, best first; none for an empty one. */
export function searchSite(
  site: SiteSettings,
  published: PublishedContent,
  query: string,
  limit: number,
): SearchHit[] {
  const { quizzes, articles } = published;
  if (
    cached?.site !== site ||
    cached.published.quizzes !== quizzes ||
    cached.published.articles !== articles
  )
    cached = { site, published, search: createSiteSearch(listSearchDocuments(site, published)) };
  return cached.search(query, limit);
}
