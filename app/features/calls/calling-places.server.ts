import findZone from "@photostructure/tz-lookup";
import { findCoordinates, findPlace } from "#app/lib/zip.server.ts";
import { findPhonePlace } from "./area-codes.ts";
import type { CallingPlace, CallingPlaces } from "./calling-hours.ts";

function findZipPlace(zip: string): CallingPlace | null {
  const place = findPlace(zip);
  const coordinates = findCoordinates(zip);
  return place && coordinates
    ? { state: place.state, zones: [findZone(coordinates.latitude, coordinates.longitude)] }
    : null;
}

/**
 * Where a customer may be: at the ZIP of the property, and at home with the area code of the phone.
 * @returns null where the ZIP is unknown
 */
export function findCallingPlaces({
  zip,
  phoneE164,
}: {
  zip: string | null;
  phoneE164: string | null;
}): CallingPlaces | null {
  const home = zip ? findZipPlace(zip) : null;
  if (!home) return null;
  const phone = findPhonePlace(phoneE164);
  return phone ? [home, phone] : [home];
}
