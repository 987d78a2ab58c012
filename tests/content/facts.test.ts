import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checklistSchema } from "#app/features/resources/guide-schemas.ts";
import { readYaml } from "#app/lib/content.server.ts";

/** Pages of which a fact must hold; a paragraph or a text is one line. */
const PAGES = globSync("{services,guides,articles,tools,categories,advertorials}/*.{md,yaml}", {
  cwd: "content",
}).map((file) => ({ file, text: readFileSync(`content/${file}`, "utf8") }));

const listPages = (pattern: RegExp) => PAGES.filter(({ text }) => pattern.test(text));
const listLines = (pattern: RegExp) =>
  PAGES.flatMap(({ file, text }) =>
    text
      .split("\n")
      .filter((line) => pattern.test(line))
      .map((line) => ({ file, line: line.trim() })),
  );
/** Expects some pages or lines, and none that fails the check. */
function expectAll<T>(list: T[], check: (entry: T) => boolean): void {
  expect(list.length).toBeGreaterThan(0);
  expect(list.filter((entry) => !check(entry))).toEqual([]);
}

test("who reads SEER also reads what today's labels say", () => {
  expectAll(listPages(/\bSEER\b/), ({ text }) => /\bSEER2\b/.test(text));
});

test("a page that names the old refrigerant names the new ones, and no page a brand", () => {
  expectAll(listPages(/R-410A/), ({ text }) => /R-454B/.test(text) || /new refrigerant/.test(text));
  expect(listLines(/freon|puron/i)).toEqual([]);
});

test("a certificate for refrigerant is the EPA's", () => {
  expectAll(listLines(/refrigerant.*certif|certif.*refrigerant/i), ({ line }) => /EPA/.test(line));
});

test("a page with the price of a new system says that many jobs cost more, and why", () => {
  expectAll(
    listPages(/(?:AC|Heating) replacement|HVAC system/i),
    ({ text }) =>
      /run higher|cost more/.test(text) && /\bducts\b/.test(text) && /permit/.test(text),
  );
});

test("both price ranges of a new roof are together on every page that shows one", () => {
  expectAll(
    listPages(/\$8,000-\$25,000|"Roof Replacement"/),
    ({ text }) =>
      /\$8,000-\$25,000/.test(text) &&
      /\$8,000 to \$20,000|baseMin: 8000, baseMax: 20000/.test(text),
  );
});

test("a tax credit is one that has ended", () => {
  expectAll(listLines(/federal.*credit/i), ({ line }) => /ended/.test(line));
});

test("a portable generator stands 20 feet from doors, windows and vents", () => {
  expectAll(
    listLines(/(?:run|put) an? (?:portable )?(?:generator|unit|one)/i),
    ({ line }) => /20 feet/.test(line) && /window/.test(line) && /vent/.test(line),
  );
});

test("wheels are blocked with chocks, never with a brick", () => {
  expect(listLines(/chock/i).length).toBeGreaterThan(1);
  expect(listLines(/(?:block|chock)[^.]*\bwheel[^.]*\bbrick/i)).toEqual([]);
});

test("a page about AFCI says what it guards against, and that no plain breaker takes its place", () => {
  expectAll(
    listPages(/(?:a|an|An) AFCI /),
    ({ text }) => /arcing faults/.test(text) && /shock/.test(text) && /plain breaker/.test(text),
  );
});

test("GFCI outlets are tested each month", () => {
  const { seasons } = readYaml("guides/home-maintenance-checklist.yaml", checklistSchema);
  expectAll(
    seasons.flatMap(({ tasks }) => tasks).filter(({ task }) => task.includes("GFCI")),
    ({ frequency }) => frequency === "Monthly",
  );
  expectAll(listLines(/test.*GFCI.*(?:month|year)|GFCI.*test.*(?:month|year)/i), ({ line }) =>
    /once a month|each month|monthly/i.test(line),
  );
});

/** All words of the site, fault trees and legal texts among them. */
const ALL_WORDS = globSync("**/*.{md,yaml}", { cwd: "content" }).flatMap((file) =>
  readFileSync(`content/${file}`, "utf8")
    .split("\n")
    .map((line) => ({ file, line: line.trim() })),
);

test("with gas, people call 911 from outside and then the utility, in this order everywhere", () => {
  expectAll(
    ALL_WORDS.filter(({ line }) => /\b911\b.*\bgas (?:utility|company|supplier)/i.test(line)),
    ({ line }) =>
      !/(?:utility|company|supplier),? or 911|911,? or (?:the|your)? ?(?:gas|utility)/i.test(line),
  );
  expect(ALL_WORDS.filter(({ line }) => /(?:gas )?utility or 911/i.test(line))).toEqual([]);
  expect(
    ALL_WORDS.filter(({ line }) =>
      /call [^.]{0,20}gas (?:utility|company|supplier)[^.]{0,40}911/i.test(line),
    ),
  ).toEqual([]);
});

test("who has to leave takes the phone along, and calls from outside", () => {
  expect(ALL_WORDS.filter(({ line }) => /\bphones? alone\b/i.test(line))).toEqual([]);
  expectAll(
    ALL_WORDS.filter(({ line }) => /do not call (?:indoors|inside|near)/i.test(line)),
    ({ line }) => /take your phone if it is in reach/i.test(line),
  );
});

test("who cannot leave may call from inside, as the Call 911 button says", () => {
  expectAll(
    ALL_WORDS.filter(({ line }) =>
      /do not call (?:indoors|inside|near)|(?:make no|no phone) .*inside/i.test(line),
    ),
    ({ line }) => /unless you cannot get (?:out|away)/.test(line),
  );
});

test("no page names the minutes that a pro has to answer: staff can change them", () => {
  expect(ALL_WORDS.filter(({ line }) => /\d+ minutes to answer/.test(line))).toEqual([]);
});

test("only what all pros are asked for is said of all of them", () => {
  expect(
    ALL_WORDS.filter(({ line }) => line.includes("{claim:background-checked}")).map(
      ({ file }) => file,
    ),
  ).toEqual(["pages/about-us.md", "pages/provider-signup.yaml"]);
});
