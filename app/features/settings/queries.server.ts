import type { Database } from "#app/db/client.server.ts";
import { settings } from "#app/db/tables/settings.server.ts";
import { type StaleCache, staleCache } from "#app/lib/stale-cache.server.ts";
import { type SiteSettings, siteSettingsSchema } from "./schema.ts";

/**
 * Settings of the site. What is not stored, or cannot be used, has its default: a wrong row must
 * not take the site down.
 */
export async function getSiteSettings(db: Database): Promise<SiteSettings> {
  const rows = await db.select({ key: settings.key, value: settings.value }).from(settings);
  const fields = siteSettingsSchema.shape as Record<
    string,
    { safeParse: (value: unknown) => { success: boolean } } | undefined
  >;
  const usable = rows.filter((row) => fields[row.key]?.safeParse(row.value).success);
  return siteSettingsSchema.parse(Object.fromEntries(usable.map((row) => [row.key, row.value])));
}

export type SettingsCache = StaleCache<SiteSettings>;

/**
 * Keeps the settings in memory until they are dropped (LISTEN content_changed). While the database
 * is away the last ones known are used, so that pages and the quote form stay up.
 */
export const createSettingsCache = (db: Database): SettingsCache =>
  staleCache(() => getSiteSettings(db));
