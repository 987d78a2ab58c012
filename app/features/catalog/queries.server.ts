import type { SiteSettings } from "#app/features/settings/schema.ts";
import { siteContent } from "#app/features/settings/site-content.server.ts";
import { perProcess, readMarkdownFolder, readYaml } from "#app/lib/content.server.ts";
import { renderMarkdown } from "#app/lib/markdown.server.ts";
import {
  categoryFrontMatterSchema,
  homePageSchema,
  listingPageSchema,
  sharedPageSchema,
} from "./page-schemas.ts";
import {
  catalogStructureSchema,
  type ServiceFrontMatter,
  serviceFrontMatterSchema,
} from "./schema.ts";

function readCatalog() {
  return {
    structure: readYaml("catalog.yaml", catalogStructureSchema),
    services: new Map(
      readMarkdownFolder("services", serviceFrontMatterSchema).map((file) => [file.slug, file]),
    ),
    categories: new Map(
      readMarkdownFolder("categories", categoryFrontMatterSchema).map((file) => [file.slug, file]),
    ),
    home: readYaml("pages/home.yaml", homePageSchema),
    homeServices: readYaml("pages/home-services.yaml", listingPageSchema),
    auto: readYaml("pages/auto.yaml", listingPageSchema),
    shared: readYaml("pages/shared.yaml", sharedPageSchema),
  };
}

/**
 * As in the files, with unreplaced tokens: for names, slugs and structure. Texts for readers come
 * from `siteCatalog`.
 */
const catalog = perProcess(readCatalog);
const siteCatalog = siteContent(catalog);
type Catalog = ReturnType<typeof catalog>;

export type ServiceCard = {
  slug: string;
  name: string;
  path: string;
  icon: string;
  summary: string;
  benefits: string[];
};
export type ServiceGroup = { slug: string; name: string; icon: string; services: ServiceCard[] };

function requireService({ services }: Catalog, slug: string) {
  const service = services.get(slug);
  if (!service) throw new Error(`content/services/${slug}.md is missing`);
  return service;
}

export const formatServicePath = (area: "home" | "auto", slug: string) =>
  `/${area === "auto" ? "auto" : "home-services"}/${slug}`;

function buildServiceCard(site: SiteSettings, slug: string, name?: string): ServiceCard {
  const { frontMatter } = requireService(siteCatalog(site), slug);
  return {
    slug,
    name: name ?? frontMatter.name,
    path: formatServicePath(frontMatter.area, slug),
    icon: frontMatter.icon,
    summary: frontMatter.summary,
    benefits: frontMatter.benefits,
  };
}

/** The nine home categories with their services, in order. */
export function listCategories(site: SiteSettings): (ServiceGroup & { summary: string })[] {
  const { structure, categories } = siteCatalog(site);
  return structure.categories.map((group) => ({
    ...group,
    summary: categories.get(group.slug)?.frontMatter.summary ?? "",
    services: group.services.map((slug) => buildServiceCard(site, slug)),
  }));
}

/** The four groups of auto services. */
export function listAutoGroups(site: SiteSettings): ServiceGroup[] {
  return siteCatalog(site).structure.autoGroups.map((group) => ({
    ...group,
    services: group.services.map((slug) => buildServiceCard(site, slug)),
  }));
}

type MenuLink = { name: string; path: string };
export type MenuGroup = { name: string; path: string; links: MenuLink[] };

/** The Home Services menu: eight groups of three or four services. */
export function listMenuGroups(site: SiteSettings): MenuGroup[] {
  const content = siteCatalog(site);
  const { structure } = content;
  return structure.menu.map(({ category, services }) => ({
    name: structure.categories.find((group) => group.slug === category)?.name ?? category,
    path: `/home-services/${category}`,
    links: services.map((slug) => ({
      name: requireService(content, slug).frontMatter.name,
      path: formatServicePath("home", slug),
    })),
  }));
}

const listCards = (site: SiteSettings, list: "footer" | "popular") =>
  siteCatalog(site).structure[list].map((entry) =>
    buildServiceCard(site, entry.service, entry.name),
  );

export const listFooterServices = (site: SiteSettings): MenuLink[] =>
  listCards(site, "footer").map(({ name, path }) => ({ name, path }));
export const listPopularServices = (site: SiteSettings): ServiceCard[] =>
  listCards(site, "popular");

export const getHomePage = (site: SiteSettings) => siteCatalog(site).home;
export const getListingPage = (site: SiteSettings, area: "home" | "auto") =>
  area === "home" ? siteCatalog(site).homeServices : siteCatalog(site).auto;

export const getSharedTexts = (site: SiteSettings) => siteCatalog(site).shared;

/** A category landing page, or null where no category has this slug. */
export function getCategoryPage(site: SiteSettings, slug: string) {
  const { structure, categories } = siteCatalog(site);
  const group = structure.categories.find((entry) => entry.slug === slug);
  const file = categories.get(slug);
  if (!group || !file) return null;
  return {
    ...file.frontMatter,
    slug,
    name: group.name,
    icon: group.icon,
    services: group.services.map((service) => buildServiceCard(site, service)),
    bodyHtml: renderMarkdown(file.body),
  };
}
export type CategoryPage = NonNullable<ReturnType<typeof getCategoryPage>>;

/** Everything that a service's page shows, or null where the area has no such service. */
export function getServicePage(site: SiteSettings, area: "home" | "auto", slug: string) {
  const { structure, services, shared } = siteCatalog(site);
  const file = services.get(slug);
  if (file?.frontMatter.area !== area) return null;
  const group = (area === "home" ? structure.categories : structure.autoGroups).find((entry) =>
    entry.services.includes(slug),
  );
  return {
    ...file.frontMatter,
    slug,
    path: formatServicePath(area, slug),
    group: {
      slug: group?.slug ?? "",
      name: group?.name ?? "",
      path: area === "home" ? `/home-services/${group?.slug}` : "/auto",
    },
    siblings: (group?.services ?? [])
      .filter((other) => other !== slug)
      .map((other) => buildServiceCard(site, other)),
    shared,
    bodyHtml: file.body ? renderMarkdown(file.body) : "",
  };
}
export type ServicePage = NonNullable<ReturnType<typeof getServicePage>>;

/** Name and category of a service by its slug, for forms and look-ups. */
export function findService(slug: string): {
  name: string;
  trade: string;
  path: string;
  categoryName: string;
  categorySlug: string;
} | null {
  const file = catalog().services.get(slug);
  if (!file) return null;
  const { structure } = catalog();
  const group = [...structure.categories, ...structure.autoGroups].find((entry) =>
    entry.services.includes(slug),
  );
  const { name, trade, area } = file.frontMatter;
  return {
    name,
    trade,
    path: formatServicePath(area, slug),
    categoryName: group?.name ?? "",
    categorySlug: group?.slug ?? "",
  };
}

/** Trades of quizzes that are several services of the catalog. */
const TRADE_SERVICES: ReadonlyMap<string, readonly string[]> = new Map([
  ["hvac", ["air-conditioning", "heating"]],
]);

/**
 * The service or category of a request, with every name and slug that a provider may list for it.
 * An unknown name is returned unchanged.
 */
export function findServiceByName(name: string): { slug: string | null; names: string[] } {
  const wanted = name.trim().toLowerCase();
  const { structure, services } = catalog();
  const otherNames = new Map(
    [...structure.footer, ...structure.popular].flatMap((entry) =>
      entry.name ? [[entry.name.toLowerCase(), entry.service] as const] : [],
    ),
  );
  const slug =
    [...services].find(
      ([key, file]) => key === wanted || file.frontMatter.name.toLowerCase() === wanted,
    )?.[0] ?? otherNames.get(wanted);
  const service = slug ? findService(slug) : null;
  if (slug && service)
    return {
      slug,
      names: [name, slug, service.name, service.categoryName, service.categorySlug].filter(Boolean),
    };
  const trade = TRADE_SERVICES.get(wanted);
  if (trade)
    return {
      slug: null,
      names: [
        name,
        ...trade.flatMap((key) => [key, requireService(catalog(), key).frontMatter.name]),
      ],
    };
  const group = [...structure.categories, ...structure.autoGroups].find(
    (entry) => entry.slug === wanted || entry.name.toLowerCase() === wanted,
  );
  if (!group) return { slug: null, names: [name] };
  return {
    slug: null,
    names: [
      name,
      group.slug,
      group.name,
      ...group.services.flatMap((key) => [key, requireService(catalog(), key).frontMatter.name]),
    ],
  };
}

/** A service as in its file, with unreplaced tokens, and the other names that people use for it. */
export type ServiceFacts = Pick<
  ServiceFrontMatter,
  "name" | "area" | "keywords" | "offered" | "costs" | "signs" | "questions" | "untilArrival"
> & {
  slug: string;
  group: string;
  otherNames: string[];
};

/** The facts of every service, for generated texts. */
export function listServiceFacts(): ServiceFacts[] {
  const { structure } = catalog();
  const names = [...structure.footer, ...structure.popular];
  return [...structure.categories, ...structure.autoGroups].flatMap((group) =>
    group.services.map((slug) => ({
      ...requireService(catalog(), slug).frontMatter,
      slug,
      group: group.slug,
      otherNames: [
        ...new Set(
          names.flatMap((entry) => (entry.service === slug && entry.name ? [entry.name] : [])),
        ),
      ],
    })),
  );
}

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

/** Every page of the catalog, in the order of the site. */
export function listCatalogPages(site: SiteSettings): PublicPage[] {
  const content = siteCatalog(site);
  const { structure, categories } = content;
  const categoryPage = (slug: string): PublicPage[] => {
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
  const servicePage = (slug: string, image: string): PublicPage => {
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
  const listing = (area: "home" | "auto") => getListingPage(site, area).heroTitle;
  return [
    {
      path: "/",
      title: getHomePage(site).heroTitle,
      label: "Home and Auto Services",
      image: "henry-wave",
    },
    {
      path: "/home-services",
      title: listing("home"),
      label: "Home Services",
      image: "home-services",
    },
    ...structure.categories.flatMap((group) => categoryPage(group.slug)),
    ...structure.categories.flatMap((group) =>
      group.services.map((slug) => servicePage(slug, group.slug)),
    ),
    { path: "/auto", title: listing("auto"), label: "Auto Services", image: "auto" },
    ...structure.autoGroups.flatMap((group) =>
      group.services.map((slug) => servicePage(slug, group.slug)),
    ),
  ];
}

/**
 * Every service with the words that people search for it by: other names, keywords and what is
 * offered.
 */
export function listSearchableServices(
  site: SiteSettings,
): { path: string; name: string; area: "home" | "auto"; summary: string; words: string[] }[] {
  const content = siteCatalog(site);
  const { structure } = content;
  return [...structure.categories, ...structure.autoGroups].flatMap((group) =>
    group.services.map((slug) => {
      const { area, keywords, offered } = requireService(content, slug).frontMatter;
      const otherNames = structure.popular.flatMap((entry) =>
        entry.service === slug && entry.name ? [entry.name] : [],
      );
      const { path, name, summary } = buildServiceCard(site, slug);
      return { path, name, area, summary, words: [...otherNames, ...keywords, ...offered] };
    }),
  );
}
