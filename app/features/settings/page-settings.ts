import { findByPrefix } from "./phone-numbers.ts";
import type { SiteSettings } from "./schema.ts";

/** Settings that pages with a number of their own see, by prefix, for each version of the settings. */
const pageSettings = new WeakMap<SiteSettings, ReadonlyMap<string, SiteSettings>>();
const mainSettings = new WeakMap<SiteSettings, SiteSettings>();

/**
 * The settings as a public page shows them: with the phone number of the page. The same object for
 * all pages with that number, so that what is computed from settings is computed once a number.
 */
export function getPageSettings(site: SiteSettings, path: string): SiteSettings {
  if (site.phoneNumbers.length === 0) return site;
  let byPrefix = pageSettings.get(site);
  if (!byPrefix) {
    byPrefix = buildPageSettings(site);
    pageSettings.set(site, byPrefix);
  }
  return findByPrefix(byPrefix, path) ?? site;
}

/**
 * The settings with the main phone number. Consent texts name it on every page: the proof of what
 * was agreed to outlives a number that was rented for a campaign.
 */
export const getMainSettings = (site: SiteSettings): SiteSettings => mainSettings.get(site) ?? site;

function buildPageSettings(site: SiteSettings): ReadonlyMap<string, SiteSettings> {
  return new Map(
    site.phoneNumbers.flatMap(({ phone, pages }) => {
      const own = { ...site, phone };
      mainSettings.set(own, site);
      return pages.map((page) => [page, own] as const);
    }),
  );
}
