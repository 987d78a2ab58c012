import type { Database } from "#app/db/client.server.ts";
import { getSiteSettings } from "./queries.server.ts";
import { type GeneralSettings, generalSettingsSchema, listTimeZones } from "./schema.ts";

/**
 * The general settings as they are stored now, and the zones to choose from. Not from the cache,
 * which a save has just made old.
 */
export async function getGeneralPage(
  db: Database,
): Promise<{ values: GeneralSettings; zones: string[] }> {
  return { values: generalSettingsSchema.parse(await getSiteSettings(db)), zones: listTimeZones() };
}
