import {
  CONFEDERATE_MEMORIAL_DAY,
  ELECTION_DAY,
  FLAG_DAY,
  GOOD_FRIDAY,
  type Holiday,
  JEFFERSON_DAVIS_DAY,
  MARDI_GRAS,
  PIONEER_DAY,
  VICTORY_DAY,
} from "./holidays.ts";
import { FEDERAL_STATES, TERRITORIES } from "./state-names.ts";

/** When people may be called and texted about an offer: one row a state. */

/** Hours of the day in local time: from the start of `from` until just before `to`. */
export type Hours = { from: number; to: number };

export type CallingRule = {
  /** The two letters of the postal service. */
  state: string;
  name: string;
  /** Monday to Saturday, or to Friday where `saturdays` says something else. */
  days: Hours;
  /** Null: no calls. */
  saturdays?: Hours | null;
  /** Null: no calls. */
  sundays: Hours | null;
  /** Null: as on other days. Else no calls on federal holidays, and on these of the state. */
  closedHolidays: readonly Holiday[] | null;
  /** Most calls and texts to one person in 24 hours. */
  mostAttempts: number;
  /** Whether the statute sets that number; else it is our own policy. */
  isCapInStatute: boolean;
  /** Whether the statute names texts; our own policy counts them everywhere. */
  areTextsInStatute: boolean;
  statute: string;
  /** Where the row was read. */
  source: string;
  /** The day on which the row was compared with its source. */
  checked: string;
  /** Counsel has to confirm the row: guides disagree, or the statute was not read. */
  needsCounsel: boolean;
  note?: string;
};

/** The same cap everywhere: what Florida, Maryland, Oklahoma and Oregon set by statute. */
export const MAX_ATTEMPTS_A_DAY = 3;
const CHECKED = "2026-11-25";

const FEDERAL = "47 CFR 64.1200(c)(1)";
const GUIDES = "state tables of ClickPoint (July 2025) and Drop Cowboy (November 2025)";

type Details = Partial<Omit<CallingRule, "state" | "name" | "checked">>;

const buildRule = (state: string, name: string, [from, to]: [number, number], details: Details) => {
  const days = { from, to };
  const rule: CallingRule = {
    state,
    name,
    days,
    sundays: days,
    closedHolidays: null,
    mostAttempts: MAX_ATTEMPTS_A_DAY,
    isCapInStatute: false,
    areTextsInStatute: false,
    statute: FEDERAL,
    source: GUIDES,
    checked: CHECKED,
    needsCounsel: false,
    ...details,
  };
  return rule;
};

const STATUTE_CAP = { isCapInStatute: true, areTextsInStatute: true };
/** Of the federal rule; guides name no stricter one. */
const FEDERAL_HOURS: [number, number] = [8, 21];

const STRICTER_RULES: readonly CallingRule[] = [
  buildRule("AL", "Alabama", [8, 20], {
    sundays: null,
    closedHolidays: [MARDI_GRAS, CONFEDERATE_MEMORIAL_DAY, JEFFERSON_DAVIS_DAY],
    statute: "Ala. Code 8-19A and 8-19C, with the rules of the Public Service Commission",
    needsCounsel: true,
    note: "The guides agree on hours, Sundays and holidays; the commission's rule was not read.",
  }),
  buildRule("CT", "Connecticut", [9, 20], {
    areTextsInStatute: true,
    statute: "Conn. Gen. Stat. 42-288a, as amended by Public Act 23-98",
    source: "casetext.com (42-288a) and the same state tables",
    needsCounsel: true,
    note: "One guide still says 9 PM.",
  }),
  buildRule("FL", "Florida", [8, 20], {
    ...STATUTE_CAP,
    statute: "Fla. Stat. 501.616(6)",
  }),
  buildRule("KY", "Kentucky", [10, 21], { statute: "KRS 367.46955" }),
  buildRule("LA", "Louisiana", [8, 20], {
    sundays: null,
    closedHolidays: [MARDI_GRAS, GOOD_FRIDAY],
    statute: "La. R.S. 45:844.11 et seq., Public Service Commission General Order R-29617",
    source: "lpsc.louisiana.gov and the same state tables",
    needsCounsel: true,
    note: "No calls at all while the commission reports to the emergency center, as after a storm.",
  }),
  buildRule("MA", "Massachusetts", [8, 20], { statute: "M.G.L. c. 159C, s. 3; 201 CMR 12.02" }),
  buildRule("MD", "Maryland", [8, 20], {
    ...STATUTE_CAP,
    statute: "Md. Code, Com. Law 14-4502 (Stop the Spam Calls Act)",
    source: "lexace.ai (14-4502), wmar2news.com and convoso.com",
  }),
  buildRule("MI", "Michigan", [9, 21], {
    statute: "MCL 445.111 et seq.; MCL 484.125",
    needsCounsel: true,
    note: "The guides agree on the hours; the statute may mean recorded calls only.",
  }),
  buildRule("MN", "Minnesota", [9, 21], { statute: "Minn. Stat. 325E.30" }),
  buildRule("MS", "Mississippi", [8, 20], {
    sundays: null,
    closedHolidays: [],
    areTextsInStatute: true,
    statute: "Miss. Code 77-3-723 and 77-3-603",
    source: "dnc.com (June 2024), which quotes both sections, and the same state tables",
    needsCounsel: true,
    note: "The statute says 9 PM and the guides 8 PM; the ban on holidays ended in 2024, says one.",
  }),
  buildRule("NM", "New Mexico", [9, 21], { statute: "NMSA 57-12-22" }),
  buildRule("NV", "Nevada", [9, 20], { statute: "NRS 598.0918" }),
  buildRule("OK", "Oklahoma", [8, 20], { ...STATUTE_CAP, statute: "15 O.S. 775C.4" }),
  buildRule("OR", "Oregon", [8, 20], {
    ...STATUTE_CAP,
    statute: "ORS 646.561 et seq., as amended by House Bill 3865 (2025)",
    source: "jdsupra.com (Troutman Pepper Locke, July 2025)",
  }),
  buildRule("PA", "Pennsylvania", [9, 19], {
    sundays: null,
    closedHolidays: [GOOD_FRIDAY, FLAG_DAY, ELECTION_DAY],
    areTextsInStatute: true,
    statute: "73 P.S. 2245(a)(10); Senate Bill 992 (2026)",
    source: "jenkinslaw.org, dnc.com and pasenategop.com",
    needsCounsel: true,
    note: "Sundays and 7 PM to 9 AM are of the bill as the Senate passed it; its final text was not read.",
  }),
  buildRule("PR", "Puerto Rico", [9, 21], {
    statute: "Law 210 of 2003 (10 L.P.R.A. 4033)",
    source: "gaclaw.com (fall 2003)",
    needsCounsel: true,
    note: "Read in a law firm's summary only.",
  }),
  buildRule("RI", "Rhode Island", [9, 18], {
    saturdays: { from: 10, to: 17 },
    sundays: null,
    closedHolidays: [VICTORY_DAY, ELECTION_DAY],
    statute: "R.I. Gen. Laws 5-61-2(2) and 5-61-3.6",
    source: "webserver.rilin.state.ri.us",
  }),
  buildRule("SD", "South Dakota", [9, 21], {
    saturdays: null,
    sundays: null,
    statute: "SDCL 37-30-28",
    source: "legis.state.sd.us and lexace.ai",
    needsCounsel: true,
    note: "Its words are of automated dialing on weekdays; here they are for all calls. 37-30A-3 was not read.",
  }),
  buildRule("TX", "Texas", [9, 21], {
    sundays: { from: 12, to: 21 },
    areTextsInStatute: true,
    statute: "Tex. Bus. & Com. Code 301.051, with Senate Bill 140 (2025)",
    source: "cloudcommunications.com and info.texasrealestate.com",
  }),
  buildRule("UT", "Utah", [8, 21], {
    sundays: null,
    closedHolidays: [PIONEER_DAY],
    statute: "Utah Code 13-25a-103(3)",
    source: "codes.findlaw.com (13-25a-103, as of January 2025)",
  }),
  buildRule("WA", "Washington", [8, 20], {
    statute: "RCW 19.158.040(2)",
    source: "app.leg.wa.gov",
  }),
  buildRule("WY", "Wyoming", [8, 20], {
    statute: "Wyo. Stat. 40-12-302",
    needsCounsel: true,
    note: "One guide says 8 PM, others name no hours.",
  }),
];

/** What to know about states with the hours of the federal rule. */
const FEDERAL_DETAILS: Record<string, Details> = {
  IL: { note: "Recorded calls only from 9 AM." },
  ME: { note: "Automated calls only on weekdays from 9 AM to 5 PM." },
  NE: { note: "Recorded calls on Sundays and holidays only from 1 PM." },
  VA: {
    areTextsInStatute: true,
    statute: "Va. Code 59.1-511",
    needsCounsel: true,
    note: "Read in a summary of the act only.",
  },
};
const TERRITORY_DETAILS: Details = {
  source: FEDERAL,
  needsCounsel: true,
  note: "The guides leave the territories out.",
};

/** One row a state, sorted by name. */
export const CALLING_RULES: readonly CallingRule[] = [
  ...STRICTER_RULES,
  ...Object.entries(FEDERAL_STATES).map(([state, name]) =>
    buildRule(state, name, FEDERAL_HOURS, FEDERAL_DETAILS[state] ?? {}),
  ),
  ...Object.entries(TERRITORIES).map(([state, name]) =>
    buildRule(state, name, FEDERAL_HOURS, TERRITORY_DETAILS),
  ),
].sort((a, b) => (a.name < b.name ? -1 : 1));

const rulesByState = new Map(CALLING_RULES.map((rule) => [rule.state, rule]));
/** Of a person whose state is not known. */
const UNKNOWN_STATE = buildRule("", "Unknown state", FEDERAL_HOURS, { needsCounsel: true });

/** The rule of a state; for an unknown one, that of the federal government. */
export const getCallingRule = (state: string): CallingRule =>
  rulesByState.get(state) ?? UNKNOWN_STATE;
