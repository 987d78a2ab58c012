import { expect, test } from "vitest";
import { orderByGroup } from "./group-hits.ts";
import type { SearchKind } from "./schema.ts";

const hit = (name: string, kind: SearchKind, scene = name) => ({ name, kind, scene });

test("the best hit, quizzes with its picture, other quizzes, then the other pages in their order", () => {
  const hits = [
    hit("plumbing", "Home service"),
    hit("roofing", "Home service"),
    hit("roof quiz", "Quiz", "roofing"),
    hit("leak quiz", "Quiz", "plumbing"),
    hit("guide", "Guide"),
  ];
  expect(orderByGroup(hits).map(({ name }) => name)).toEqual([
    "plumbing",
    "leak quiz",
    "roof quiz",
    "roofing",
    "guide",
  ]);
  expect(orderByGroup([])).toEqual([]);
});
