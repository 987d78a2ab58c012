import { getDistance } from "#app/lib/miles-between.server.ts";
import { findCoordinates, isKnownZip, readZipLocations } from "#app/lib/zip.server.ts";
import { ZIP_LENGTH } from "#app/lib/zip-length.ts";

/** Miles of one degree of latitude, rounded down: the band that is searched is never too narrow. */
const MILES_PER_DEGREE = 68.7;

/**
 * The ZIP codes whose middle is within so many miles of the middle of one, that one included, in
 * their order; with 0 miles that one alone. Empty for a ZIP code that does not exist, or whose place
 * is not known.
 */
export function listZipsWithin(zip: string, miles: number): string[] {
  if (miles === 0) return isKnownZip(zip) ? [zip] : [];
  const center = findCoordinates(zip);
  if (!center) return [];
  const { zips, latitudes, longitudes } = readZipLocations();
  const band = miles / MILES_PER_DEGREE;
  const found: string[] = [];
  for (const [index, latitude] of latitudes.entries()) {
    if (Math.abs(latitude - center.latitude) > band) continue;
    const there = { latitude, longitude: longitudes[index] ?? 0 };
    const code = zips.slice(index * ZIP_LENGTH, (index + 1) * ZIP_LENGTH);
    if (code === zip || getDistance(center, there) <= miles) found.push(code);
  }
  return found;
}
