import type { AppContext } from "#app/app-context.ts";
import { getBuiltInAdvertorial } from "#app/features/advertorials/built-in-advertorials.server.ts";
import { articlePath, BUILT_IN_SLUGS } from "#app/features/advertorials/constants.ts";
import type { PublicArticle } from "#app/features/advertorials/published.server.ts";
import {
  getAboutPage,
  getContactPage,
  getLegalPage,
  getProviderPage,
} from "#app/features/catalog/info-pages.server.ts";
import {
  listCatalogPages,
  type PublicPage,
} from "#app/features/catalog/list-catalog-pages.server.ts";
import { quizPath } from "#app/features/quizzes/constants.ts";
import type { PublicQuiz } from "#app/features/quizzes/published.server.ts";
import { findResourceDate } from "#app/features/resources/guides.server.ts";
import {
  getResource,
  getResourcesHub,
  listResourceCategories,
} from "#app/features/resources/queries.server.ts";
import { findToolDate } from "#app/features/resources/tools.server.ts";
import { getContentTokens } from "#app/features/settings/claims.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { replaceTokens } from "#app/lib/replace-tokens.ts";

/** Content that staff have published, in addition to the pages of content files. */
export type PublishedContent = {
  quizzes: readonly PublicQuiz[];
  articles: readonly PublicArticle[];
};

/** All published quizzes and articles, from memory. */
export async function listPublishedContent({
  quizzes,
  articles,
}: Pick<AppContext, "quizzes" | "articles">): Promise<PublishedContent> {
  const [quizList, articleList] = await Promise.all([quizzes.list(), articles.list()]);
  return { quizzes: quizList, articles: articleList };
}

/** Every public page: for the sitemap, the warm-up of the page cache and the sharing images. */
export function listPublicPages(site: SiteSettings, published: PublishedContent): PublicPage[] {
  return [
    ...listCatalogPages(site),
    ...listResourcePages(site),
    ...listInfoPages(site),
    ...listFixedAdvertorials(site),
    ...published.quizzes.map(buildQuizPage),
    ...listArticlePages(site, published),
  ];
}

/** A page by its path, or null. */
export const findPublicPage = (
  site: SiteSettings,
  published: PublishedContent,
  path: string,
): PublicPage | null => listPublicPages(site, published).find((page) => page.path === path) ?? null;

const buildQuizPage = ({ slug, title, updatedAt }: PublicQuiz): PublicPage => ({
  path: quizPath(slug),
  title,
  label: "Quiz",
  image: "henry-search",
  updated: updatedAt.toISOString().slice(0, 10),
});

function listResourcePages(site: SiteSettings): PublicPage[] {
  const categories = listResourceCategories(site);
  const pages = categories.flatMap(({ slug: category, resources }) =>
    resources.flatMap(({ slug }): PublicPage[] => {
      const resource = getResource(site, category, slug);
      if (!resource || resource.externalUrl || resource.comingSoon) return [];
      return [
        {
          path: resource.path,
          title: resource.title,
          label: resource.category.name,
          image: resource.image,
          updated: findResourceDate(slug) ?? findToolDate(slug),
        },
      ];
    }),
  );
  return [
    {
      path: "/resources",
      title: getResourcesHub(site).heroTitle,
      label: "Resources",
      image: "resources",
    },
    ...categories.map(({ path, heroTitle, slug }) => ({
      path,
      title: heroTitle,
      label: "Resources",
      image: slug,
    })),
    ...pages,
  ];
}

function listInfoPages(site: SiteSettings): PublicPage[] {
  const about = getAboutPage(site);
  const legal = (["privacy-policy", "terms-of-service", "do-not-sell"] as const).map((slug) => {
    const { heading, updated } = getLegalPage(site, slug);
    return {
      path: `/${slug}`,
      title: heading,
      label: site.brand,
      image: "henry-clipboard",
      updated,
    };
  });
  return [
    {
      path: "/contact-us",
      title: getContactPage(site).heroTitle,
      label: "Contact Us",
      image: "contact-us",
    },
    {
      path: "/about-us",
      title: about.heroTitle,
      label: "About Us",
      image: "about-us",
      updated: about.updated,
    },
    {
      path: "/provider-signup",
      title: getProviderPage(site).heroTitle,
      label: "For Providers",
      image: "provider-signup",
    },
    ...legal,
  ];
}

function listFixedAdvertorials(site: SiteSettings): PublicPage[] {
  return BUILT_IN_SLUGS.flatMap((slug) => {
    const page = getBuiltInAdvertorial(site, slug);
    return page
      ? [
          {
            path: articlePath(slug),
            title: page.hero.title,
            label: "Advertorial",
            image: page.hero.imageUrl.replace(/^\/art\/|\.svg$/g, ""),
            updated: page.updated,
          },
        ]
      : [];
  });
}

function listArticlePages(site: SiteSettings, { articles }: PublishedContent): PublicPage[] {
  const tokens = getContentTokens(site);
  return articles.map(({ slug, title, content, updatedAt }) => ({
    path: articlePath(slug),
    title: replaceTokens(content.hero.title.trim() || title, tokens),
    label: "Advertorial",
    image: "henry-call",
    updated: updatedAt.toISOString().slice(0, 10),
  }));
}
