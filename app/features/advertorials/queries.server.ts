import { contentTokens } from "#app/features/settings/claims.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { perProcess, readYaml } from "#app/lib/content.server.ts";
import { fillDeep } from "#app/lib/fill.ts";
import { fixedAdvertorialSchema } from "./schema.ts";

/** The two advertorials that are part of the site; their slugs are taken for good. */
export const FIXED_ADVERTORIALS = ["henry-helpline", "clogged-toilets"] as const;

const files = perProcess(() => new Map<string, ReturnType<typeof read>>(FIXED_ADVERTORIALS.map((slug) => [slug, read(slug)])));
const read = (slug: string) => readYaml(`advertorials/${slug}.yaml`, fixedAdvertorialSchema);

/** A fixed advertorial with the settings filled in, or null. */
export function getFixedAdvertorial(site: SiteSettings, slug: string) {
  const file = files().get(slug);
  return file ? fillDeep(file, contentTokens(site)) : null;
}
