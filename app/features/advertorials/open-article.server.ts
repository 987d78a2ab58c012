import type { AppContext } from "#app/app-context.ts";
import { findService, listPriceLines } from "#app/features/catalog/find-service.server.ts";
import { findPublished } from "#app/features/content-editor/find-published.ts";
import { getContentTokens } from "#app/features/settings/claims.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { isDatabaseDown } from "#app/lib/errors.server.ts";
import { getBuiltInAdvertorial } from "./built-in-advertorials.server.ts";
import { articlePath } from "./constants.ts";
import { findArticleForPreview, type PublicArticle } from "./published.server.ts";
import { type ShownArticle, toShownArticle, toShownImage } from "./shown-article.ts";

export type OpenedArticle = {
  view: "article";
  slug: string;
  article: ShownArticle;
  /** Dates such as 2026-11-21; built-in articles have no publication date. */
  published: string | null;
  updated: string;
  /** Built-in articles only. */
  tagline?: string;
  /** The service of its quote link; absent when the article fits no single service. */
  service?: { slug: string; name: string };
  /** What the most common job of that service costs, with the page that says more. */
  price?: { label: string; range: string; path: string };
  testimonials?: string[];
  /** Whether views and calls are counted. */
  isCounted: boolean;
  /** What a staff preview shows; null for visitors. */
  preview: "draft" | "public" | "hidden" | null;
};
export type ArticlePage =
  /** Nothing to show: no slug, no such article, or no database. */
  { view: "unnamed" | "missing" | "unavailable" } | { view: "moved"; to: string } | OpenedArticle;

type OpenOptions = {
  slug: string | undefined;
  site: SiteSettings;
  /**
   * The staff member who previews: sees inactive articles and their own drafts, and nothing is
   * counted. Null for visitors.
   */
  previewUserId: string | null;
};

/** Decides what an article URL shows. */
export async function openArticle(
  app: Pick<AppContext, "db" | "articles" | "log">,
  { slug, site, previewUserId }: OpenOptions,
): Promise<ArticlePage> {
  if (slug === undefined) return { view: "unnamed" };
  const builtIn = openBuiltInArticle(site, slug);
  if (builtIn) return builtIn;
  let found: Awaited<ReturnType<typeof findArticle>>;
  try {
    found = await findArticle(app, slug, previewUserId);
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    app.log.warn({ err: error }, "an article could not be read");
    return { view: "unavailable" };
  }
  if (!found) return { view: "missing" };
  if ("movedTo" in found) return { view: "moved", to: articlePath(found.movedTo) };
  return toPage(found.found, { site, isPreview: previewUserId !== null });
}

async function findArticle(
  { db, articles }: Pick<AppContext, "db" | "articles">,
  slug: string,
  previewUserId: string | null,
) {
  const own = previewUserId
    ? await findArticleForPreview(db, { slug, userId: previewUserId })
    : null;
  return own ? { found: own } : findPublished(await articles.list(), slug);
}

const formatDay = (at: Date) => at.toISOString().slice(0, 10);

function toPage(
  article: PublicArticle,
  { site, isPreview }: { site: SiteSettings; isPreview: boolean },
): OpenedArticle {
  return {
    view: "article",
    slug: article.slug,
    article: toShownArticle(article, { tokens: getContentTokens(site), phone: site.phone }),
    published: formatDay(article.createdAt),
    updated: formatDay(article.updatedAt),
    isCounted: !isPreview,
    preview: isPreview
      ? article.isDraft
        ? "draft"
        : article.isActive
          ? "public"
          : "hidden"
      : null,
  };
}

function openBuiltInArticle(site: SiteSettings, slug: string): OpenedArticle | null {
  const builtIn = getBuiltInAdvertorial(site, slug);
  if (!builtIn) return null;
  const { meta, hero, sections, cta, updated, tagline, testimonials } = builtIn;
  const service = builtIn.service ? findService(builtIn.service) : null;
  const price = listPriceLines().find((line) => line.service === builtIn.service);
  const shown = sections.flatMap((section) => {
    if (section.type !== "image") return section;
    const image = toShownImage(section.imageUrl);
    return image ? { ...section, image } : [];
  });
  const article = {
    meta,
    hero: { ...hero, image: toShownImage(hero.imageUrl) },
    sections: shown,
    cta: { ...cta, phone: site.phone },
  };
  // Counts are stored by the ids of stored articles; built-in ones have none.
  return {
    view: "article",
    slug,
    article,
    published: null,
    updated,
    tagline,
    testimonials,
    service: service ? { slug: builtIn.service ?? "", name: service.name } : undefined,
    price:
      service && price ? { label: price.label, range: price.range, path: service.path } : undefined,
    isCounted: false,
    preview: null,
  };
}
