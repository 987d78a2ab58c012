import type { Database } from "#app/db/client.server.ts";
import { settings } from "#app/db/tables/settings.server.ts";
import { type StaleCache, staleCache } from "#app/lib/stale-cache.server.ts";
import { type SiteSettings, siteSettingsSchema } from "./schema.ts";

type StoredFields = Readonly<
  Record<string, { safeParse: (value: unknown) => { success: boolean } } | undefined>
>;

/** Those of the stored values, by key, that a schema with these fields accepts. */
export const keepUsable = (fields: StoredFields, stored: Iterable<readonly [string, unknown]>) =>
  Object.fromEntries([...stored].filter(([key, value]) => fields[key]?.safeParse(value).success));

/**
 * Settings of the site. What is not stored, or cannot be used, has its default: a wrong row must
 * not take the site down.
 */
export async function getSiteSettings(db: Database): Promise<SiteSettings> {
  const rows = await db.select({ key: settings.key, value: settings.value }).from(settings);
  const stored = rows.map(({ key, value }) => [key, value] as const);
  return siteSettingsSchema.parse(keepUsable(siteSettingsSchema.shape, stored));
}

export type SettingsCache = StaleCache<SiteSettings>;

/**
 * Keeps the settings in memory until they are dropped (LISTEN content_changed). While the database
 * is away the last ones known are used, so that pages and the quote form stay up.
 */
export const createSettingsCache = (db: Database): SettingsCache =>
  staleCache(() => getSiteSettings(db));
