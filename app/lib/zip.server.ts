import { zipTable } from "virtual:zip-table";
import { type Coordinates, unpackCoordinates } from "./pack-coordinates.ts";

export type Place = { city: string; state: string };

const STATE_LENGTH = 2;

/** What follows a ZIP on its line of the table, or null where there is no such ZIP. */
function findLine(zip: string): string | null {
  if (!/^\d{5}$/.test(zip)) return null;
  const start = zipTable.indexOf(`\n${zip}`);
  return start < 0 ? null : zipTable.slice(start + 1 + zip.length, zipTable.indexOf("\n", start + 1));
}

/** City and state of a US ZIP code, or null where there is no such ZIP. */
export function findPlace(zip: string): Place | null {
  const line = findLine(zip);
  if (line === null) return null;
  const [city = "", rest = ""] = line.split("|");
  return { city, state: rest.slice(0, STATE_LENGTH) };
}

/** Where a US ZIP code lies, within about three kilometers; null for unknown ones and for military mail. */
export function findCoordinates(zip: string): Coordinates | null {
  const line = findLine(zip);
  return line === null ? null : unpackCoordinates(line.slice(line.indexOf("|") + 1 + STATE_LENGTH));
}
