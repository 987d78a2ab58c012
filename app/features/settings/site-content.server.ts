import { readOnce } from "#app/lib/content.server.ts";
import { replaceTokensDeep } from "#app/lib/replace-tokens.ts";
import { getContentTokens } from "./claims.server.ts";
import { getMainSettings } from "./page-settings.ts";
import type { SiteSettings } from "./schema.ts";

/**
 * Creates a reader of content files that replaces their tokens. The files are read once per process,
 * and the tokens replaced once per version of the settings. All content/ that visitors see is read
 * this way, so that no token is left in. Pages with a phone number of their own have a copy of what
 * names the number, and share everything else.
 */
export function createSiteContent<T>(read: () => T): (site: SiteSettings) => T {
  const files = readOnce(read);
  const withoutPhone = new WeakMap<SiteSettings, T>();
  const filled = new WeakMap<SiteSettings, T>();
  const fillCommon = (site: SiteSettings): T => {
    const known = withoutPhone.get(site);
    if (known !== undefined) return known;
    const { phone: _phone, ...tokens } = getContentTokens(site);
    const content = replaceTokensDeep(files(), tokens);
    withoutPhone.set(site, content);
    return content;
  };
  return (site) => {
    const cached = filled.get(site);
    if (cached !== undefined) return cached;
    const content = replaceTokensDeep(fillCommon(getMainSettings(site)), { phone: site.phone });
    filled.set(site, content);
    return content;
  };
}
