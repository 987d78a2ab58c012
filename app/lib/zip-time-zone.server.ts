import findZone from "@photostructure/tz-lookup";
import { findCoordinates } from "./zip.server.ts";

/** The time zone of a US ZIP code, as "America/New_York"; null where it is unknown. */
export function findZipTimeZone(zip: string | null): string | null {
  const coordinates = zip ? findCoordinates(zip) : null;
  return coordinates && findZone(coordinates.latitude, coordinates.longitude);
}
