import type { MenuGroup } from "#app/features/catalog/queries.server.ts";
import { contentTokens } from "#app/features/settings/claims.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { readYaml } from "#app/lib/content.server.ts";
import { fillDeep } from "#app/lib/fill.ts";
import { resourceCategoriesSchema } from "./schema.ts";

/** The menu shows this many resources of a category. */
const MENU_RESOURCES = 4;

let kept: ReturnType<typeof read> | undefined;
const read = () => readYaml("resources.yaml", resourceCategoriesSchema).categories;
function resourceCategories() {
  kept ??= read();
  return kept;
}

/** The Resources menu: four groups, each with its first four resources. */
export function listResourceMenu(): MenuGroup[] {
  return resourceCategories().map((category) => ({
    name: category.name,
    path: `/resources/${category.slug}`,
    links: category.resources.slice(0, MENU_RESOURCES).map((resource) => ({ name: resource.name, path: resource.externalUrl ?? `/resources/${category.slug}/${resource.slug}` })),
  }));
}

export function getResourceCategory(site: SiteSettings, slug: string) {
  const category = resourceCategories().find((entry) => entry.slug === slug);
  return category ? fillDeep(category, contentTokens(site)) : null;
}

export function getResource(site: SiteSettings, categorySlug: string, slug: string) {
  return getResourceCategory(site, categorySlug)?.resources.find((resource) => resource.slug === slug) ?? null;
}
