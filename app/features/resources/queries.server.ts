import { sceneNames } from "#app/components/mascot/scenes.ts";
import { resourcesHubSchema } from "#app/features/catalog/page-schemas.ts";
import type { MenuGroup } from "#app/features/catalog/queries.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { createSiteContent } from "#app/features/settings/site-content.server.ts";
import { readYaml } from "#app/lib/content.server.ts";
import { type ResourceType, resourceCategoriesSchema } from "./schema.ts";

/** Resources of a category in the menu. */
const MAX_MENU_RESOURCES = 4;

const resourceCategories = createSiteContent(
  () => readYaml("resources.yaml", resourceCategoriesSchema).categories,
);

const formatCategoryPath = (category: string) => `/resources/${category}`;
const formatResourcePath = (category: string, slug: string) => `/resources/${category}/${slug}`;

/** Where links to a resource lead: an external URL has priority over its own page. */
const getLinkTarget = (category: string, resource: { slug: string; externalUrl?: string }) =>
  resource.externalUrl ?? formatResourcePath(category, resource.slug);

/** The Resources menu: four groups, each with its first four resources. */
export function listResourceMenu(site: SiteSettings): MenuGroup[] {
  return resourceCategories(site).map((category) => ({
    name: category.name,
    path: formatCategoryPath(category.slug),
    links: category.resources.slice(0, MAX_MENU_RESOURCES).map((resource) => ({
      name: resource.name,
      path: getLinkTarget(category.slug, resource),
    })),
  }));
}

/** A resource as cards show it. `path` is the target of its link. */
export type ResourceCard = {
  slug: string;
  name: string;
  summary: string;
  type: ResourceType;
  path: string;
  /** The page is in another part of the site. */
  external: boolean;
  featured: boolean;
  /** Not published yet: a click shows a message. */
  comingSoon: boolean;
  /** Name of its picture. */
  image: string;
};

const findCategory = (site: SiteSettings, slug: string) =>
  resourceCategories(site).find((entry) => entry.slug === slug) ?? null;
type Category = NonNullable<ReturnType<typeof findCategory>>;

/** A resource without a picture of its own shows that of its category. */
const findImage = (category: Category, { slug, image = slug }: Category["resources"][number]) =>
  sceneNames.some((name) => name === image) ? image : category.slug;

const buildResourceCard = (
  category: Category,
  resource: Category["resources"][number],
): ResourceCard => {
  const { slug, name, summary, type, externalUrl, featured, comingSoon } = resource;
  return {
    slug,
    name,
    summary,
    type,
    path: getLinkTarget(category.slug, resource),
    external: externalUrl !== undefined,
    featured: featured ?? false,
    comingSoon: comingSoon === true && !externalUrl,
    image: findImage(category, resource),
  };
};

/** A category with all its resources as cards, or null. */
export function getResourceCategory(site: SiteSettings, slug: string) {
  const category = findCategory(site, slug);
  return category
    ? {
        ...category,
        path: formatCategoryPath(slug),
        resources: category.resources.map((resource) => buildResourceCard(category, resource)),
      }
    : null;
}
export type ResourceCategory = NonNullable<ReturnType<typeof getResourceCategory>>;

export const listResourceCategories = (site: SiteSettings): ResourceCategory[] =>
  resourceCategories(site).flatMap(({ slug }) => getResourceCategory(site, slug) ?? []);

/** The featured resources of all categories; `categoryPath` is the page that owns each. */
export const listFeaturedResources = (site: SiteSettings) =>
  listResourceCategories(site).flatMap((category) =>
    category.resources
      .filter((card) => card.featured)
      .map((card) => ({ ...card, categoryPath: category.path })),
  );

/** Like `getResource`, for a resource that has its own route. */
export function requireResource(
  site: SiteSettings,
  categorySlug: string,
  slug: string,
): ResourcePage {
  const page = getResource(site, categorySlug, slug);
  if (!page) throw new Error(`content/resources.yaml has no ${categorySlug}/${slug}`);
  return page;
}

/**
 * Title, texts and picture of a resource's page, or null where the category has no such resource.
 */
export function getResource(site: SiteSettings, categorySlug: string, slug: string) {
  const category = findCategory(site, categorySlug);
  const resource = category?.resources.find((entry) => entry.slug === slug);
  if (!category || !resource) return null;
  return {
    ...resource,
    path: formatResourcePath(categorySlug, slug),
    image: findImage(category, resource),
    category: { name: category.name, path: formatCategoryPath(categorySlug) },
    related: category.resources
      .filter((other) => other.slug !== slug && !(other.comingSoon && !other.externalUrl))
      .map((other) => buildResourceCard(category, other)),
  };
}
export type ResourcePage = NonNullable<ReturnType<typeof getResource>>;

export const getResourcesHub = createSiteContent(() =>
  readYaml("pages/resources.yaml", resourcesHubSchema),
);

/**
 * Every resource that has a page, with its search words: type, title, slug and description. An
 * external page wins over "coming soon".
 */
export function listSearchableResources(site: SiteSettings) {
  return resourceCategories(site).flatMap((category) =>
    category.resources
      .filter((resource) => resource.externalUrl || !resource.comingSoon)
      .map((resource) => ({
        name: resource.name,
        summary: resource.summary,
        words: [
          resource.type,
          resource.title,
          resource.slug.replaceAll("-", " "),
          resource.description,
        ],
        path: getLinkTarget(category.slug, resource),
        type: resource.type,
        image: findImage(category, resource),
      })),
  );
}
