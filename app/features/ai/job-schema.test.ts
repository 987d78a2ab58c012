import { expect, test } from "vitest";
import { describeCost, isUnfinished, parseEstimate, parseRefusal } from "./job-schema.ts";

test("a refusal has the message of the server, or else that of the page", () => {
  expect(parseRefusal({ success: false, error: "No budget" }, "failed")).toEqual({
    ok: false,
    error: "No budget",
  });
  expect(parseRefusal({ success: false, job_id: "j", error: 5 }, "failed")).toEqual({
    ok: false,
    error: "failed",
    jobId: "j",
  });
  for (const body of [null, "<html>", {}, { success: true }])
    expect(parseRefusal(body, "failed")).toBeNull();
});

test("a job is unfinished while it waits or runs", () =>
  expect([
    isUnfinished({ state: "running" }),
    isUnfinished({ state: "waiting" }),
    isUnfinished({ state: "done" }),
  ]).toEqual([true, true, false]));

test("an invalid estimate is ignored", () => {
  const estimate = { generator: "model", label: "M", costCents: 3, budgetLeftCents: null };
  expect([
    parseEstimate(estimate),
    parseEstimate(null),
    parseEstimate({ ...estimate, label: 1 }),
  ]).toEqual([estimate, null, null]);
});

test("the cost of a run is described unless it is free", () => {
  const estimate = { generator: "model", label: "M", budgetLeftCents: null } as const;
  expect(describeCost({ ...estimate, costCents: 0 })).toBeNull();
  expect(describeCost({ ...estimate, costCents: 142 })).toBe("Estimated cost: $1.42.");
  expect(describeCost({ ...estimate, costCents: 0.4, budgetLeftCents: 500 })).toBe(
    "Estimated cost: less than $0.01. $5.00 of today's budget are left.",
  );
  expect(describeCost({ ...estimate, costCents: null })).toBe("The cost is not known.");
});
