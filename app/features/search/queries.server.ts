import type { PublishedContent } from "#app/features/public-pages/list-public-pages.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { listSearchDocuments } from "./documents.server.ts";
import type { SearchHit } from "./schema.ts";
import { createSiteSearch, type SiteSearch } from "./search-site.ts";

/**
 * Settings and lists of published content keep their identity until they change, so an index is
 * reused as long as both are the same objects.
 */
let kept: { site: SiteSettings; published: PublishedContent; search: SiteSearch } | undefined;

/** Pages that match a query, best first; none for an empty one. */
export function searchSite(
  site: SiteSettings,
  published: PublishedContent,
  query: string,
  limit: number,
): SearchHit[] {
  const { quizzes, articles } = published;
  if (
    kept?.site !== site ||
    kept.published.quizzes !== quizzes ||
    kept.published.articles !== articles
  )
    kept = { site, published, search: createSiteSearch(listSearchDocuments(site, published)) };
  return kept.search(query, limit);
}
