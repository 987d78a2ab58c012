import { listAutoGroups, listCategories } from "#app/features/catalog/queries.server.ts";
import { siteSettingsSchema } from "#app/features/settings/schema.ts";
import { readOnce } from "#app/lib/content.server.ts";

export type ServiceChoices = { group: string; services: string[] }[];

const read = readOnce(() => {
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
 * The services that a provider can choose: names of the catalog's services by group. A group's name
 * means all of its services.
 */
export const listServiceChoices = (): ServiceChoices => read().choices;

/**
 * The catalog's name of a service or group, by a name in any case or a slug; null where there is
 * none.
 */
export const findCategoryName = (text: string): string | null =>
  read().names.get(text.trim().toLowerCase()) ?? null;
