import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const DOCUMENT = readFileSync("docs/asvs.md", "utf8");
const rows = DOCUMENT.split("\n").filter((line) => /^\| \d/.test(line));
/** Names in backticks that are paths of this repository. */
const files = [...new Set([...DOCUMENT.matchAll(/`([\w./-]+\/[\w./-]+\.\w+|package-lock\.json)`/g)].map(([, path]) => path ?? ""))];

test("every file that the table of security requirements names exists", () => {
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test("every requirement says how it stands, and what is met names where", () => {
  expect(rows.length).toBeGreaterThan(120);
  for (const row of rows) {
    const [, id = "", , status = "", where = ""] = row.split("|").map((cell) => cell.trim());
    expect(["met", "partly", "not met", "operator", "not applicable"], id).toContain(status);
    expect(where.length, id).toBeGreaterThan(3);
  }
});

test("every chapter of the standard is there", () => {
  expect([...DOCUMENT.matchAll(/^## V(\d+) /gm)].map(([, chapter]) => Number(chapter))).toEqual(Array.from({ length: 17 }, (_, place) => place + 1));
});
