import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareVersions } from "#app/features/upgrades/compare-versions.ts";
import { readChangelog } from "#app/features/upgrades/read-changelog.ts";

const ROOT = join(import.meta.dirname, "../..");
const text = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
const sections = readChangelog(text);

test("its headings are versions with dates, the newest first, and three groups of readers", () => {
  const headings = text.match(/^## .*$/gm) ?? [];
  expect(headings).toHaveLength(sections.length);
  const versions = sections.map(({ version }) => version);
  expect(versions.indexOf(null)).toBeLessThanOrEqual(0);
  const released = versions.filter((version) => version !== null);
  expect(released).toEqual(released.toSorted((a, b) => compareVersions(b, a)));
  expect(new Set(text.match(/^### .*$/gm))).toEqual(
    new Set(["### Operators", "### Staff", "### Visitors"]),
  );
});

test("every breaking note is one that upgrade-check reads, and stands below Operators", () => {
  const notes = sections.flatMap(({ breaking }) => breaking);
  expect(text.match(/\*\*breaking/gi) ?? []).toHaveLength(notes.length);
  for (const [group = ""] of text.matchAll(/^### (?!Operators)[^#]*/gm))
    expect(group).not.toContain("**Breaking");
  for (const note of notes) expect(note).toMatch(/^["`A-Z].*\.$/s);
});
