import { type RefObject, useEffect, useReducer, useRef } from "react";
import { furthest, type WizardProgress, wizardEvents } from "#app/features/analytics/wizard-events.ts";
import { STATE_LENGTH, ZIP_LENGTH } from "../../constants.ts";
import { emptyQuote, type FieldErrors, fieldErrors, type QuoteDraft, type QuoteField, stepSchemas } from "../../schema.ts";
import { loadDraft, type StoredDraft, saveDraft } from "./draft-storage.ts";

export type WizardState = {
  step: number;
  values: QuoteDraft;
  /** When the form was first opened, also before a reload; milliseconds since 1970. */
  startedAt: number;
  errors: FieldErrors;
  /** Counts refused steps: each moves the focus to the first wrong field, and typing does not. */
  refusals: number;
  sending: boolean;
  alert: string | null;
};

type Action =
  | { type: "change"; field: QuoteField; value: string }
  | { type: "continue" }
  | { type: "back" }
  | { type: "sending" }
  | { type: "failed"; message: string }
  | { type: "dismiss" }
  | { type: "sent" }
  | { type: "restore"; draft: StoredDraft };

const LAST_QUESTION_STEP = stepSchemas.length;

/** Messages of one step, none where it is complete. */
export function checkStep(step: number, values: QuoteDraft): FieldErrors {
  const result = stepSchemas[step - 1]?.safeParse(values);
  return !result || result.success ? {} : fieldErrors(result.error);
}

export function reduceWizard(state: WizardState, action: Action): WizardState {
  switch (action.type) {
    case "change": {
      const { [action.field]: _corrected, ...errors } = state.errors;
      return { ...state, values: { ...state.values, [action.field]: fitField(action.field, action.value) }, errors };
    }
    case "continue": {
      const errors = checkStep(state.step, state.values);
      if (Object.keys(errors).length > 0) return { ...state, errors, refusals: state.refusals + 1 };
      return { ...state, errors: {}, step: Math.min(state.step + 1, LAST_QUESTION_STEP) };
    }
    case "back":
      return { ...state, errors: {}, step: Math.max(1, state.step - 1) };
    case "sending":
      return { ...state, sending: true, errors: {} };
    case "failed":
      return { ...state, sending: false, alert: action.message };
    case "dismiss":
      return { ...state, alert: null };
    case "sent":
      return { ...state, sending: false, step: LAST_QUESTION_STEP + 1 };
    case "restore":
      return { ...state, ...action.draft };
  }
}

/** State is two letters, shown in capitals; a ZIP has five characters at most. */
function fitField(field: QuoteField, value: string): string {
  if (field === "state") return value.toUpperCase().slice(0, STATE_LENGTH);
  if (field === "zipCode") return value.slice(0, ZIP_LENGTH);
  return value;
}

/** What stands in the fields of the first step and is not what the server put there. */
function readTyped(form: HTMLFormElement | null, served: QuoteDraft): Partial<QuoteDraft> {
  const fields = new FormData(form ?? undefined);
  const typed: Partial<QuoteDraft> = {};
  for (const field of Object.keys(served) as QuoteField[]) {
    const value = fields.get(field);
    if (typeof value === "string" && value !== served[field]) typed[field] = fitField(field, value);
  }
  return typed;
}

/**
 * Answers and step of the wizard. They survive an accidental close or reload, in this tab only, and what was typed, or filled
 * in by the browser, before the script was there.
 */
export function useQuoteWizard(prefill: Partial<QuoteDraft>, form: RefObject<HTMLFormElement | null>) {
  const [state, dispatch] = useReducer(reduceWizard, { step: 1, values: { ...emptyQuote, ...prefill }, startedAt: 0, errors: {}, refusals: 0, sending: false, alert: null });

  // biome-ignore lint/correctness/useExhaustiveDependencies: restored once, after the first paint, so that server and browser render the same
  useEffect(() => {
    const { step, values, startedAt } = loadDraft() ?? { step: 1, values: emptyQuote, startedAt: Date.now() };
    const typed = readTyped(form.current, state.values);
    // Somebody who is at the first step already stays there.
    const isTyping = Object.keys(typed).length > 0;
    dispatch({ type: "restore", draft: { step: isTyping ? 1 : Math.min(step, LAST_QUESTION_STEP), values: { ...values, ...prefill, ...typed }, startedAt } });
  }, []);

  useEffect(() => {
    if (state.startedAt > 0 && state.step <= LAST_QUESTION_STEP) saveDraft({ step: state.step, values: state.values, startedAt: state.startedAt });
  }, [state.step, state.values, state.startedAt]);

  useFunnelEvents(state);
  return [state, dispatch] as const;
}

/** Tells the enhance script, which is on every page and counts, how far a visitor comes, once the draft of an earlier visit is back. */
function useFunnelEvents({ startedAt, step, sending }: WizardState) {
  const counted = useRef<WizardProgress>(null);
  useEffect(() => {
    if (startedAt === 0) return;
    const progress = { stepsDone: step - 1 + Number(sending), submitted: step > LAST_QUESTION_STEP };
    for (const event of wizardEvents(counted.current, progress)) document.dispatchEvent(new CustomEvent("funnel", { detail: event }));
    counted.current = furthest(counted.current, progress);
  }, [startedAt, step, sending]);
}
