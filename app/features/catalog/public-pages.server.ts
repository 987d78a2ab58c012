import { FIXED_ADVERTORIALS, getFixedAdvertorial } from "#app/features/advertorials/queries.server.ts";
import { findResourceDate } from "#app/features/resources/guides.server.ts";
import { getResource, getResourcesHub, listResourceCategories } from "#app/features/resources/queries.server.ts";
import { findToolDate } from "#app/features/resources/tools.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { getAboutPage, getContactPage, getLegalPage, getProviderPage } from "./info-pages.server.ts";
import { listCatalogPages, type PublicPage } from "./queries.server.ts";

/** Every page that search engines should know, that the page cache keeps warm and that has a sharing picture. */
export function listPublicPages(site: SiteSettings): PublicPage[] {
  return [...listCatalogPages(site), ...listResourcePages(site), ...listInfoPages(site), ...listAdvertorialPages(site)];
}

/** A page by its path, or null. */
export const findPage = (site: SiteSettings, path: string): PublicPage | null => listPublicPages(site).find((page) => page.path === path) ?? null;

function listResourcePages(site: SiteSettings): PublicPage[] {
  const categories = listResourceCategories(site);
  const pages = categories.flatMap(({ slug: category, resources }) =>
    resources.flatMap(({ slug }): PublicPage[] => {
      const resource = getResource(site, category, slug);
      if (!resource || resource.externalUrl || resource.comingSoon) return [];
      return [{ path: resource.path, title: resource.title, label: resource.category.name, picture: slug, updated: findResourceDate(slug) ?? findToolDate(slug) }];
    }),
  );
  return [
    { path: "/resources", title: getResourcesHub(site).heroTitle, label: "Resources", picture: "resources" },
    ...categories.map(({ path, heroTitle, slug }) => ({ path, title: heroTitle, label: "Resources", picture: slug })),
    ...pages,
  ];
}

function listInfoPages(site: SiteSettings): PublicPage[] {
  const about = getAboutPage(site);
  const legal = (["privacy-policy", "terms-of-service", "do-not-sell"] as const).map((slug) => {
    const { heading, updated } = getLegalPage(site, slug);
    return { path: `/${slug}`, title: heading, label: site.brand, picture: "henry-clipboard", updated };
  });
  return [
    { path: "/contact-us", title: getContactPage(site).heroTitle, label: "Contact Us", picture: "contact-us" },
    { path: "/about-us", title: about.heroTitle, label: "About Us", picture: "about-us", updated: about.updated },
    { path: "/provider-signup", title: getProviderPage(site).heroTitle, label: "For Providers", picture: "provider-signup" },
    ...legal,
  ];
}

function listAdvertorialPages(site: SiteSettings): PublicPage[] {
  return FIXED_ADVERTORIALS.flatMap((slug) => {
    const page = getFixedAdvertorial(site, slug);
    return page
      ? [{ path: `/articles/${slug}`, title: page.hero.title, label: "Advertorial", picture: page.hero.imageUrl.replace(/^\/art\/|\.svg$/g, ""), updated: page.updated }]
      : [];
  });
}
