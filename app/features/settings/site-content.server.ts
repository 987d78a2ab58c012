import { readOnce } from "#app/lib/content.server.ts";
import { replaceTokensDeep } from "#app/lib/replace-tokens.ts";
import { getContentTokens } from "./claims.server.ts";
import type { SiteSettings } from "./schema.ts";

/**
 * Creates a reader of content files that replaces their tokens. The files are read once per process,
 * and the tokens replaced once per version of the settings. All content/ that visitors see is read
 * this way, so that no token is left in.
 */
export function createSiteContent<T>(read: () => T): (site: SiteSettings) => T {
  const files = readOnce(read);
  const filled = new WeakMap<SiteSettings, T>();
  return (site) => {
    const cached = filled.get(site);
    if (cached !== undefined) return cached;
    const content = replaceTokensDeep(files(), getContentTokens(site));
    filled.set(site, content);
    return content;
  };
}
