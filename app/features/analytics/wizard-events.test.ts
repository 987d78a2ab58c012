import { expect, test } from "vitest";
import type { FunnelEvent } from "./constants.ts";
import { listWizardEvents, mergeProgress, type WizardProgress } from "./wizard-events.ts";

/** All events of a visit; a number is the count of completed steps. */
function visit(...states: (number | "sent")[]): FunnelEvent[] {
  const events: FunnelEvent[] = [];
  let before: WizardProgress | null = null;
  for (const state of states) {
    const now: WizardProgress =
      state === "sent" ? { stepsDone: 4, submitted: true } : { stepsDone: state, submitted: false };
    events.push(...listWizardEvents(before, now));
    before = mergeProgress(before, now);
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

test("counts each stage once for a visitor who completes the form", () => {
  expect(visit(0, 1, 2, 3, 4, "sent")).toEqual(ALL);
});

test("counts nothing twice after going back or sending again", () => {
  expect(visit(0, 1, 0, 1, 2, 1, 2, 3, 4, 3, 4, "sent", "sent")).toEqual(ALL);
});

test("counts a restored draft as an opening, without its earlier steps", () => {
  expect(visit(2, 3)).toEqual(["wizard-opened", "wizard-step-3"]);
});

test("counts the last step and the submission when both happen at once", () => {
  expect(visit(3, "sent")).toEqual(["wizard-opened", "wizard-step-4", "wizard-submitted"]);
});
