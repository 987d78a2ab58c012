import type { Database } from "#app/db/client.server.ts";
import { type Claim, listClaims } from "./claims.server.ts";
import { getSiteSettings } from "./queries.server.ts";
import { type GeneralSettings, generalSettingsSchema, listTimeZones } from "./schema.ts";

/**
 * The general settings and the time zones to choose from. Reads the database, as the cache is
 * outdated right after a save.
 */
export async function getGeneralPage(
  db: Database,
): Promise<{ values: GeneralSettings; zones: string[] }> {
  return { values: generalSettingsSchema.parse(await getSiteSettings(db)), zones: listTimeZones() };
}

export type ShownClaim = Pick<Claim, "id" | "wording" | "neutral"> & { isNeutral: boolean };

/** Every claim of the site, and which of its wordings is shown now. */
export async function listShownClaims(db: Database): Promise<ShownClaim[]> {
  const { neutralClaims } = await getSiteSettings(db);
  return listClaims().map(({ id, wording, neutral }) => ({
    id,
    wording,
    neutral,
    isNeutral: neutralClaims.includes(id),
  }));
}
