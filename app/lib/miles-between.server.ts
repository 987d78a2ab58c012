import type { Coordinates } from "./pack-coordinates.ts";
import { findCoordinates } from "./zip.server.ts";

const EARTH_MILES = 3958.8;
const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** Miles between two places as the crow flies. */
export function getDistance(a: Coordinates, b: Coordinates): number {
  const [latitudeA, latitudeB] = [toRadians(a.latitude), toRadians(b.latitude)];
  const height = Math.sin((latitudeB - latitudeA) / 2) ** 2;
  const width = Math.sin(toRadians(b.longitude - a.longitude) / 2) ** 2;
  const arc = height + Math.cos(latitudeA) * Math.cos(latitudeB) * width;
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(arc));
}

/**
 * Miles between two US ZIP codes as the crow flies, within a few miles: whole, and at least 1. Null
 * where one of them is unknown.
 */
export function getMilesBetween(from: string | null, to: string | null): number | null {
  const [a, b] = [from, to].map((zip) => zip && findCoordinates(zip));
  return a && b ? Math.max(1, Math.round(getDistance(a, b))) : null;
}
