import { fetchCoverage } from "#app/features/catalog/fetch-coverage.ts";

/** City and state of a ZIP code; "unknown" if it does not exist, null if the lookup failed. */
export async function fetchPlace(
  zip: string,
): Promise<{ city: string; state: string } | "unknown" | null> {
  const coverage = await fetchCoverage({ zip });
  if (!coverage) return null;
  const { city, state } = coverage;
  return city && state ? { city, state } : "unknown";
}
