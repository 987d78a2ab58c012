import type { SiteSettings } from "#app/features/settings/schema.ts";
import { listSearchDocuments } from "./documents.server.ts";
import type { SearchHit } from "./schema.ts";
import { createSiteSearch, type SiteSearch } from "./search-site.ts";

/** The settings are one object until somebody changes them; an index goes with the settings that its words were filled from. */
const searches = new WeakMap<SiteSettings, SiteSearch>();

/** Pages that fit a query, best first; none for an empty one. */
export function searchSite(site: SiteSettings, query: string, limit: number): SearchHit[] {
  let search = searches.get(site);
  if (!search) {
    search = createSiteSearch(listSearchDocuments(site));
    searches.set(site, search);
  }
  return search(query, limit);
}
