import type { SiteSettings } from "#app/features/settings/schema.ts";
import { siteContent } from "#app/features/settings/site-content.server.ts";
import { perProcess, readMarkdown, readYaml } from "#app/lib/content.server.ts";
import { renderMarkdown } from "#app/lib/markdown.server.ts";
import {
  articleFrontMatterSchema,
  checklistSchema,
  contractorSchema,
  diyBasicsSchema,
  emergencySchema,
  energyTipsSchema,
  faqSchema,
  howItWorksSchema,
  vehicleCareSchema,
} from "./guide-schemas.ts";

/** Resources whose content is one Markdown file. */
const ARTICLES = [
  "hvac-maintenance",
  "electrical-safety",
  "roofing-inspection",
  "provider-guidelines",
  "service-guarantee",
];

/** The content files of guides and articles by the slug of their resource. */
const files = perProcess(() => ({
  guides: {
    "home-maintenance-checklist": readYaml(
      "guides/home-maintenance-checklist.yaml",
      checklistSchema,
    ),
    "vehicle-care-guide": readYaml("guides/vehicle-care-guide.yaml", vehicleCareSchema),
    "energy-saving-tips": readYaml("guides/energy-saving-tips.yaml", energyTipsSchema),
    "diy-repair-basics": readYaml("guides/diy-repair-basics.yaml", diyBasicsSchema),
    "emergency-preparedness": readYaml("guides/emergency-preparedness.yaml", emergencySchema),
    "contractor-selection": readYaml("guides/contractor-selection.yaml", contractorSchema),
    "how-it-works": readYaml("guides/how-it-works.yaml", howItWorksSchema),
    faq: readYaml("guides/faq.yaml", faqSchema),
  },
  articles: new Map(
    ARTICLES.map((slug) => [slug, readMarkdown(`articles/${slug}.md`, articleFrontMatterSchema)]),
  ),
}));
const siteFiles = siteContent(files);

export type Guides = ReturnType<typeof files>["guides"];
export type GuideSlug = keyof Guides;

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
