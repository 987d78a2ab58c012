import type { Holiday } from "#app/lib/holidays.ts";
import {
  CONFEDERATE_MEMORIAL_DAY,
  ELECTION_DAY,
  FLAG_DAY,
  GOOD_FRIDAY,
  JEFFERSON_DAVIS_DAY,
  MARDI_GRAS,
  PIONEER_DAY,
  VICTORY_DAY,
} from "./state-holidays.ts";
import { checkedAgainst, FEDERAL_STATE_LAWS } from "./state-laws.ts";
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
const MAX_ATTEMPTS_A_DAY = 3;
const CHECKED = "2026-11-25";

const FEDERAL = "47 CFR 64.1200(c)(1)";
const GUIDES = "state tables of ClickPoint (July 2025) and Drop Cowboy (November 2025)";

type Details = Partial<Omit<CallingRule, "state" | "name">>;

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
    ...checkedAgainst("a copy of casetext.com (November 2024) and the same state tables"),
    sundays: null,
    closedHolidays: [MARDI_GRAS, CONFEDERATE_MEMORIAL_DAY, JEFFERSON_DAVIS_DAY],
    statute: "Ala. Admin. Code 770-X-5-.17",
    needsCounsel: true,
    note: "The part on automated calls was read; a guide quotes the same for live ones. No list of holidays.",
  }),
  buildRule("CT", "Connecticut", [9, 20], {
    areTextsInStatute: true,
    statute: "Conn. Gen. Stat. 42-288a, as amended by Public Act 23-98",
    source: "casetext.com (42-288a) and the same state tables",
    needsCounsel: true,
    note: "The end of subsection (c), with the hours, was not read; one guide still says 9 PM.",
  }),
  buildRule("FL", "Florida", [8, 20], {
    ...checkedAgainst("lawserver.com and flsenate.gov (Senate Bill 1120 of 2021)"),
    isCapInStatute: true,
    statute: "Fla. Stat. 501.616(6)",
    note: "Counts calls on the same subject, from any number. Texts are in section 501.059.",
  }),
  buildRule("KY", "Kentucky", [10, 21], {
    ...checkedAgainst("kyjustice.org and the same state tables"),
    statute: "KRS 367.46955",
    needsCounsel: true,
    note: "The guides agree; the paragraph with the hours was not read.",
  }),
  buildRule("LA", "Louisiana", [8, 20], {
    ...checkedAgainst("lawserver.com (45:811), lpsc.louisiana.gov and the same state tables"),
    sundays: null,
    closedHolidays: [MARDI_GRAS, GOOD_FRIDAY],
    statute: "La. R.S. 45:811 and 45:844.11 et seq.; Public Service Commission R-29617",
    needsCounsel: true,
    note: "Which holidays count was not read. No calls while the commission reports to the emergency center.",
  }),
  buildRule("MA", "Massachusetts", [8, 20], {
    ...checkedAgainst("regulations.justia.com (201 CMR 12.02(2), September 2024)"),
    statute: "M.G.L. c. 159C, s. 3; 201 CMR 12.02(2)",
  }),
  buildRule("MD", "Maryland", [8, 20], {
    ...checkedAgainst("lexace.ai (14-4502), wmar2news.com and dnc.com"),
    ...STATUTE_CAP,
    statute: "Md. Code, Com. Law 14-4502 (Stop the Spam Calls Act)",
    needsCounsel: true,
    note: "The guides agree; the subsection with hours and cap was not read.",
  }),
  buildRule("MI", "Michigan", [9, 21], {
    statute: "MCL 445.111 et seq.; MCL 484.125; MCL 750.540e(1)(f)",
    needsCounsel: true,
    note: "The guides agree; the hours were not read, and may be of recorded or malicious calls only.",
  }),
  buildRule("MN", "Minnesota", [9, 21], {
    statute: "Minn. Stat. 325E.30",
    needsCounsel: true,
    note: "The guides agree; the statute was not read.",
  }),
  buildRule("MS", "Mississippi", [8, 20], {
    ...checkedAgainst("getpocketlaw.com (77-3-723) and dnc.com (June 2024)"),
    sundays: null,
    closedHolidays: [],
    areTextsInStatute: true,
    statute: "Miss. Code 77-3-723",
    needsCounsel: true,
    note: "It says Central Standard Time, read as local time. Guides disagree on holidays.",
  }),
  buildRule("NM", "New Mexico", [9, 21], {
    ...checkedAgainst("law.justia.com (2006) and the same state tables"),
    statute: "NMSA 57-12-22(B)(5)",
  }),
  buildRule("NV", "Nevada", [9, 20], {
    statute: "NRS 598.0918",
    needsCounsel: true,
    note: "The section was not read; some guides name other hours. Recorded calls only from 9 AM.",
  }),
  buildRule("OK", "Oklahoma", [8, 20], {
    ...STATUTE_CAP,
    statute: "15 O.S. 775C.4",
    needsCounsel: true,
    note: "The guides agree; the section was not read.",
  }),
  buildRule("OR", "Oregon", [8, 20], {
    ...checkedAgainst("jdsupra.com (Troutman Pepper Locke, July 2025) and postscript.io"),
    ...STATUTE_CAP,
    statute: "ORS 646.561 et seq., as amended by House Bill 3865 (2025)",
    needsCounsel: true,
    note: "Summaries agree; the act was not read. The cap leaves out customers of the last 18 months.",
  }),
  buildRule("PA", "Pennsylvania", [9, 19], {
    ...checkedAgainst("govt.westlaw.com (2019), jenkinslaw.org, dnc.com and pasenategop.com"),
    sundays: null,
    closedHolidays: [GOOD_FRIDAY, FLAG_DAY, ELECTION_DAY],
    areTextsInStatute: true,
    statute: "73 P.S. 2245(a)(1) and (10); Senate Bill 992 (2026)",
    needsCounsel: true,
    note: "Hours and Sundays are the bill's, in force since October 18, 2026, guides say; its text was not read.",
  }),
  buildRule("PR", "Puerto Rico", [9, 21], {
    ...checkedAgainst("gaclaw.com (fall 2003)"),
    statute: "Law 210 of 2003 (10 L.P.R.A. 4033)",
    needsCounsel: true,
    note: "Read in a law firm's summary only.",
  }),
  buildRule("RI", "Rhode Island", [9, 18], {
    ...checkedAgainst("instalawyer.io (5-61-2) and webserver.rilin.state.ri.us (5-61-3.6)"),
    saturdays: { from: 10, to: 17 },
    sundays: null,
    closedHolidays: [VICTORY_DAY, ELECTION_DAY],
    statute: "R.I. Gen. Laws 5-61-2(2) and 5-61-3.6",
  }),
  buildRule("SD", "South Dakota", [9, 21], {
    ...checkedAgainst("legis.state.sd.us and lexace.ai"),
    saturdays: null,
    sundays: null,
    statute: "SDCL 37-30-28",
    needsCounsel: true,
    note: "Its words are of automated dialing on weekdays; here they are for all calls. 37-30A-3 was not read.",
  }),
  buildRule("TX", "Texas", [9, 21], {
    sundays: { from: 12, to: 21 },
    areTextsInStatute: true,
    statute: "Tex. Bus. & Com. Code 301.051, with Senate Bill 140 (2025)",
    source: "cloudcommunications.com and info.texasrealestate.com",
    needsCounsel: true,
    note: "The guides agree; the section was not read.",
  }),
  buildRule("UT", "Utah", [8, 21], {
    ...checkedAgainst("codes.findlaw.com (January 2025)"),
    sundays: null,
    closedHolidays: [PIONEER_DAY],
    statute: "Utah Code 13-25a-103(3)",
    note: "It leaves out calls with prior express consent.",
  }),
  buildRule("WA", "Washington", [8, 20], {
    ...checkedAgainst("app.leg.wa.gov"),
    statute: "RCW 19.158.040(2)",
  }),
  buildRule("WY", "Wyoming", [8, 20], {
    statute: "Wyo. Stat. 40-12-302(d)",
    needsCounsel: true,
    note: "Some guides say 8 PM, others name no hours; the subsection was not read.",
  }),
];

const TERRITORY_DETAILS: Details = {
  source: FEDERAL,
  needsCounsel: true,
  note: "The guides leave the territories out.",
};

/** One row a state, sorted by name. */
export const CALLING_RULES: readonly CallingRule[] = [
  ...STRICTER_RULES,
  ...Object.entries(FEDERAL_STATES).map(([state, name]) =>
    buildRule(state, name, FEDERAL_HOURS, FEDERAL_STATE_LAWS[state] ?? {}),
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
