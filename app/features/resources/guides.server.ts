import type { z } from "zod";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { createSiteContent } from "#app/features/settings/site-content.server.ts";
import { readMarkdownFolder, readOnce, readYaml } from "#app/lib/content.server.ts";
import { renderMarkdown } from "#app/lib/markdown.server.ts";
import {
  articleFrontMatterSchema,
  GUIDE_SCHEMAS,
  type GuideSlug,
  type Guides,
} from "./guide-schemas.ts";

/** The content files of guides and articles by the slug of their resource. */
const files = readOnce(() => ({
  guides: Object.fromEntries(
    Object.entries(GUIDE_SCHEMAS).map(([slug, schema]) => [
      slug,
      readYaml(`guides/${slug}.yaml`, schema as z.ZodType),
    ]),
  ) as Guides,
  articles: new Map(
    readMarkdownFolder("articles", articleFrontMatterSchema).map((file) => [file.slug, file]),
  ),
}));
const siteFiles = createSiteContent(files);

export const isGuide = (slug: string): slug is GuideSlug => Object.hasOwn(files().guides, slug);

/** A guide's content with the settings filled in. */
export const getGuide = <S extends GuideSlug>(site: SiteSettings, slug: S): Guides[S] =>
  siteFiles(site).guides[slug];

/** An article, or null where no resource has one under this slug. */
export function getArticle(site: SiteSettings, slug: string) {
  const file = siteFiles(site).articles.get(slug);
  return file ? { ...file.frontMatter, bodyHtml: renderMarkdown(file.body) } : null;
}
export type Article = NonNullable<ReturnType<typeof getArticle>>;

/** Date of the last change of a guide or an article. */
export function findResourceDate(slug: string): string | undefined {
  const { guides, articles } = files();
  return articles.get(slug)?.frontMatter.updated ?? guides[slug as GuideSlug]?.updated;
}
