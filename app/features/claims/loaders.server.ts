import type { Database } from "#app/db/client.server.ts";
import { listClaims } from "#app/features/settings/claims.server.ts";
import { listShownClaims } from "#app/features/settings/loaders.server.ts";
import { getSiteSettings } from "#app/features/settings/queries.server.ts";
import { parseBusinessHours } from "#app/lib/business-hours.ts";
import { toMoment } from "#app/lib/format-time.ts";
import { assessClaim } from "./assess-claim.ts";
import { measureEvidence } from "./measure-evidence.server.ts";

/**
 * Every claim of the site, which wording is shown and why, and what is measured right now. Reads the
 * database, as the cache is outdated right after a save.
 */
export async function loadClaimsPage(db: Database, { now }: { now: Date }) {
  const [site, shown] = await Promise.all([getSiteSettings(db), listShownClaims(db)]);
  const figures = await measureEvidence(db, { now, site });
  const evidence = new Map(listClaims().map((claim) => [claim.id, claim.evidence]));
  return {
    isOnlyWithEvidence: site.claimsOnlyWithEvidence,
    measuredAt: toMoment(now, site.timeZone).exact,
    verifiedProviders: figures.verifiedProviders,
    hours: parseBusinessHours(site.regularHours) ? site.regularHours : "Mon-Fri 9 AM - 5 PM",
    claims: shown.map((claim) => ({
      ...claim,
      /** Neutral for lack of evidence, whatever the switch of staff says. */
      isUnproven: site.unprovenClaims.includes(claim.id),
      ...assessClaim(evidence.get(claim.id) ?? { measure: "none" }, figures),
    })),
  };
}
export type ClaimsPageData = Awaited<ReturnType<typeof loadClaimsPage>>;
