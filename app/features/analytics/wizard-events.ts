import type { FunnelEvent } from "./constants.ts";

const STEP_EVENTS = [
  "wizard-step-1",
  "wizard-step-2",
  "wizard-step-3",
  "wizard-step-4",
] as const satisfies FunnelEvent[];

/**
 * Number of completed steps (the fourth once it is being sent), and whether the request is stored.
 */
export type WizardProgress = { stepsDone: number; submitted: boolean };

/**
 * The events to count now. Each step counts once per opening: going back, or sending again after a
 * failure, counts nothing.
 * @param before the furthest progress so far; null if the wizard has just opened, so that the steps
 * of a restored draft are not counted again
 */
export function listWizardEvents(
  before: WizardProgress | null,
  now: WizardProgress,
): FunnelEvent[] {
  if (!before) return ["wizard-opened"];
  const steps = STEP_EVENTS.slice(before.stepsDone, Math.max(before.stepsDone, now.stepsDone));
  return now.submitted && !before.submitted ? [...steps, "wizard-submitted"] : steps;
}

/** The furthest progress of both. */
export const mergeProgress = (
  before: WizardProgress | null,
  now: WizardProgress,
): WizardProgress => ({
  stepsDone: Math.max(before?.stepsDone ?? 0, now.stepsDone),
  submitted: now.submitted || before?.submitted === true,
});
