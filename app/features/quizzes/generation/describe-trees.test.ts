import { describe, expect, test } from "vitest";
import { listTreeSlugs, readTree } from "#tests/content/open-tree.ts";
import { describeTrees } from "./describe-trees.ts";
import type { FaultTree } from "./fault-tree-schema.ts";

const LIMIT = 8_000;
const trees = listTreeSlugs().map(readTree);
const listDangers = (tree: FaultTree) => tree.safety.filter(({ urgency }) => urgency === "high");
const lines = (text: string) => text.split("\n").filter(Boolean);

test.each(trees.map((tree) => [tree.title, tree] as const))(
  "%s: names every cause and danger in whole lines, and says what to do about the urgent ones",
  (_title, tree) => {
    const text = describeTrees([tree]);
    expect(text.length).toBeLessThanOrEqual(LIMIT);
    const whole = new Set(lines(describeTrees([tree], 1_000_000)));
    expect(lines(text).filter((line) => !whole.has(line))).toEqual([]);
    for (const { diagnosis, safetyLines } of tree.causes)
      for (const line of [`- "${diagnosis}": `, ...safetyLines]) expect(text).toContain(line);
    for (const { headline, instruction } of listDangers(tree))
      for (const line of [headline, ...instruction.split("\n")]) expect(text).toContain(line);
  },
);

test("causes come in the order of their shares, with share, urgency and timeframe", () => {
  const tree = readTree("furnace-not-heating");
  const names = tree.causes
    .toSorted((a, b) => b.share - a.share)
    .map(({ diagnosis }) => `- "${diagnosis}": `);
  const text = describeTrees([tree]);
  const places = names.map((name) => text.indexOf(name));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(text).toMatch(/^- "Dirty flame sensor": \d+%, medium urgency, Within 24 hours$/m);
  expect(text).toContain("- Possible gas leak, call 911, also call your gas utility's");
});

describe("with little room", () => {
  test("two trees share it, and keep their urgent causes and dangers", () => {
    for (const [at, tree] of trees.entries()) {
      const other = trees[at + 1] ?? tree;
      const text = describeTrees([tree, other]);
      expect(text.length).toBeLessThanOrEqual(LIMIT);
      for (const known of [tree, other]) {
        const urgent = known.causes.filter(({ urgency }) => urgency === "high");
        for (const { diagnosis } of urgent) expect(text).toContain(`- "${diagnosis}": `);
        for (const { headline } of listDangers(known)) expect(text).toContain(headline);
      }
    }
  });

  test("the advice about rare causes goes first, and no advice stands without its cause", () => {
    const tree = readTree("furnace-not-heating");
    const causes = tree.causes.toSorted((a, b) => b.share - a.share);
    const text = describeTrees([tree], 7_000);
    expect(text).toContain(causes[0]?.nextSteps[0]);
    expect(text).not.toContain(causes.at(-1)?.nextSteps[0]);
    for (const limit of [100, 500, 1_000, 2_000, 3_000]) {
      const short = describeTrees([tree], limit);
      expect(short.length).toBeLessThanOrEqual(limit);
      for (const { diagnosis, nextSteps } of tree.causes)
        if (short.includes(`visitor may: ${nextSteps[0]}`))
          expect(short).toContain(`- "${diagnosis}": `);
    }
  });
});

test("no tree is no text", () => expect(describeTrees([])).toBe(""));
