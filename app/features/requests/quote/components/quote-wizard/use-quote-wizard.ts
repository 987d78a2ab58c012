import { type RefObject, useEffect, useReducer, useRef, useState } from "react";
import {
  listWizardEvents,
  mergeProgress,
  type WizardProgress,
} from "#app/features/analytics/wizard-events.ts";
import type { QuoteDraft, QuoteField } from "../../schema.ts";
import { loadDraft, saveDraft } from "./draft-storage.ts";
import { findPlace } from "./find-place.ts";
import {
  beginDraft,
  fitField,
  initialState,
  isCompleteZip,
  LAST_QUESTION_STEP,
  reduceWizard,
  type WizardAction,
  type WizardState,
} from "./wizard-state.ts";

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

type WizardOptions = {
  /** Which draft is this one's: `draftKey` of its start. */
  draft: string;
  prefill: Partial<QuoteDraft>;
  quizAnswers: string;
  form: RefObject<HTMLFormElement | null>;
  isPage: boolean;
};

/**
 * Answers and step of the wizard. They survive an accidental close or reload, in this tab and for
 * this service only, and what was typed, or filled in by the browser, before the script was there.
 */
export function useQuoteWizard({ draft, prefill, quizAnswers, form, isPage }: WizardOptions) {
  const [state, dispatch] = useReducer(reduceWizard, prefill, initialState);
  const { step, values, startedAt, startZip, zipOf, undo } = state;

  // biome-ignore lint/correctness/useExhaustiveDependencies: restored once, after the first paint, so that server and browser render the same
  useEffect(() => {
    const typed = readTyped(form.current, values);
    dispatch({
      type: "begin",
      draft: beginDraft({
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

  const unknownZip = usePlaceOfZip(state, dispatch);
  useFunnelEvents(state);
  return [state, dispatch, unknownZip] as const;
}

/**
 * Fills in city and state where they are blank, once a complete ZIP code stands there. Returns the
 * last one that does not exist.
 */
function usePlaceOfZip(
  { startedAt, values }: WizardState,
  dispatch: (action: WizardAction) => void,
) {
  const zip = values.zipCode.trim();
  const [unknownZip, setUnknownZip] = useState("");
  const isOpen =
    startedAt > 0 && isCompleteZip(zip) && !(values.city.trim() && values.state.trim());
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up once a ZIP code: who then clears the city means it
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
 * Tells the enhance script, which is on every page and counts, how far a visitor comes, once the
 * draft of an earlier visit is back.
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
