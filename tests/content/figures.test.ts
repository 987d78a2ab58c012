import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Figure, figuresSchema } from "#app/features/catalog/figures.ts";
import { energyCalculatorSchema } from "#app/features/resources/tool-schemas.ts";
import { readYaml } from "#app/lib/content.server.ts";

const figures = readYaml("figures.yaml", figuresSchema);

/** What counts as a figure: it must be in content/figures.yaml. */
const FIGURES = [
  /\d[\d.,]*\s?(?:%|percent\b)\+?/g,
  /\$\d[\d,]*\+?/g,
  // A calendar year; 2,000 and 2000-12-31 are none.
  /(?<![\d$,.-])(?:19|20)\d\d(?!\d|[,.-]\d)/g,
  /\d+°F?/g,
  /\d+ (?:square )?(?:feet|foot)\b/g,
  /SEER2? \d+(?:\.\d+)?\+?/g,
  // The data of the tools.
  /\b(?:baseMin|baseMax|multiplier|share|low|high|fixed|perSquareFoot|assumedSize): [\d.]+/g,
];
const PERCENT = /\d\s?(?:%|percent\b)/;

/** Public pages but legal texts and quizzes, as [file, lines]. */
const PAGES: [string, string[]][] = [
  "{services,guides,articles,tools,categories,pages,advertorials}/*.{md,yaml}",
  "{resources,catalog,advertorial-templates}.yaml",
]
  .flatMap((pattern) => globSync(pattern, { cwd: "content" }))
  .map((file) => [file, readLines(file)]);

/** The lines of a file; a paragraph or a text is one line. Without comments and dates of changes. */
function readLines(file: string): string[] {
  return readFileSync(`content/${file}`, "utf8")
    .split("\n")
    .filter((line) => !line.startsWith("updated:"))
    .filter((line) => !(file.endsWith(".yaml") && /^\s*#/.test(line)));
}

/** Whether `words` are in `line` and include the text from `start` to `end`. */
function isCovered(line: string, words: string, start: number, end: number): boolean {
  for (let at = line.indexOf(words); at >= 0; at = line.indexOf(words, at + 1))
    if (at <= start && end <= at + words.length) return true;
  return false;
}

const findEntries = (file: string, line: string, start: number, end: number): Figure[] =>
  figures.filter(
    ({ pages, shown }) =>
      pages.includes(file) && shown.some((words) => isCovered(line, words, start, end)),
  );

/** Every figure of the pages, with the line that it is in and its entries. */
const found = PAGES.flatMap(([file, lines]) =>
  lines.flatMap((line) =>
    FIGURES.flatMap((pattern) =>
      [...line.matchAll(pattern)].map((match) => {
        const value = match[0].replace(/[.,]$/, "");
        const entries = findEntries(file, line, match.index, match.index + value.length);
        return { file, line, value, entries };
      }),
    ),
  ),
);

test("every figure of the public pages has an entry with its source in content/figures.yaml", () => {
  expect(found.length).toBeGreaterThan(200);
  expect(
    found
      .filter(({ entries }) => entries.length === 0)
      .map(({ file, line, value }) => `${file}: ${value} in "${line.trim()}"`),
  ).toEqual([]);
});

test("every entry is on the pages that it names, in its own words", () => {
  const texts = new Map(PAGES.map(([file, lines]) => [file, lines.join("\n")]));
  for (const { id, shown, pages } of figures) {
    for (const page of pages)
      expect(
        shown.some((words) => texts.get(page)?.includes(words)),
        `${id} is not in ${page}`,
      ).toBe(true);
    for (const words of shown)
      expect(
        pages.some((page) => texts.get(page)?.includes(words)),
        `${id}: "${words}" is on none of its pages`,
      ).toBe(true);
  }
});

test("a percentage names its source beside it, unless the specification sets it", () => {
  const without = found.filter(
    ({ line, value, entries }) =>
      PERCENT.test(value) &&
      !entries.some(({ namedAs, checked }) =>
        namedAs ? line.includes(namedAs) : checked.source.startsWith("Specification"),
      ),
  );
  expect(without.map(({ file, line, value }) => `${file}: ${value} in "${line.trim()}"`)).toEqual(
    [],
  );
});

test("only these percentages come from the specification alone", () => {
  const ids = found
    .filter(({ value }) => PERCENT.test(value))
    .flatMap(({ entries }) => entries)
    .filter(({ namedAs }) => !namedAs)
    .map(({ id }) => id);
  expect([...new Set(ids)].sort()).toEqual([
    "afue-90",
    "basement-recouped",
    "summer-cooling-share",
    "winter-heating-share",
  ]);
});

const formatPercent = (share: number) => `${Math.round(share * 100)}%`;

test("the energy calculator calculates with the figures that it shows", () => {
  const { shares, sharesNote, sources, upgrades } = readYaml(
    "tools/energy-savings-calculator.yaml",
    energyCalculatorSchema,
  );
  const source = sources.find(({ what }) =>
    shares.every(({ share }) => what.includes(formatPercent(share))),
  );
  expect(source?.who).toContain("ENERGY STAR");
  expect(sharesNote).toContain("ENERGY STAR");
  // From 140 to 120 degrees is two steps of ten.
  for (const { id, basis, savings } of upgrades)
    for (const { low, high } of savings)
      for (const share of id === "water-heater-120" ? [low / 2, high / 2] : [low, high])
        expect(basis, id).toContain(formatPercent(share));
});
