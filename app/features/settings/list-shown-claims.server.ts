import type { Database } from "#app/db/client.server.ts";
import { type Claim, listClaims } from "./claims.server.ts";
import { getSiteSettings } from "./queries.server.ts";

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
