import { fetchCoverage } from "#app/features/catalog/fetch-coverage.ts";

/**
 * City and state of a ZIP code; "unknown" where there is no such ZIP code, null without an answer:
 * the visitor then types them.
 */
export async function findPlace(
  zip: string,
): Promise<{ city: string; state: string } | "unknown" | null> {
  const coverage = await fetchCoverage({ zip });
  if (!coverage) return null;
  const { city, state } = coverage;
  return city && state ? { city, state } : "unknown";
}
