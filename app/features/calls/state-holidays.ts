import type { Holiday } from "#app/lib/holidays.ts";

/** Holidays of states, on which some of them forbid sales calls. */

const MONDAY = 1;

export const MARDI_GRAS: Holiday = { name: "Mardi Gras", fromEaster: -47 };
export const GOOD_FRIDAY: Holiday = { name: "Good Friday", fromEaster: -2 };
export const ELECTION_DAY: Holiday = { name: "Election Day", isElectionDay: true };
export const FLAG_DAY: Holiday = { name: "Flag Day", month: 6, day: 14 };
export const PIONEER_DAY: Holiday = { name: "Pioneer Day", month: 7, day: 24 };
export const VICTORY_DAY: Holiday = { name: "Victory Day", month: 8, weekday: MONDAY, nth: 2 };
export const CONFEDERATE_MEMORIAL_DAY: Holiday = {
  name: "Confederate Memorial Day",
  month: 4,
  weekday: MONDAY,
  nth: 4,
};
export const JEFFERSON_DAVIS_DAY: Holiday = {
  name: "Jefferson Davis' birthday",
  month: 6,
  weekday: MONDAY,
  nth: 1,
};
