import { type RefObject, useEffect, useReducer, useRef, useState } from "react";
import {
  listWizardEvents,
  mergeProgress,
  type WizardProgress,
} from "#app/features/analytics/wizard-events.ts";
import { LAST_QUESTION_STEP } from "../../../constants.ts";
import type { QuoteDraft, QuoteField } from "../../fields.ts";
import { isCompleteZip } from "./apply-zip.ts";
import { loadDraft, saveDraft } from "./draft-storage.ts";
import { fetchPlace } from "./fetch-place.ts";
import { openDraft } from "./open-draft.ts";
import {
  buildInitialState,
  normalizeField,
  reduceWizard,
  type WizardAction,
  type WizardState,
} from "./wizard-state.ts";

/** Values of the first step's fields that differ from those the server rendered. */
function readTypedValues(form: HTMLFormElement | null, served: QuoteDraft): Partial<QuoteDraft> {
  const fields = new FormData(form ?? undefined);
  const typed: Partial<QuoteDraft> = {};
  for (const field of Object.keys(served) as QuoteField[]) {
    const value = fields.get(field);
    if (typeof value === "string" && value !== served[field])
      typed[field] = normalizeField(field, value);
  }
  return typed;
}

type WizardOptions = {
  /** Key of the draft, by `getDraftKey`. */
  draftKey: string;
  prefill: Partial<QuoteDraft>;
  quizAnswers: string;
  form: RefObject<HTMLFormElement | null>;
  isPage: boolean;
};

/**
 * Answers and step of the wizard. They survive an accidental close or reload, in this tab and for
 * this service only. Values that were typed before the script loaded are included.
 * @returns the state, its dispatch function, and the last ZIP code that does not exist
 */
export function useQuoteWizard({ draftKey, prefill, quizAnswers, form, isPage }: WizardOptions) {
  const readDraft = (typed: Partial<QuoteDraft>) =>
    openDraft({
      stored: loadDraft(draftKey),
      prefill,
      typed,
      quizAnswers,
      isPage,
      now: Date.now(),
    });
  const [state, dispatch] = useReducer(reduceWizard, prefill, (values) => {
    const initial = buildInitialState(values);
    return isPage ? initial : reduceWizard(initial, { type: "open", draft: readDraft({}) });
  });
  const { step, values, startedAt, startZip, startSign, zipOf, suggestedUrgency, undo } = state;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration, so that server and browser render the same
  useEffect(() => {
    if (isPage) dispatch({ type: "open", draft: readDraft(readTypedValues(form.current, values)) });
  }, []);

  useEffect(() => {
    if (startedAt === 0 || step > LAST_QUESTION_STEP) return;
    // A letter is painted before the browser writes.
    setTimeout(() =>
      saveDraft(draftKey, {
        step,
        values,
        startedAt,
        startZip,
        startSign,
        quizAnswers,
        zipOf,
        suggestedUrgency,
        undo,
      }),
    );
  }, [
    draftKey,
    step,
    values,
    startedAt,
    startZip,
    startSign,
    quizAnswers,
    zipOf,
    suggestedUrgency,
    undo,
  ]);

  const unknownZip = useZipLookup(state, dispatch);
  useFunnelEvents(state);
  return [state, dispatch, unknownZip] as const;
}

/**
 * Fills in a blank city and state for a complete ZIP code.
 * @returns the last ZIP code that does not exist, or ""
 */
function useZipLookup(
  { startedAt, values }: WizardState,
  dispatch: (action: WizardAction) => void,
) {
  const zip = values.zipCode.trim();
  const [unknownZip, setUnknownZip] = useState("");
  const isNeeded =
    startedAt > 0 && isCompleteZip(zip) && !(values.city.trim() && values.state.trim());
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up once per ZIP code: a visitor may clear the city on purpose
  useEffect(() => {
    if (!isNeeded) return;
    let isCurrent = true;
    void fetchPlace(zip).then((place) => {
      if (!isCurrent) return;
      if (place === "unknown") setUnknownZip(zip);
      else if (place) dispatch({ type: "place", zip, ...place });
    });
    return () => {
      isCurrent = false;
    };
  }, [zip, startedAt > 0]);
  return unknownZip;
}

/**
 * Passes funnel events to the analytics script. Starts after a stored draft was restored, whose
 * steps were counted before.
 */
function useFunnelEvents({ startedAt, step, sending }: WizardState) {
  const counted = useRef<WizardProgress>(null);
  useEffect(() => {
    if (startedAt === 0) return;
    const progress = {
      stepsDone: step - 1 + Number(sending),
      submitted: step > LAST_QUESTION_STEP,
    };
    for (const event of listWizardEvents(counted.current, progress))
      document.dispatchEvent(new CustomEvent("funnel", { detail: event }));
    counted.current = mergeProgress(counted.current, progress);
  }, [startedAt, step, sending]);
}
