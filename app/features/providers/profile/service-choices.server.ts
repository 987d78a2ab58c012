import { listAutoGroups, listCategories } from "#app/features/catalog/queries.server.ts";
import { siteSettingsSchema } from "#app/features/settings/schema.ts";
import { perProcess } from "#app/lib/content.server.ts";

export type ServiceChoices = { group: string; services: string[] }[];

const read = perProcess(() => {
  const site = siteSettingsSchema.parse({});
  const groups = [...listCategories(site), ...listAutoGroups(site)];
  const names = new Map<string, string>();
  for (const { slug, name } of [...groups, ...groups.flatMap((group) => group.services)]) {
    names.set(slug, name);
    names.set(name.toLowerCase(), name);
  }
  return {
    choices: groups.map((group) => ({
      group: group.name,
      services: group.services.map(({ name }) => name),
    })),
    names,
  };
});

/**
 * What a provider can do, by the catalog: names of services below the name of their group, which
 * stands for all of them.
 */
export const listServiceChoices = (): ServiceChoices => read().choices;

/**
 * The catalog's name for a service or group, from a name in any letters or a slug; null where it
 * has none such.
 */
export const findCategoryName = (text: string): string | null =>
  read().names.get(text.trim().toLowerCase()) ?? null;
