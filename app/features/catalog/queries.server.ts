import { contentTokens } from "#app/features/settings/claims.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { readMarkdown, readMarkdownFolder, readYaml } from "#app/lib/content.server.ts";
import { fillDeep } from "#app/lib/fill.ts";
import { renderMarkdown } from "#app/lib/markdown.server.ts";
import { fillTokens } from "#app/lib/text.ts";
import { categoryFrontMatterSchema, homePageSchema, legalFrontMatterSchema, listingPageSchema, sharedPageSchema } from "./page-schemas.ts";
import { catalogStructureSchema, serviceFrontMatterSchema } from "./schema.ts";

function readCatalog() {
  return {
    structure: readYaml("catalog.yaml", catalogStructureSchema),
    services: new Map(readMarkdownFolder("services", serviceFrontMatterSchema).map((file) => [file.slug, file])),
    categories: new Map(readMarkdownFolder("categories", categoryFrontMatterSchema).map((file) => [file.slug, file])),
    home: readYaml("pages/home.yaml", homePageSchema),
    homeServices: readYaml("pages/home-services.yaml", listingPageSchema),
    auto: readYaml("pages/auto.yaml", listingPageSchema),
    shared: readYaml("pages/shared.yaml", sharedPageSchema),
  };
}

let kept: ReturnType<typeof readCatalog> | undefined;

/** The content files, read and checked once a process. */
function catalog() {
  kept ??= readCatalog();
  return kept;
}

export type ServiceCard = { slug: string; name: string; path: string; icon: string; summary: string; benefits: string[] };
export type ServiceGroup = { slug: string; name: string; icon: string; services: ServiceCard[] };

function requireService(slug: string) {
  const service = catalog().services.get(slug);
  if (!service) throw new Error(`content/services/${slug}.md is missing`);
  return service;
}

export const servicePath = (area: "home" | "auto", slug: string) => `/${area === "auto" ? "auto" : "home-services"}/${slug}`;

function cardOf(slug: string, tokens: Record<string, string>, name?: string): ServiceCard {
  const { frontMatter } = requireService(slug);
  return {
    slug,
    name: name ?? frontMatter.name,
    path: servicePath(frontMatter.area, slug),
    icon: frontMatter.icon,
    summary: fillTokens(frontMatter.summary, tokens),
    benefits: fillDeep(frontMatter.benefits, tokens),
  };
}

/** The nine home categories with their services, in order. */
export function listCategories(site: SiteSettings): (ServiceGroup & { summary: string })[] {
  const tokens = contentTokens(site);
  return catalog().structure.categories.map((group) => ({
    ...group,
    summary: fillTokens(catalog().categories.get(group.slug)?.frontMatter.summary ?? "", tokens),
    services: group.services.map((slug) => cardOf(slug, tokens)),
  }));
}

/** The four groups of auto services. */
export function listAutoGroups(site: SiteSettings): ServiceGroup[] {
  const tokens = contentTokens(site);
  return catalog().structure.autoGroups.map((group) => ({ ...group, services: group.services.map((slug) => cardOf(slug, tokens)) }));
}

type MenuLink = { name: string; path: string };
export type MenuGroup = { name: string; path: string; links: MenuLink[] };

/** The Home Services menu: eight groups of three or four services. */
export function listMenuGroups(): MenuGroup[] {
  const { structure } = catalog();
  return structure.menu.map(({ category, services }) => ({
    name: structure.categories.find((group) => group.slug === category)?.name ?? category,
    path: `/home-services/${category}`,
    links: services.map((slug) => ({ name: requireService(slug).frontMatter.name, path: servicePath("home", slug) })),
  }));
}

const listed = (entries: { service: string; name?: string }[], tokens: Record<string, string>) => entries.map((entry) => cardOf(entry.service, tokens, entry.name));

export const listFooterServices = (): MenuLink[] => listed(catalog().structure.footer, {}).map(({ name, path }) => ({ name, path }));
export const listPopularServices = (site: SiteSettings): ServiceCard[] => listed(catalog().structure.popular, contentTokens(site));

export const getHomePage = (site: SiteSettings) => fillDeep(catalog().home, contentTokens(site));
export const getListingPage = (site: SiteSettings, area: "home" | "auto") => fillDeep(area === "home" ? catalog().homeServices : catalog().auto, contentTokens(site));

export const getSharedTexts = (site: SiteSettings) => fillDeep(catalog().shared, contentTokens(site));

/** A category landing page, or null where no category has this slug. */
export function getCategoryPage(site: SiteSettings, slug: string) {
  const group = catalog().structure.categories.find((entry) => entry.slug === slug);
  const file = catalog().categories.get(slug);
  if (!group || !file) return null;
  const tokens = contentTokens(site);
  return {
    ...fillDeep(file.frontMatter, tokens),
    slug,
    name: group.name,
    icon: group.icon,
    services: group.services.map((service) => cardOf(service, tokens)),
    bodyHtml: renderMarkdown(fillTokens(file.body, tokens)),
  };
}
export type CategoryPage = NonNullable<ReturnType<typeof getCategoryPage>>;

/** Everything a service's page shows, or null where the area has no such service. */
export function getServicePage(site: SiteSettings, area: "home" | "auto", slug: string) {
  const file = catalog().services.get(slug);
  if (file?.frontMatter.area !== area) return null;
  const tokens = contentTokens(site);
  const { structure } = catalog();
  const group = (area === "home" ? structure.categories : structure.autoGroups).find((entry) => entry.services.includes(slug));
  return {
    ...fillDeep(file.frontMatter, tokens),
    slug,
    path: servicePath(area, slug),
    group: { slug: group?.slug ?? "", name: group?.name ?? "", path: area === "home" ? `/home-services/${group?.slug}` : "/auto" },
    siblings: (group?.services ?? []).filter((other) => other !== slug).map((other) => cardOf(other, tokens)),
    shared: getSharedTexts(site),
    bodyHtml: file.body ? renderMarkdown(fillTokens(file.body, tokens)) : "",
  };
}
export type ServicePage = NonNullable<ReturnType<typeof getServicePage>>;

/** Name and category of a service by its slug, for forms and look-ups. */
export function findService(slug: string): { name: string; path: string; categoryName: string; categorySlug: string } | null {
  const file = catalog().services.get(slug);
  if (!file) return null;
  const { structure } = catalog();
  const group = [...structure.categories, ...structure.autoGroups].find((entry) => entry.services.includes(slug));
  return { name: file.frontMatter.name, path: servicePath(file.frontMatter.area, slug), categoryName: group?.name ?? "", categorySlug: group?.slug ?? "" };
}

/** A page of legal text with the settings filled in. */
export function getLegalPage(site: SiteSettings, slug: "privacy-policy" | "terms-of-service") {
  const file = readMarkdown(`legal/${slug}.md`, legalFrontMatterSchema);
  const tokens = contentTokens(site);
  return { ...fillDeep(file.frontMatter, tokens), bodyHtml: renderMarkdown(fillTokens(file.body, tokens)) };
}

/** Path and date of the last change of every page of the catalog. */
export function listCatalogPages(): { path: string; updated?: string }[] {
  const { structure, categories } = catalog();
  return [
    { path: "/" },
    { path: "/home-services" },
    ...structure.categories.map(({ slug }) => ({ path: `/home-services/${slug}`, updated: categories.get(slug)?.frontMatter.updated })),
    ...structure.categories.flatMap((group) => group.services).map((slug) => ({ path: servicePath("home", slug), updated: requireService(slug).frontMatter.updated })),
    { path: "/auto" },
    ...structure.autoGroups.flatMap((group) => group.services).map((slug) => ({ path: servicePath("auto", slug), updated: requireService(slug).frontMatter.updated })),
    { path: "/privacy-policy" },
    { path: "/terms-of-service" },
  ];
}
