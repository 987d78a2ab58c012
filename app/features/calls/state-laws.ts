/** What is known of the laws of states whose hours are those of the federal rule. */

type Law = {
  statute?: string;
  source?: string;
  checked?: string;
  areTextsInStatute?: boolean;
  needsCounsel?: boolean;
  note?: string;
};

/** What a row was compared with on the latest day of checks. */
export const checkedAgainst = (source: string) => ({ source, checked: "2026-11-26" });

/** States whose law says the same as the federal rule, or says more about recorded calls. */
export const FEDERAL_STATE_LAWS: Record<string, Law> = {
  DC: { ...checkedAgainst("code.dccouncil.gov"), statute: "D.C. Code 22-3226.08(3)" },
  IL: { note: "Recorded calls only from 9 AM." },
  ME: {
    ...checkedAgainst("legislature.maine.gov (a bill of 2003 that quotes the section)"),
    statute: "47 CFR 64.1200(c)(1); 10 M.R.S. 1498(3)",
    note: "Automated calls only on weekdays from 9 AM to 5 PM, one to a number in 8 hours.",
  },
  MO: { ...checkedAgainst("legalfix.com (2019)"), statute: "Mo. Rev. Stat. 407.1076(5)" },
  MT: { ...checkedAgainst("leg.mt.gov (2023)"), statute: "Mont. Code 30-14-1412(1)(d)" },
  NE: {
    ...checkedAgainst(
      "nebraskalegislature.gov (86-248) and leadmanagerhelp.clickpointsoftware.com",
    ),
    statute: "47 CFR 64.1200(c)(1); Neb. Rev. Stat. 86-248; 291 Neb. Admin. Code ch. 11",
    note: "Recorded calls on Sundays and holidays only from 1 PM.",
  },
  NJ: {
    ...checkedAgainst("pub.njleg.gov (Senate Bill 1237 of 2024, which quotes the section)"),
    statute: "N.J.S.A. 56:8-128",
  },
  NY: {
    ...checkedAgainst("instalawyer.io (subdivision 2) and harrisbeach.com (subdivision 5-a)"),
    areTextsInStatute: true,
    statute: "N.Y. Gen. Bus. Law 399-z(2) and (5-a)",
    note: "No unsolicited calls to a place under a declared state of emergency.",
  },
  SC: {
    ...checkedAgainst("scstatehouse.gov, thewbkfirm.com and contactcentercompliance.com"),
    areTextsInStatute: true,
    statute: "S.C. Code 37-21-20 and 37-21-30; 16-17-446",
    needsCounsel: true,
    note: "Recorded calls only until 7 PM. 37-21-30, with the hours, was read in a summary only.",
  },
  TN: {
    ...checkedAgainst("casetext.com (December 2024)"),
    areTextsInStatute: true,
    statute: "Tenn. Comp. R. & Regs. 1220-04-11-.02(1)",
  },
  VA: {
    ...checkedAgainst("law.lis.virginia.gov (59.1-511) and lawserver.com (59.1-510)"),
    areTextsInStatute: true,
    statute: "Va. Code 59.1-510 and 59.1-511",
  },
  WV: { ...checkedAgainst("codes.findlaw.com (2024)"), statute: "W. Va. Code 46A-6F-601(a)(4)" },
};
