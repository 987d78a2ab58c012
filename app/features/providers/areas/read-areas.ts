import type { StoredArea } from "#app/db/tables/providers.server.ts";
import { truncateText } from "#app/lib/text.ts";
import { summarizeWords } from "../profile/parse-zips.ts";
import { AREA_MILES, MAX_AREAS } from "./constants.ts";

/** An entry as it was typed. */
export type TypedArea = { zip: string; miles: number };
type ReadAreas = {
  /** Every row that has a ZIP code, for the form to show again. */
  typed: TypedArea[];
  areas: StoredArea[];
  error: string | null;
};

const ZIP = /^(\d{5})(?:-\d{4})?$/;
const MAX_TYPED_LENGTH = 20;

const readMiles = (text: string): number | null =>
  AREA_MILES.find((miles) => String(miles) === text) ?? null;

/**
 * Reads the entries of an area: the fields `zip` and `miles` of each row. Rows without a ZIP code are
 * left out; of a ZIP code that is there twice, the larger distance counts.
 */
export function readAreas(form: FormData): ReadAreas {
  const miles = form.getAll("miles").map(String);
  const rows = form
    .getAll("zip")
    .map((value, index) => ({
      zip: truncateText(String(value).trim(), MAX_TYPED_LENGTH),
      miles: readMiles(miles[index] ?? "") ?? 0,
    }))
    .filter(({ zip }) => zip !== "");
  const typed = rows.slice(0, MAX_AREAS);
  const unreadable = typed.filter(({ zip }) => !ZIP.test(zip)).map(({ zip }) => zip);
  const byZip = new Map<string, number>();
  for (const row of typed) {
    const zip = ZIP.exec(row.zip)?.[1];
    if (zip) byZip.set(zip, Math.max(byZip.get(zip) ?? 0, row.miles));
  }
  const areas = [...byZip].map(([zip, miles]) => ({ zip, miles }));
  if (unreadable.length > 0)
    return { typed, areas, error: `Not ZIP codes: ${summarizeWords(unreadable)}.` };
  if (rows.length > MAX_AREAS) return { typed, areas, error: `Use at most ${MAX_AREAS} entries.` };
  return { typed, areas, error: areas.length === 0 ? "Enter at least one ZIP code." : null };
}
