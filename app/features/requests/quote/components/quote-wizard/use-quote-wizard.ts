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
import { findPlace } from "./find-place.ts";
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
  draft: string;
  prefill: Partial<QuoteDraft>;
  quizAnswers: string;
  form: RefObject<HTMLFormElement | null>;
  isPage: boolean;
};

/**
 * Answers and step of the wizard. They survive an accidental close or reload, in this tab and for
 * this service only. Values from before the script loaded are included.
 */
export function useQuoteWizard({ draft, prefill, quizAnswers, form, isPage }: WizardOptions) {
  const [state, dispatch] = useReducer(reduceWizard, prefill, buildInitialState);
  const { step, values, startedAt, startZip, zipOf, undo } = state;

  // biome-ignore lint/correctness/useExhaustiveDependencies: restored once, after the first paint, so that server and browser render the same
  useEffect(() => {
    const typed = readTypedValues(form.current, values);
    dispatch({
      type: "begin",
      draft: openDraft({
        stored: loadDraft(draft),
        prefill,
        typed,
        quizAnswers,
        isPage,
        now: Date.now(),
      }),
    });
  }, []);

  useEffect(() => {
    if (startedAt > 0 && step <= LAST_QUESTION_STEP)
      saveDraft(draft, { step, values, startedAt, startZip, quizAnswers, zipOf, undo });
  }, [draft, step, values, startedAt, startZip, quizAnswers, zipOf, undo]);

  const unknownZip = useZipLookup(state, dispatch);
  useFunnelEvents(state);
  return [state, dispatch, unknownZip] as const;
}

/**
 * Fills in blank city and state for a complete ZIP code.
 * @returns the last ZIP code that does not exist
 */
function useZipLookup(
  { startedAt, values }: WizardState,
  dispatch: (action: WizardAction) => void,
) {
  const zip = values.zipCode.trim();
  const [unknownZip, setUnknownZip] = useState("");
  const isOpen =
    startedAt > 0 && isCompleteZip(zip) && !(values.city.trim() && values.state.trim());
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up once per ZIP code: somebody who clears the city means it
  useEffect(() => {
    if (!isOpen) return;
    let isCurrent = true;
    void findPlace(zip).then((place) => {
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
 * Sends funnel events to the script that counts them, starting after the draft of an earlier visit is
 * restored.
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
