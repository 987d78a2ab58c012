import { expect, test } from "vitest";
import type { ReviewItem } from "../editor/schema.ts";
import { diagnosisDataSchema } from "../schema.ts";
import { groupItems } from "./group-items.ts";

const item = (id: string, changes: Partial<ReviewItem> & { words?: string } = {}): ReviewItem => {
  const { words = "Leak", ...rest } = changes;
  const data = diagnosisDataSchema.parse({ diagnosis: words });
  return {
    danger: null,
    learned: null,
    kind: "diagnosis",
    id,
    status: "pending_review",
    generator: "built-in",
    hash: `1:${id}`,
    priority: 0,
    data,
    visits: 0,
    createdAt: new Date(Number(id) * 1_000),
    ...rest,
  };
};

test("identical texts are one entry; pending ones come first, then the most visited", () => {
  const entries = groupItems([
    item("1", { status: "approved", words: "Pump", visits: 90 }),
    item("2"),
    item("3", { words: "Valve", visits: 3 }),
    item("4", { visits: 1 }),
    item("5", { status: "rejected" }),
    item("6", { generator: "staff" }),
  ]);
  expect(entries.map(({ items }) => items.map(({ id }) => id))).toEqual([
    ["3"],
    ["2", "4"],
    ["6"],
    ["1"],
    ["5"],
  ]);
  expect(entries[1]).toMatchObject({ key: "diagnosis-2", visits: 1 });
});

test("outcomes are not grouped, because their weights differ", () => {
  expect(
    groupItems([
      item("1", { kind: "outcome", hash: null }),
      item("2", { kind: "outcome", hash: null }),
    ]),
  ).toHaveLength(2);
});
