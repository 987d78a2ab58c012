import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has: by chapter, a number for
 * each section. Those of level 3 come last.
 */
const REQUIREMENTS: Record<number, number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};
const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const published = Object.entries(REQUIREMENTS).flatMap(([chapter, sections]) =>
  sections.flatMap((count, section) =>
    numbersTo(count).map((number) => `${chapter}.${section + 1}.${number}`),
  ),
);

const DOCUMENT = readFileSync("docs/asvs.md", "utf8");
const rows = DOCUMENT.split("\n").filter((line) => /^\| \d/.test(line));
const getCells = (row: string) =>
  row
    .split("|")
    .slice(1)
    .map((cell) => cell.trim());
/** Names in backticks that are paths of this repository. */
const files = [
  ...new Set(
    [...DOCUMENT.matchAll(/`([\w./-]+\/[\w./-]+\.\w+|package-lock\.json)`/g)].map(
      ([, path]) => path ?? "",
    ),
  ),
];

/**
 * "1.2.6–1.2.8, 1.3.1" → 1.2.6, 1.2.7, 1.2.8, 1.3.1; invalid parts stay unchanged, and so match no
 * requirement.
 */
function expand(ids: string): string[] {
  return ids.split(", ").flatMap((part) => {
    const [, section, first, last] = /^(\d+\.\d+\.)(\d+)–\1(\d+)$/.exec(part) ?? [];
    return section
      ? numbersTo(Number(last)).flatMap((number) =>
          number >= Number(first) ? `${section}${number}` : [],
        )
      : part;
  });
}

test("every file named in the table of security requirements exists", () => {
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test("every requirement has a status and an explanation", () => {
  expect(rows.length).toBeGreaterThan(120);
  for (const row of rows) {
    const [id = "", , status = "", where = ""] = getCells(row);
    expect(["met", "partly", "not met", "operator", "not applicable"], id).toContain(status);
    expect(where.length, id).toBeGreaterThan(3);
  }
});

test("every requirement of levels 1 and 2 is listed once, under its chapter, and nothing else is", () => {
  expect(published).toHaveLength(253);
  const listed = rows.flatMap((row) => expand(getCells(row)[0] ?? ""));
  expect(listed.filter((id, index) => listed.indexOf(id) !== index)).toEqual([]);
  expect(listed.filter((id) => !published.includes(id))).toEqual([]);
  expect(published.filter((id) => !listed.includes(id))).toEqual([]);
  for (const chapter of DOCUMENT.split(/^## V/m).slice(1)) {
    const number = Number.parseInt(chapter, 10);
    for (const [, id] of chapter.matchAll(/^\| (\d+)\./gm)) expect(Number(id)).toBe(number);
  }
});

test("every chapter of the standard is listed", () => {
  expect([...DOCUMENT.matchAll(/^## V(\d+) /gm)].map(([, chapter]) => Number(chapter))).toEqual(
    numbersTo(17),
  );
});
