import { listAreaCodes } from "#app/features/calls/area-codes.ts";
import type { Random } from "./make-random.ts";
import { PLACES, type Place } from "./places.ts";

/** Of the last two digits of 555-0100 to 555-0199, who has which. */
export const CUSTOMER_LINES = { first: 0, count: 90 } as const;
export const PROVIDER_LINES = { first: 90, count: 10 } as const;
/** So many have the area code of their city; the others another one of their state. */
const CITY_CODE = 0.75;
/** Shares no factor with the counts of lines, so that every line is met once. */
const STEP = 37;

export type DemoNumber = { areaCode: string; line: string };

/**
 * Gives each number once: of the person's state while there are any, then of another state, and
 * null when all are given.
 */
export function createNumbers({
  first,
  count,
}: {
  first: number;
  count: number;
}): (random: Random, place: Place) => DemoNumber | null {
  const given = new Map<string, number>();
  const elsewhere = [...new Set(PLACES.flatMap(({ state }) => listAreaCodes(state)))];
  const take = (areaCode: string): DemoNumber | null => {
    const before = given.get(areaCode) ?? 0;
    if (before >= count) return null;
    given.set(areaCode, before + 1);
    return {
      areaCode,
      line: String(100 + first + ((before * STEP + Number(areaCode)) % count)).padStart(4, "0"),
    };
  };
  /** The first number of a list of area codes; those that have none left leave the list. */
  const takeFirst = (codes: string[]): DemoNumber | null => {
    for (let code = codes[0]; code; code = codes[0]) {
      const number = take(code);
      if (number) return number;
      codes.shift();
    }
    return null;
  };
  const ofState = new Map(PLACES.map(({ state }) => [state, [...listAreaCodes(state)]]));
  return (random, { areaCode, state }) => {
    const wanted = random.chance(CITY_CODE) ? areaCode : random.pick(listAreaCodes(state));
    return take(wanted) ?? takeFirst(ofState.get(state) ?? []) ?? takeFirst(elsewhere);
  };
}
