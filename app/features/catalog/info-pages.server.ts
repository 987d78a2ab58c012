import { contentTokens } from "#app/features/settings/claims.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { perProcess, readMarkdown, readYaml } from "#app/lib/content.server.ts";
import { fillDeep } from "#app/lib/fill.ts";
import { renderMarkdown } from "#app/lib/markdown.server.ts";
import { fillTokens } from "#app/lib/text.ts";
import { aboutFrontMatterSchema, contactPageSchema, legalFrontMatterSchema, providerPageSchema } from "./page-schemas.ts";

const files = perProcess(() => ({
  about: readMarkdown("pages/about-us.md", aboutFrontMatterSchema),
  contact: readYaml("pages/contact-us.yaml", contactPageSchema),
  provider: readYaml("pages/provider-signup.yaml", providerPageSchema),
  legal: {
    "privacy-policy": readMarkdown("legal/privacy-policy.md", legalFrontMatterSchema),
    "terms-of-service": readMarkdown("legal/terms-of-service.md", legalFrontMatterSchema),
    "do-not-sell": readMarkdown("legal/do-not-sell.md", legalFrontMatterSchema),
  },
}));

export type LegalSlug = keyof ReturnType<typeof files>["legal"];

/** A page of legal text with the settings filled in. */
export function getLegalPage(site: SiteSettings, slug: LegalSlug) {
  const { frontMatter, body } = files().legal[slug];
  const tokens = contentTokens(site);
  return { ...fillDeep(frontMatter, tokens), bodyHtml: renderMarkdown(fillTokens(body, tokens)) };
}

export function getAboutPage(site: SiteSettings) {
  const { frontMatter, body } = files().about;
  const tokens = contentTokens(site);
  return { ...fillDeep(frontMatter, tokens), bodyHtml: renderMarkdown(fillTokens(body, tokens)) };
}

export const getContactPage = (site: SiteSettings) => fillDeep(files().contact, contentTokens(site));
export const getProviderPage = (site: SiteSettings) => fillDeep(files().provider, contentTokens(site));
