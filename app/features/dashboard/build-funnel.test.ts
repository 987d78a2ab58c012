import { expect, test } from "vitest";
import { buildFunnel } from "./build-funnel.ts";

const events = {
  "page-view": 1000,
  "wizard-opened": 100,
  "wizard-step-1": 50,
  "wizard-step-2": 40,
  "wizard-step-3": 40,
  "wizard-step-4": 0,
  "wizard-submitted": 0,
};

test("lists the stages in order, each with its share of the stage before", () => {
  expect(buildFunnel(events, { synced: 3, contacted: 2, closed: 1 })).toEqual([
    { label: "Page views", count: 1000, share: null },
    { label: "Form opened", count: 100, share: 10 },
    { label: "Step 1 done", count: 50, share: 50 },
    { label: "Step 2 done", count: 40, share: 80 },
    { label: "Step 3 done", count: 40, share: 100 },
    { label: "Step 4 done", count: 0, share: 0 },
    { label: "Submitted", count: 0, share: null },
    { label: "Synced to CRM", count: 3, share: null },
    { label: "Contacted", count: 2, share: 67 },
    { label: "Closed", count: 1, share: 50 },
  ]);
});

test("shows no number while requests are still being counted", () => {
  expect(
    buildFunnel(events, null)
      .slice(-3)
      .map(({ count, share }) => [count, share]),
  ).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
});
