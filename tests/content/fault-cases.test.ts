import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  type CaseResult,
  countCaseResults,
  faultCasesSchema,
  findCaseErrors,
  formatCaseTable,
  replayCase,
} from "#app/features/quizzes/generation/fault-cases.ts";
import { readYaml } from "#app/lib/content.server.ts";
import { listTreeSlugs, readTree } from "./open-tree.ts";

/**
 * Stories with what a master of the trade would say, replayed through the real engine. They were
 * written without knowledge of the trees' shares and chances.
 */

const FOLDER = "content/fault-trees/cases";
const SIZES = [5, 10];
/** Shares of all cases that must be reached: what a good dispatcher does. */
const MIN_RIGHT: Record<number, number> = { 5: 0.88, 10: 0.88 };
const MIN_RIGHT_OR_PLAUSIBLE = 0.95;
const MIN_URGENCY_RIGHT = 0.97;

const slugs = readdirSync(FOLDER).map((name) => name.replace(/\.yaml$/, ""));
const readCases = (slug: string) => readYaml(`fault-trees/cases/${slug}.yaml`, faultCasesSchema);

test("every case belongs to a tree and names its questions, answers, causes and dangers", () => {
  expect(slugs.filter((slug) => !listTreeSlugs().includes(slug))).toEqual([]);
  for (const slug of slugs) {
    const tree = readTree(slug);
    for (const [at, entry] of readCases(slug).entries())
      expect(findCaseErrors(tree, entry), `${slug}, case ${at + 1}`).toEqual([]);
  }
});

describe("all cases", () => {
  const results = new Map<number, { name: string; result: CaseResult }[]>(
    SIZES.map((size) => [
      size,
      slugs.flatMap((slug) => {
        const tree = readTree(slug);
        return readCases(slug).map((entry, at) => ({
          name: `${slug}, case ${at + 1}: "${entry.story.slice(0, 80)}"`,
          result: replayCase(tree, entry, size),
        }));
      }),
    ]),
  );

  test("are shown as a table", () => {
    const table = formatCaseTable(
      new Map([...results].map(([size, list]) => [size, list.map(({ result }) => result)])),
    );
    console.log(`Cases of the fault trees\n${table}`);
    expect(table.split("\n")).toHaveLength(1 + SIZES.length);
  });

  test.each(SIZES)("none is dangerous with %i questions", (size) =>
    expect(
      (results.get(size) ?? [])
        .filter(({ result }) => result.isDangerous)
        .map(({ name, result }) => `${name}: ${result.diagnosis}`),
    ).toEqual([]),
  );

  test.each(SIZES)("most are right with %i questions", (size) => {
    const list = results.get(size) ?? [];
    const { cases, right, plausible, urgencyRight } = countCaseResults(
      list.map(({ result }) => result),
    );
    const wrong = list
      .filter(({ result }) => result.verdict === "wrong" || !result.isUrgencyRight)
      .map(({ name, result }) => `${name}: ${result.diagnosis}, ${result.urgency}`)
      .join("\n");
    expect(right / cases, wrong).toBeGreaterThanOrEqual(MIN_RIGHT[size] ?? 1);
    expect((right + plausible) / cases, wrong).toBeGreaterThanOrEqual(MIN_RIGHT_OR_PLAUSIBLE);
    expect(urgencyRight / cases, wrong).toBeGreaterThanOrEqual(MIN_URGENCY_RIGHT);
  });
});
