import { findZipTimeZone } from "#app/lib/zip-time-zone.server.ts";

/** The time zone of a provider's business; ours where it has no ZIP code or an unknown one. */
export const getBusinessZone = (businessZip: string | null, ourZone: string): string =>
  findZipTimeZone(businessZip) ?? ourZone;
