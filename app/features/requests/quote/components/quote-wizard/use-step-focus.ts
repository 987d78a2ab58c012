import { type RefObject, useEffect, useRef } from "react";
import type { FieldErrors } from "../../schema.ts";

type StepFocusOptions = {
  form: RefObject<HTMLFormElement | null>;
  step: number;
  errors: FieldErrors;
  /** As in `WizardState`. */
  refusals: number;
};

/**
 * Moves the focus to the heading of a new step, and to the first invalid field of a refused one.
 * @returns refs for the top of the wizard and for the heading of the step
 */
export function useStepFocus({ form, step, errors, refusals }: StepFocusOptions) {
  const top = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // A dialog may open at the step of a draft.
  const stepBefore = useRef(1);

  useEffect(() => {
    if (stepBefore.current === step) return;
    stepBefore.current = step;
    heading.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: "start" });
  }, [step]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per refusal; correcting one field must not move the focus to the next
  useEffect(() => {
    const [first] = Object.keys(errors);
    if (!first) return;
    const field = form.current?.querySelector<HTMLElement>(`[data-field="${first}"]`);
    (field?.querySelector<HTMLElement>("input") ?? field)?.focus();
  }, [refusals]);
  return { top, heading };
}
