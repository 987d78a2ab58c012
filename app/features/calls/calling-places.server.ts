import { findPlace } from "#app/lib/zip.server.ts";
import { findZipTimeZone } from "#app/lib/zip-time-zone.server.ts";
import { findPhonePlace } from "./area-codes.ts";
import type { CallingPlace, CallingPlaces } from "./calling-hours.ts";

function findZipPlace(zip: string): CallingPlace | null {
  const place = findPlace(zip);
  const zone = findZipTimeZone(zip);
  return place && zone ? { state: place.state, zones: [zone] } : null;
}

/**
 * Where a customer may be: at the ZIP code of the property, or in the area of the phone number.
 * @param customer.phoneE164 ignored if it has no known area code
 * @returns null if the ZIP code is unknown
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

/** Somewhere in the contiguous states: calls have to be legal on both coasts. */
const UNKNOWN_PLACE: CallingPlace = {
  state: "",
  zones: ["America/New_York", "America/Los_Angeles"],
};

/**
 * Where a customer may be, as above, for staff who call by hand: without a known ZIP code the area
 * code decides, and without either the strictest hours of both coasts.
 */
export function findStaffCallingPlaces(customer: {
  zip: string | null;
  phoneE164: string | null;
}): CallingPlaces {
  const phone = findPhonePlace(customer.phoneE164);
  return findCallingPlaces(customer) ?? [phone ?? UNKNOWN_PLACE];
}
