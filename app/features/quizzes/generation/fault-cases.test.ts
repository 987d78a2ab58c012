import { expect, test } from "vitest";
import { readTree } from "#tests/content/open-tree.ts";
import { draftDangerQuestion } from "./build-quiz.ts";
import { toDiagnosisModel } from "./draft-diagnosis.ts";
import { findMissedDangers } from "./fault-cases.ts";
import { readCases } from "./fault-trees.server.ts";
import { createTreePairFinder, draftTreeRules } from "./keep-to-tree.ts";

const tree = readTree("furnace-not-heating");
const cases = await readCases("furnace-not-heating");
const questions = draftDangerQuestion(tree);
const rules = draftTreeRules(tree, questions);
const findPair = createTreePairFinder(tree, questions);
const findMissed = (kept: typeof rules, find = findPair) =>
  findMissedDangers(tree, cases, {
    findPair: find,
    model: toDiagnosisModel({ outcomes: [], rules: kept }, tree.serviceType),
  });

test("the danger cases of a tree end on their screens in another quiz with its danger question", () => {
  expect(findMissed(rules)).toEqual([]);
});

test("a danger without its rule, or with another screen, is missed", () => {
  const named = cases.flatMap(({ danger }) => danger ?? []);
  expect(named).toContain("Possible carbon monoxide");
  expect(findMissed(rules.filter(({ headline }) => !headline.includes("monoxide")))).toEqual([
    "Possible carbon monoxide",
  ]);
  const calm = rules.map((rule) => ({ ...rule, headline: "A faint smell is normal" }));
  expect(findMissed(calm).length).toBeGreaterThan(0);
  expect(findMissed([]).every((headline) => named.includes(headline))).toBe(true);
});

test("an option that the quiz does not have is not asked for", () => {
  expect(findMissed([], () => null)).toEqual([]);
});
