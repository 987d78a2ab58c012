import { useRouteLoaderData } from "react-router";
import type { SiteSettings } from "./schema.ts";

export type PublicSite = Omit<
  SiteSettings,
  | "neutralClaims"
  | "claimsOnlyWithEvidence"
  | "unprovenClaims"
  | "timeZone"
  | "consentTemplate"
  | "phoneNumbers"
  | "adContactHashesSince"
>;

/** Names, phone and hours of the business, on every page below the site's layout. */
export function useSite(): PublicSite {
  const data = useRouteLoaderData("routes/site/layout") as { site: PublicSite } | undefined;
  if (!data) throw new Error("useSite() needs the site layout");
  return data.site;
}
