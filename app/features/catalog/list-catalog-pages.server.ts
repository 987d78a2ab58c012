import type { SiteSettings } from "#app/features/settings/schema.ts";
import { getAutoPage, getHomePage, getHomeServicesPage } from "./queries.server.ts";
import { formatServicePath, getSiteCatalog, requireService } from "./read-catalog.server.ts";

export type PublicPage = {
  path: string;
  title: string;
  /** The kind of page, in a word or two. */
  label: string;
  /** Name of an illustration. */
  image: string;
  /** Date of the last change, where the content has one. */
  updated?: string;
};

/** Every page of the catalog, in the order of the site's navigation. */
export function listCatalogPages(site: SiteSettings): PublicPage[] {
  const content = getSiteCatalog(site);
  const { structure, categories } = content;
  const buildCategoryPage = (slug: string): PublicPage[] => {
    const frontMatter = categories.get(slug)?.frontMatter;
    return frontMatter
      ? [
          {
            path: `/home-services/${slug}`,
            title: frontMatter.heroTitle,
            label: "Home Services",
            image: slug,
            updated: frontMatter.updated,
          },
        ]
      : [];
  };
  const buildServicePage = (slug: string, image: string): PublicPage => {
    const { frontMatter } = requireService(content, slug);
    const label = frontMatter.area === "auto" ? "Auto Services" : "Home Services";
    return {
      path: formatServicePath(frontMatter.area, slug),
      title: frontMatter.heroTitle,
      label,
      image,
      updated: frontMatter.updated,
    };
  };
  return [
    {
      path: "/",
      title: getHomePage(site).heroTitle,
      label: "Home and Auto Services",
      image: "hero-street",
    },
    {
      path: "/home-services",
      title: getHomeServicesPage(site).heroTitle,
      label: "Home Services",
      image: "home-services",
    },
    ...structure.categories.flatMap((group) => buildCategoryPage(group.slug)),
    ...structure.categories.flatMap((group) =>
      group.services.map((slug) => buildServicePage(slug, group.slug)),
    ),
    { path: "/auto", title: getAutoPage(site).heroTitle, label: "Auto Services", image: "auto" },
    ...structure.autoGroups.flatMap((group) =>
      group.services.map((slug) => buildServicePage(slug, group.slug)),
    ),
  ];
}
