import { expect, test } from "vitest";
import type { ReviewItem } from "../editor/schema.ts";
import { diagnosisDataSchema } from "../schema.ts";
import { applyDecision } from "./apply-decision.ts";

const item = (id: string, changes: Partial<ReviewItem> = {}): ReviewItem => ({
  danger: null,
  learned: null,
  kind: "diagnosis",
  id,
  status: "pending_review",
  generator: "built-in",
  hash: `1:${id}`,
  priority: 0,
  data: diagnosisDataSchema.parse({ diagnosis: "Leak" }),
  visits: 0,
  createdAt: new Date(Number(id) * 1_000),
  ...changes,
});

test("an approval rejects the approved diagnosis for the same answers, and the older of two chosen ones", () => {
  const items = [
    item("1", { status: "approved", hash: "1:0" }),
    item("2", { hash: "1:0" }),
    item("3", { hash: "1:0" }),
    item("4", { hash: "1:1" }),
    item("5", { kind: "rule", hash: "1:0" }),
  ];
  expect(applyDecision(items, new Set(["2"]), "approved")).toEqual({
    1: "rejected",
    2: "approved",
  });
  expect(applyDecision(items, new Set(["2", "3", "4", "5"]), "approved")).toEqual({
    1: "rejected",
    2: "rejected",
    3: "approved",
    4: "approved",
    5: "approved",
  });
  expect(applyDecision(items, new Set(["1", "2"]), "rejected")).toEqual({ 2: "rejected" });
});
