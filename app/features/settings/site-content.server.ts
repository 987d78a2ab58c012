import { readOnce } from "#app/lib/content.server.ts";
import { replaceTokensDeep } from "#app/lib/replace-tokens.ts";
import { contentTokens } from "./claims.server.ts";
import type { SiteSettings } from "./schema.ts";

/**
 * Content files as readers get them: read once a process, and every token in them replaced once for
 * each version of the settings. Whatever a page, a menu or an answer shows of content/ comes
 * through here, so that no place can forget a token.
 */
export function siteContent<T>(read: () => T): (site: SiteSettings) => T {
  const files = readOnce(read);
  const filled = new WeakMap<SiteSettings, T>();
  return (site) => {
    const known = filled.get(site);
    if (known !== undefined) return known;
    const content = replaceTokensDeep(files(), contentTokens(site));
    filled.set(site, content);
    return content;
  };
}
