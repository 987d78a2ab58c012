import type { StoredArea } from "#app/db/tables/providers.server.ts";
import { formatCount, formatQuantity } from "#app/lib/format-values.ts";
import { findCoordinates, findPlace, isKnownZip } from "#app/lib/zip.server.ts";
import { MAX_ZIPS } from "../constants.ts";
import { summarizeWords } from "../profile/parse-zips.ts";
import { NAMED_STATES, NAMED_ZIPS } from "./constants.ts";
import { listZipsWithin } from "./list-zips-within.server.ts";
import { STATE_NAMES } from "./state-names.ts";

/** What one entry covers, in words; `isUnknown`: nothing, and why. */
export type AreaLine = { text: string; isUnknown: boolean };
export type MeasuredAreas = {
  /** All ZIP codes that the entries cover, each once, in order. */
  zips: string[];
  lines: AreaLine[];
  /** Why these entries cannot be stored. */
  error: string | null;
};

/** What the entries of an area cover together, and each by itself. */
export function measureAreas(areas: readonly StoredArea[]): MeasuredAreas {
  const union = new Set<string>();
  const lines = areas.map(({ zip, miles }): AreaLine => {
    const zips = listZipsWithin(zip, miles);
    if (zips.length === 0) return { text: describeUnknown(zip), isUnknown: true };
    for (const code of zips) union.add(code);
    const reach = miles === 0 ? "this ZIP code alone" : `within ${miles} miles`;
    const count = formatQuantity(zips.length, "ZIP code");
    return { text: `${formatZip(zip)}, ${reach}: ${count}`, isUnknown: false };
  });
  const zips = [...union].sort();
  return { zips, lines, error: findError(areas, zips) };
}

const describeUnknown = (zip: string) =>
  isKnownZip(zip)
    ? `${zip}: we do not know where this ZIP code is. Choose "This ZIP code alone" for it.`
    : `${zip}: there is no such ZIP code.`;

function findError(areas: readonly StoredArea[], zips: readonly string[]): string | null {
  const unknown = areas.filter(({ zip }) => !isKnownZip(zip)).map(({ zip }) => zip);
  if (unknown.length > 0) return `There are no such ZIP codes: ${summarizeWords(unknown)}.`;
  const placeless = areas.filter(({ zip, miles }) => miles > 0 && !findCoordinates(zip));
  if (placeless.length > 0)
    return `We do not know where ${summarizeWords(placeless.map(({ zip }) => zip))} is. Choose "This ZIP code alone" for it.`;
  if (zips.length > MAX_ZIPS)
    return `This covers ${formatCount(zips.length)} ZIP codes, and ${formatCount(MAX_ZIPS)} is the most. Choose fewer miles, or fewer entries.`;
  return null;
}

const formatZip = (zip: string) => {
  const place = findPlace(zip);
  return place ? `${zip} ${place.city}, ${place.state}` : zip;
};

/**
 * What an area covers: "These 3 entries cover 214 ZIP codes in Georgia and Alabama, such as 30301
 * Atlanta."
 * @param areas the entries; null for a plain list of ZIP codes
 */
export function summarizeArea(
  areas: readonly StoredArea[] | null,
  zips: readonly string[],
): string {
  if (zips.length === 0) return "No ZIP code is covered, so no offers can reach you.";
  const count = formatQuantity(zips.length, "ZIP code");
  const subject =
    areas === null
      ? `This is a list of ${count}`
      : `${areas.length === 1 ? "This entry covers" : `These ${areas.length} entries cover`} ${count}`;
  return `${subject}${formatStates(zips)}, such as ${formatExamples(areas, zips)}.`;
}

/** " in Georgia and Alabama": those with the most ZIP codes first. */
function formatStates(zips: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const zip of zips) {
    const state = findPlace(zip)?.state;
    if (state) counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  const states = [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([state]) => STATE_NAMES[state] ?? state);
  if (states.length === 0) return "";
  const more = states.length - NAMED_STATES;
  const named =
    more > 0 ? [...states.slice(0, NAMED_STATES), formatQuantity(more, "more state")] : states;
  return ` in ${new Intl.ListFormat("en-US").format(named)}`;
}

/** The ZIP codes that somebody typed, then others, from the whole of the list. */
function formatExamples(areas: readonly StoredArea[] | null, zips: readonly string[]): string {
  const step = Math.max(1, Math.floor(zips.length / NAMED_ZIPS));
  const spread = zips.filter((_, index) => index % step === 0);
  const typed = (areas ?? []).map(({ zip }) => zip).filter((zip) => zips.includes(zip));
  return [...new Set([...typed, ...spread])]
    .slice(0, NAMED_ZIPS)
    .map((zip) => [zip, findPlace(zip)?.city].filter(Boolean).join(" "))
    .join(", ");
}
