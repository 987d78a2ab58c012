import type { Database } from "#app/db/client.server.ts";
import { settings } from "#app/db/tables/settings.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { type StaleCache, staleCache } from "#app/lib/stale-cache.server.ts";
import { type SiteSettings, siteSettingsSchema } from "./schema.ts";

type StoredFields = Readonly<
  Record<string, { safeParse: (value: unknown) => { success: boolean } } | undefined>
>;

/** The stored values, by key, that the schema with these fields accepts. */
export const filterValidSettings = (
  fields: StoredFields,
  stored: Iterable<readonly [string, unknown]>,
) =>
  Object.fromEntries([...stored].filter(([key, value]) => fields[key]?.safeParse(value).success));

/**
 * The site's settings, with defaults for those that are not stored or invalid: a wrong row must not
 * take the site down.
 */
export async function getSiteSettings(db: Connection): Promise<SiteSettings> {
  const rows = await db.select({ key: settings.key, value: settings.value }).from(settings);
  const stored = rows.map(({ key, value }) => [key, value] as const);
  return siteSettingsSchema.parse(filterValidSettings(siteSettingsSchema.shape, stored));
}

export type SettingsCache = StaleCache<SiteSettings>;

/**
 * Caches the settings until a notification (LISTEN content_changed). While the database is down the
 * last known ones are used, so that pages and the quote form keep working.
 */
export const createSettingsCache = (db: Database): SettingsCache =>
  staleCache(() => getSiteSettings(db));
