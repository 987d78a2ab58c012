import { listAutoGroups, listCategories } from "#app/features/catalog/queries.server.ts";
import { siteSettingsSchema } from "#app/features/settings/schema.ts";
import type { DemoService } from "./make-requests.ts";

/** Every service of the catalog, in its order. */
export function listDemoServices(): DemoService[] {
  const site = siteSettingsSchema.parse({});
  return [...listCategories(site), ...listAutoGroups(site)].flatMap((group) => group.services.map(({ slug, name }) => ({ slug, name })));
}
