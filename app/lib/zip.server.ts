import { zipTable } from "virtual:zip-table";

export type Place = { city: string; state: string };

/** City and state of a US ZIP code, or null where there is no such ZIP. */
export function findPlace(zip: string): Place | null {
  if (!/^\d{5}$/.test(zip)) return null;
  const start = zipTable.indexOf(`\n${zip}`);
  if (start < 0) return null;
  const [city = "", state = ""] = zipTable.slice(start + 1 + zip.length, zipTable.indexOf("\n", start + 1)).split("|");
  return { city, state };
}
