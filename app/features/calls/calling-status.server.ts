import findZone from "@photostructure/tz-lookup";
import { findCoordinates, findPlace } from "#app/lib/zip.server.ts";
import { placeOfPhone } from "./area-codes.ts";
import { type CallingPlace, mayCall, timeOfDay } from "./calling-hours.ts";

export type CallingStatus = { ok: boolean /** Such as "8:05 AM", at the ZIP. */; localTime: string };

function placeOfZip(zip: string): CallingPlace | null {
  const place = findPlace(zip);
  const coordinates = findCoordinates(zip);
  return place && coordinates ? { state: place.state, zones: [findZone(coordinates.latitude, coordinates.longitude)] } : null;
}

/**
 * Whether a customer may be called now, by the ZIP of the property and the area code of the phone: the stricter counts.
 * @returns null where the ZIP is unknown
 */
export function callingStatus(customer: { zip: string | null; phoneE164: string | null }, at: Date): CallingStatus | null {
  const home = customer.zip ? placeOfZip(customer.zip) : null;
  if (!home) return null;
  const phone = placeOfPhone(customer.phoneE164);
  return { ok: mayCall(phone ? [home, phone] : [home], at), localTime: timeOfDay(home.zones[0] ?? "UTC", at) };
}
