import type { PublishedContent } from "#app/features/public-pages/list-public-pages.server.ts";
import { findSearchedEmergency } from "#app/features/quizzes/generation/fault-trees.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { MAX_QUERY_LENGTH } from "./constants.ts";
import { createSiteSearch, type SiteSearch } from "./create-site-search.ts";
import { listSearchDocuments } from "./list-search-documents.server.ts";
import type { SearchHit } from "./schema.ts";

/**
 * The last search index. Settings and lists of published content are the same objects until they
 * change, so the index is reused as long as they are.
 */
let cached: { site: SiteSettings; published: PublishedContent; search: SiteSearch } | undefined;

/**
 * The answer to a query that describes an emergency, as a hit that leads to the danger screen; null
 * for any other query.
 */
export function findEmergencyHit(query: string): SearchHit | null {
  const emergency = findSearchedEmergency(query.slice(0, MAX_QUERY_LENGTH));
  return (
    emergency && {
      path: `/search?${new URLSearchParams({ q: query })}`,
      name: `${emergency.headline}: what to do now`,
      kind: "Emergency",
      summary: emergency.steps[0] ?? "",
    }
  );
}

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
