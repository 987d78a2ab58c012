import { listAreaCodes } from "#app/features/calls/area-codes.ts";
import { PLACES, type Place } from "./places.ts";
import type { Random } from "./seeded-random.ts";

/** How customers and providers share 555-0100 to 555-0199: the last two digits of each. */
export const CUSTOMER_LINES = { first: 0, count: 90 } as const;
export const PROVIDER_LINES = { first: 90, count: 10 } as const;
/** Share of people with the area code of their city; the others have another one of their state. */
const CITY_CODE_SHARE = 0.75;
/** Has no common factor with the counts of lines, so that every line is used once. */
const STEP = 37;

export type DemoNumber = { areaCode: string; line: string };

/**
 * Assigns each number once: one of the person's state while there are any, then of another state, and
 * null when all are assigned.
 */
export function createNumberGenerator({
  first,
  count,
}: {
  first: number;
  count: number;
}): (random: Random, place: Place) => DemoNumber | null {
  const assignedCounts = new Map<string, number>();
  const elsewhere = [...new Set(PLACES.flatMap(({ state }) => listAreaCodes(state)))];
  const assign = (areaCode: string): DemoNumber | null => {
    const assigned = assignedCounts.get(areaCode) ?? 0;
    if (assigned >= count) return null;
    assignedCounts.set(areaCode, assigned + 1);
    return {
      areaCode,
      line: String(100 + first + ((assigned * STEP + Number(areaCode)) % count)).padStart(4, "0"),
    };
  };
  /** Assigns a number of the first area code that has one left; removes codes that have none. */
  const assignFirst = (codes: string[]): DemoNumber | null => {
    for (let code = codes[0]; code; code = codes[0]) {
      const number = assign(code);
      if (number) return number;
      codes.shift();
    }
    return null;
  };
  const codesByState = new Map(PLACES.map(({ state }) => [state, [...listAreaCodes(state)]]));
  return (random, { areaCode, state }) => {
    const preferred = random.chance(CITY_CODE_SHARE) ? areaCode : random.pick(listAreaCodes(state));
    return (
      assign(preferred) ?? assignFirst(codesByState.get(state) ?? []) ?? assignFirst(elsewhere)
    );
  };
}
