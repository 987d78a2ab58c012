/** Hours in local time: from the start of `from` until before `to`. */
type Hours = { from: number; to: number };
type CallingRule = { days: Hours; sundays: Hours | null; source: string };

/** When the rules below were last compared with their sources. */
export const CALLING_RULES_DATE = "2026-11";

const daily = (from: number, to: number, source: string): CallingRule => ({ days: { from, to }, sundays: { from, to }, source });
const noSundays = (source: string): CallingRule => ({ days: { from: 8, to: 21 }, sundays: null, source });

const DEFAULT_RULE = daily(8, 21, "47 CFR 64.1200(c)(1)");

/** States with stricter hours than the federal ones. */
const STATE_RULES: Readonly<Record<string, CallingRule>> = {
  TX: { days: { from: 9, to: 21 }, sundays: { from: 12, to: 21 }, source: "Texas telephone solicitation law" },
  FL: daily(8, 20, "Florida Statutes 501.616"),
  MD: daily(8, 20, "Maryland Stop the Spam Calls Act"),
  OK: daily(8, 20, "Oklahoma Telephone Solicitation Act"),
  CT: daily(9, 20, "Connecticut telephone solicitation law"),
  AL: noSundays("Alabama telephone solicitation law"),
  LA: noSundays("Louisiana telephone solicitation law"),
  MS: noSundays("Mississippi telephone solicitation law"),
};

/** A state with the time zones that a person there may live in: each has to allow the call. */
export type CallingPlace = { state: string; zones: readonly string[] };

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-US", { timeZone: zone, weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    clocks.set(zone, clock);
  }
  return clock;
}

/** What the clocks of a zone show: day of the week and hours of the day, 8.5 for half past eight. */
function localTime(zone: string, at: Date): { isSunday: boolean; hour: number; text: string } {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const [hour, minute] = [Number(parts.hour), Number(parts.minute)];
  return { isSunday: parts.weekday === "Sun", hour: hour + minute / 60, text: `${hour % 12 || 12}:${parts.minute} ${hour < 12 ? "AM" : "PM"}` };
}

/** Whether a sales call may reach a person now who may be in any of these places: the strictest place decides. */
export function mayCall(places: readonly CallingPlace[], at: Date): boolean {
  return places.every(({ state, zones }) => {
    const rule = STATE_RULES[state] ?? DEFAULT_RULE;
    return zones.every((zone) => {
      const { isSunday, hour } = localTime(zone, at);
      const hours = isSunday ? rule.sundays : rule.days;
      return hours !== null && hour >= hours.from && hour < hours.to;
    });
  });
}

/** The time of day in a zone, such as "8:05 AM". */
export const timeOfDay = (zone: string, at: Date): string => localTime(zone, at).text;
