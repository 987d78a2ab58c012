import { jsonLd } from "#app/components/ui/structured-data.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import { articlePath } from "../constants.ts";
import type { OpenedArticle } from "../open-article.server.ts";

type ArticleMetaOptions = {
  page: OpenedArticle;
  origin: string;
  brand: string;
  /** A preview is not indexed by search engines. */
  noindex: boolean;
};

/** Meta and structured data of an article. */
export function articleMeta({ page, origin, brand, noindex }: ArticleMetaOptions) {
  const { article, slug, published, updated } = page;
  const { title, description, keywords } = article.meta;
  const path = articlePath(slug);
  const meta = [
    ...buildPageMeta({ title, description, path, origin, noindex }),
    ...(keywords.length > 0 ? [{ name: "keywords", content: keywords.join(", ") }] : []),
  ];
  if (noindex) return meta;
  const publisher = { "@type": "Organization", name: brand, url: `${origin}/` };
  return [
    ...meta,
    jsonLd({
      // The schema.org type of a paid article, so that search engines learn what readers learn.
      // Those that do not support it use Article.
      "@type": ["Article", "AdvertiserContentArticle"],
      headline: article.hero.title,
      description,
      image: `${origin}/og${path}.png`,
      ...(published && { datePublished: published }),
      dateModified: updated,
      inLanguage: "en-US",
      mainEntityOfPage: origin + path,
      author: publisher,
      publisher,
    }),
  ];
}
