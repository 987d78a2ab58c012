import type { SiteSettings } from "#app/features/settings/schema.ts";
import { renderMarkdown } from "#app/lib/markdown.server.ts";
import { INSURANCE_KINDS } from "./job-types.ts";
import {
  formatServicePath,
  getSiteCatalog,
  listGroups,
  requireService,
} from "./read-catalog.server.ts";
import type { ServiceCopy } from "./schema.ts";

export type ServiceCard = {
  slug: string;
  name: string;
  path: string;
  summary: string;
  benefits: string[];
  keywords: string[];
};
export type ServiceGroup = { slug: string; name: string; icon: string; services: ServiceCard[] };

function buildServiceCard(site: SiteSettings, slug: string, name?: string): ServiceCard {
  const { frontMatter } = requireService(getSiteCatalog(site), slug);
  return {
    slug,
    name: name ?? frontMatter.name,
    path: formatServicePath(frontMatter.area, slug),
    summary: frontMatter.summary,
    benefits: frontMatter.benefits,
    keywords: frontMatter.keywords,
  };
}

/** The nine home categories with their services, in order. */
export function listCategories(site: SiteSettings): (ServiceGroup & { summary: string })[] {
  const { structure, categories } = getSiteCatalog(site);
  return structure.categories.map((group) => ({
    ...group,
    summary: categories.get(group.slug)?.frontMatter.summary ?? "",
    services: group.services.map((slug) => buildServiceCard(site, slug)),
  }));
}

/** The four groups of auto services. */
export function listAutoGroups(site: SiteSettings): ServiceGroup[] {
  return getSiteCatalog(site).structure.autoGroups.map((group) => ({
    ...group,
    services: group.services.map((slug) => buildServiceCard(site, slug)),
  }));
}

type MenuLink = { name: string; path: string };
export type MenuGroup = { name: string; path: string; links: MenuLink[] };

/** The Home Services menu: eight groups of three or four services. */
export function listMenuGroups(site: SiteSettings): MenuGroup[] {
  const content = getSiteCatalog(site);
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

export const listFooterServices = (site: SiteSettings): MenuLink[] =>
  getSiteCatalog(site).structure.footer.map((entry) => {
    const { name, path } = buildServiceCard(site, entry.service, entry.name);
    return { name, path };
  });

/** `hint` says what people call about. */
export type PopularService = Pick<ServiceCard, "slug" | "name" | "path"> & { hint: string };
export const listPopularServices = (site: SiteSettings): PopularService[] =>
  getSiteCatalog(site).structure.popular.map((entry) => {
    const { slug, name, path } = buildServiceCard(site, entry.service, entry.name);
    return { slug, name, path, hint: entry.hint };
  });

export const getHomePage = (site: SiteSettings) => getSiteCatalog(site).home;
export type HomePage = ReturnType<typeof getHomePage>;
export const getHomeServicesPage = (site: SiteSettings) => getSiteCatalog(site).homeServices;
export const getAutoPage = (site: SiteSettings) => getSiteCatalog(site).auto;

export const getSharedTexts = (site: SiteSettings) => getSiteCatalog(site).shared;

/** A category landing page, or null where no category has this slug. */
export function getCategoryPage(site: SiteSettings, slug: string) {
  const { structure, categories } = getSiteCatalog(site);
  const group = structure.categories.find((entry) => entry.slug === slug);
  const file = categories.get(slug);
  if (!group || !file) return null;
  return {
    ...file.frontMatter,
    slug,
    name: group.name,
    services: group.services.map((service) => buildServiceCard(site, service)),
    insuranceKinds: INSURANCE_KINDS.filter((kind) =>
      group.services.some((service) =>
        requireService(getSiteCatalog(site), service).frontMatter.insurance?.includes(kind),
      ),
    ),
    chapters: renderChapters(file.body),
  };
}
export type CategoryPage = NonNullable<ReturnType<typeof getCategoryPage>>;

/** Everything that a service's page shows, or null where the area has no such service. */
export function getServicePage(site: SiteSettings, area: "home" | "auto", slug: string) {
  const { structure, services, shared } = getSiteCatalog(site);
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
    chapters: file.frontMatter.copy ? renderCopy(file.frontMatter.copy) : renderChapters(file.body),
  };
}

type RenderedChapter = { heading: string; html: string };

/** A text as chapters of HTML. */
const renderChapters = (body: string): RenderedChapter[] =>
  body
    .split(/^## /m)
    .slice(1)
    .map((chapter) => {
      const [heading = "", ...lines] = chapter.split("\n");
      return { heading: heading.trim(), html: renderMarkdown(lines.join("\n")) };
    });

/** The long text of the services that have copy of their own, as chapters of HTML. */
const renderCopy = (copy: ServiceCopy): RenderedChapter[] =>
  [
    { heading: copy.mainTitle, paragraphs: copy.mainContent },
    ...copy.sections.map(({ title, paragraphs }) => ({ heading: title, paragraphs })),
  ].map(({ heading, paragraphs }) => ({ heading, html: renderMarkdown(paragraphs.join("\n\n")) }));
export type ServicePage = NonNullable<ReturnType<typeof getServicePage>>;

/**
 * Every service with the words by which people search for it: other names, keywords and offered
 * work.
 */
export function listSearchableServices(site: SiteSettings): {
  path: string;
  name: string;
  area: "home" | "auto";
  summary: string;
  scene: string;
  words: string[];
  signs: string[];
}[] {
  const content = getSiteCatalog(site);
  const { structure } = content;
  return listGroups(structure).flatMap((group) =>
    group.services.map((slug) => {
      const {
        area,
        keywords,
        everyday,
        offered,
        signs = [],
      } = requireService(content, slug).frontMatter;
      const otherNames = structure.popular.flatMap((entry) =>
        entry.service === slug && entry.name ? [entry.name] : [],
      );
      const { path, name, summary } = buildServiceCard(site, slug);
      return {
        path,
        name,
        area,
        summary,
        scene: slug,
        words: [...otherNames, ...keywords, ...offered, ...everyday],
        signs,
      };
    }),
  );
}
