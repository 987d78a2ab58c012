import { expect, test } from "vitest";
import type { FunnelEvent } from "./constants.ts";
import { furthest, type WizardProgress, wizardEvents } from "./wizard-events.ts";

/** Everything that a visit counts; numbers are steps done, "sent" is the end. */
function visit(...states: (number | "sent")[]): FunnelEvent[] {
  const events: FunnelEvent[] = [];
  let before: WizardProgress | null = null;
  for (const state of states) {
    const now: WizardProgress =
      state === "sent" ? { stepsDone: 4, submitted: true } : { stepsDone: state, submitted: false };
    events.push(...wizardEvents(before, now));
    before = furthest(before, now);
  }
  return events;
}

const ALL: FunnelEvent[] = [
  "wizard-opened",
  "wizard-step-1",
  "wizard-step-2",
  "wizard-step-3",
  "wizard-step-4",
  "wizard-submitted",
];

test("a visitor who fills everything counts once at each stage", () => {
  expect(visit(0, 1, 2, 3, 4, "sent")).toEqual(ALL);
});

test("going back, and sending again after a failure, counts nothing twice", () => {
  expect(visit(0, 1, 0, 1, 2, 1, 2, 3, 4, 3, 4, "sent", "sent")).toEqual(ALL);
});

test("a restored draft is an opening, and its steps were counted before", () => {
  expect(visit(2, 3)).toEqual(["wizard-opened", "wizard-step-3"]);
});

test("sending and its answer may come in one", () => {
  expect(visit(3, "sent")).toEqual(["wizard-opened", "wizard-step-4", "wizard-submitted"]);
});
