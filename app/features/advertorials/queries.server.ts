import { contentTokens } from "#app/features/settings/claims.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { perProcess, readYaml } from "#app/lib/content.server.ts";
import { fillDeep } from "#app/lib/fill.ts";
import { FIXED_SLUGS } from "./constants.ts";
import { fixedAdvertorialSchema } from "./schema.ts";

const files = perProcess(() => new Map<string, ReturnType<typeof read>>(FIXED_SLUGS.map((slug) => [slug, read(slug)])));
const read = (slug: string) => readYaml(`advertorials/${slug}.yaml`, fixedAdvertorialSchema);

/** A fixed advertorial with the settings filled in, or null. */
export function getFixedAdvertorial(site: SiteSettings, slug: string) {
  const file = files().get(slug);
  return file ? fillDeep(file, contentTokens(site)) : null;
}
