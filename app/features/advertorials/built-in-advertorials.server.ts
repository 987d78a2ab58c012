import type { SiteSettings } from "#app/features/settings/schema.ts";
import { createSiteContent } from "#app/features/settings/site-content.server.ts";
import { readYaml } from "#app/lib/content.server.ts";
import { builtInAdvertorialSchema } from "./built-in-schema.ts";
import { BUILT_IN_SLUGS } from "./constants.ts";

const files = createSiteContent(
  () =>
    new Map<string, ReturnType<typeof readAdvertorial>>(
      BUILT_IN_SLUGS.map((slug) => [slug, readAdvertorial(slug)]),
    ),
);
const readAdvertorial = (slug: string) =>
  readYaml(`advertorials/${slug}.yaml`, builtInAdvertorialSchema);

/** A built-in advertorial with the settings filled in, or null. */
export function getBuiltInAdvertorial(site: SiteSettings, slug: string) {
  return files(site).get(slug) ?? null;
}
