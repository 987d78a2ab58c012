import { zipTable } from "virtual:zip-table";
import { readOnce } from "./content.server.ts";
import { type Coordinates, unpackCoordinates } from "./pack-coordinates.ts";
import { ZIP_LENGTH } from "./zip-length.ts";

export type Place = { city: string; state: string };

const STATE_LENGTH = 2;

/**
 * The rest of a ZIP code's line in the table, or null where there is no such ZIP. Binary search
 * over the sorted lines: reading the table from its beginning takes a millisecond.
 */
function findLine(zip: string): string | null {
  if (!/^\d{5}$/.test(zip)) return null;
  // Both are at line ends: the line is between them.
  let from = 0;
  let to = zipTable.length - 1;
  while (from < to) {
    const start = zipTable.lastIndexOf("\n", (from + to) >> 1);
    const end = zipTable.indexOf("\n", start + 1);
    const found = zipTable.slice(start + 1, start + 1 + ZIP_LENGTH);
    if (found === zip) return zipTable.slice(start + 1 + ZIP_LENGTH, end);
    if (found < zip) from = end;
    else to = start;
  }
  return null;
}

/** City and state of a US ZIP code, or null where there is no such ZIP. */
export function findPlace(zip: string): Place | null {
  const line = findLine(zip);
  if (line === null) return null;
  const [city = "", rest = ""] = line.split("|");
  return { city, state: rest.slice(0, STATE_LENGTH) };
}

/**
 * Location of a US ZIP code, within about three kilometers; null for unknown ones and for military
 * mail.
 */
export function findCoordinates(zip: string): Coordinates | null {
  const line = findLine(zip);
  return line === null ? null : unpackCoordinates(line.slice(line.indexOf("|") + 1 + STATE_LENGTH));
}

/** Whether there is such a ZIP code. */
export const isKnownZip = (zip: string): boolean => findLine(zip) !== null;

/**
 * The ZIP codes with a location, in their order. Read once: half a megabyte, where an object for each
 * would take ten times as much.
 */
export const readZipLocations = readOnce(() => {
  const zips: string[] = [];
  const [latitudes, longitudes]: [number[], number[]] = [[], []];
  for (const line of zipTable.trim().split("\n")) {
    const place = unpackCoordinates(line.slice(line.indexOf("|") + 1 + STATE_LENGTH));
    if (!place) continue;
    zips.push(line.slice(0, ZIP_LENGTH));
    latitudes.push(place.latitude);
    longitudes.push(place.longitude);
  }
  return {
    /** Five digits each, without separators. */
    zips: zips.join(""),
    latitudes: Float32Array.from(latitudes),
    longitudes: Float32Array.from(longitudes),
  };
});
