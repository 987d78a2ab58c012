import type { FunnelEvent } from "./constants.ts";

const STEP_EVENTS = [
  "wizard-step-1",
  "wizard-step-2",
  "wizard-step-3",
  "wizard-step-4",
] as const satisfies FunnelEvent[];

/**
 * Steps whose answers were complete (the fourth when it is sent), and whether the request is
 * stored.
 */
export type WizardProgress = { stepsDone: number; submitted: boolean };

/**
 * What is to be counted now. Each step counts once an opening: going back, and sending again after
 * a failure, counts nothing.
 * @param before the furthest so far; null where the wizard has just opened, and then a restored draft counts no step again
 */
export function wizardEvents(before: WizardProgress | null, now: WizardProgress): FunnelEvent[] {
  if (!before) return ["wizard-opened"];
  const steps = STEP_EVENTS.slice(before.stepsDone, Math.max(before.stepsDone, now.stepsDone));
  return now.submitted && !before.submitted ? [...steps, "wizard-submitted"] : steps;
}

/** The furthest of both. */
export const furthest = (before: WizardProgress | null, now: WizardProgress): WizardProgress => ({
  stepsDone: Math.max(before?.stepsDone ?? 0, now.stepsDone),
  submitted: now.submitted || before?.submitted === true,
});
