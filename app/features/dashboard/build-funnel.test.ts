import { expect, test } from "vitest";
import { buildFunnel } from "./build-funnel.ts";

const events = {
  "page-view": 1000,
  "wizard-opened": 100,
  "wizard-step-1": 50,
  "wizard-step-2": 40,
  "wizard-step-3": 40,
  "wizard-step-4": 10,
  "wizard-submitted": 0,
};
const requests = {
  received: 10,
  reached: 5,
  connected: 2,
  hired: 1,
  synced: 8,
  contacted: 6,
  closed: 4,
};

test("starts at the opened form; page views stay beside it", () => {
  const funnel = buildFunnel(events, requests);
  expect(funnel).toMatchObject({ pageViews: 1000, opened: 0.1 });
  expect(funnel.form).toEqual([
    { label: "Form opened", count: 100, ofPrevious: null, ofStart: 1 },
    { label: "Step 1 done", count: 50, ofPrevious: 0.5, ofStart: 0.5 },
    { label: "Step 2 done", count: 40, ofPrevious: 0.8, ofStart: 0.4 },
    { label: "Step 3 done", count: 40, ofPrevious: 1, ofStart: 0.4 },
    { label: "Step 4 done", count: 10, ofPrevious: 0.25, ofStart: 0.1 },
    { label: "Submitted", count: 0, ofPrevious: 0, ofStart: 0 },
  ]);
});

test("compares requests only with requests, and states with all of them", () => {
  const funnel = buildFunnel(events, requests);
  expect(funnel.requests).toEqual([
    { label: "Received", count: 10, ofPrevious: null, ofStart: 1 },
    { label: "Reached", count: 5, ofPrevious: 0.5, ofStart: 0.5 },
    { label: "Connected", count: 2, ofPrevious: 0.4, ofStart: 0.2 },
    { label: "Hired", count: 1, ofPrevious: 0.5, ofStart: 0.1 },
  ]);
  expect(funnel.states).toEqual([
    { label: "Synced to CRM", count: 8, ofPrevious: null, ofStart: 0.8 },
    { label: "Contacted", count: 6, ofPrevious: null, ofStart: 0.6 },
    { label: "Closed", count: 4, ofPrevious: null, ofStart: 0.4 },
  ]);
});

test("names the step where the smallest share goes on", () => {
  expect(buildFunnel(events, null).worstDrop).toEqual({ step: "step 4", goOn: 0.25 });
  const stuck = { ...events, "wizard-step-4": 40, "wizard-submitted": 4 };
  expect(buildFunnel(stuck, null).worstDrop).toEqual({ step: "sending the form", goOn: 0.1 });
});

test("names no step where fewer than 30 visitors got, or where nobody leaves", () => {
  // 29 visitors at step 2, of whom nobody goes on, say less than 100 of whom 29 go on.
  const few = { ...events, "wizard-step-1": 29, "wizard-step-2": 0, "wizard-step-3": 0 };
  expect(buildFunnel(few, null).worstDrop).toEqual({ step: "step 1", goOn: 0.29 });
  expect(buildFunnel({ ...few, "wizard-opened": 29 }, null).worstDrop).toBeNull();
  const all = Object.fromEntries(Object.keys(events).map((name) => [name, 100])) as typeof events;
  expect(buildFunnel(all, null).worstDrop).toBeNull();
});

test("shows no number while requests are still being counted, and no share of nothing", () => {
  const funnel = buildFunnel({ ...events, "page-view": 0, "wizard-opened": 0 }, null);
  expect(funnel.opened).toBeNull();
  expect(funnel.form[1]).toMatchObject({ count: 50, ofPrevious: null, ofStart: null });
  for (const stage of [...funnel.requests, ...funnel.states])
    expect(stage).toMatchObject({ count: null, ofPrevious: null, ofStart: null });
});
