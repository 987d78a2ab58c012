import type { SiteSettings } from "#app/features/settings/schema.ts";
import { createSiteContent } from "#app/features/settings/site-content.server.ts";
import { anchorHeadings } from "#app/lib/anchor-headings.ts";
import { readMarkdown, readYaml } from "#app/lib/content.server.ts";
import { renderMarkdown } from "#app/lib/markdown.server.ts";
import {
  aboutFrontMatterSchema,
  contactPageSchema,
  legalFrontMatterSchema,
  providerPageSchema,
} from "./page-schemas.ts";

const files = createSiteContent(() => ({
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

/** A legal page with the settings filled in, and the headings to which its contents link. */
export function getLegalPage(site: SiteSettings, slug: LegalSlug) {
  const { frontMatter, body } = files(site).legal[slug];
  return { ...frontMatter, ...anchorHeadings(renderMarkdown(body)) };
}

export function getAboutPage(site: SiteSettings) {
  const { frontMatter, body } = files(site).about;
  return { ...frontMatter, bodyHtml: renderMarkdown(body) };
}

export const getContactPage = (site: SiteSettings) => files(site).contact;
export const getProviderPage = (site: SiteSettings) => files(site).provider;
