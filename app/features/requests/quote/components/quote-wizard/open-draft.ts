import { LAST_QUESTION_STEP } from "../../../constants.ts";
import type { QuoteDraft } from "../../fields.ts";
import { emptyQuote, isComplete } from "../../schema.ts";
import { getPlaceZips, isCompleteZip, mergePlace } from "./apply-zip.ts";
import type { StoredDraft, UndoableChange } from "./draft-storage.ts";

type OpenDraftOptions = {
  stored: StoredDraft | null;
  /** From the link, or the ZIP field of a service page. */
  prefill: Partial<QuoteDraft>;
  /** What was typed before the script had loaded. */
  typed?: Partial<QuoteDraft>;
  /** As in `StoredDraft`. */
  quizAnswers?: string;
  /**
   * A page of its own still has the old ZIP in its address after a reload; the dialog's was just
   * typed.
   */
  isPage?: boolean;
  now: number;
};

/**
 * Opens the wizard at the stored step of this service's draft, or at step 1. A complete ZIP code that
 * differs from the draft's replaces the draft.
 */
export function openDraft({
  stored,
  prefill,
  typed = {},
  quizAnswers = "",
  isPage = false,
  now,
}: OpenDraftOptions): StoredDraft {
  const zip = prefill.zipCode ?? "";
  const fresh = { ...emptyQuote, ...prefill, ...typed };
  if (!stored)
    return {
      step: 1,
      values: fresh,
      startedAt: now,
      startZip: zip,
      quizAnswers,
      zipOf: getPlaceZips(fresh),
      undo: null,
    };

  const before = stored.values.zipCode.trim();
  const isOtherZip = zip !== "" && zip !== before && !(isPage && zip === stored.startZip);
  const startZip = zip || stored.startZip;
  if (isOtherZip && isCompleteZip(before)) {
    const undo: UndoableChange = { reason: "hero-zip", values: stored.values, step: 1 };
    const { zipCode: _zip, city: _city, state: _state, ...answers } = stored.values;
    const isWorthKeeping = Object.values(answers).some((value) => value.trim() !== "");
    return {
      step: 1,
      values: fresh,
      startedAt: stored.startedAt,
      startZip,
      quizAnswers,
      zipOf: getPlaceZips(fresh),
      undo: isWorthKeeping ? undo : null,
    };
  }

  const isSameZip = zip !== "" && (isOtherZip || zip === before);
  const changes = { ...(isSameZip ? { zipCode: zip } : {}), ...typed };
  const place = mergePlace(stored, changes);
  const { values } = place;
  if (isSameZip && values.zipCode === zip) {
    values.city ||= prefill.city ?? "";
    values.state ||= prefill.state ?? "";
  }
  // Back to the first step: other quiz answers may contradict answers of the form.
  const isAtStart =
    isOtherZip || Object.keys(typed).length > 0 || quizAnswers !== stored.quizAnswers;
  return {
    ...stored,
    ...place,
    startZip,
    quizAnswers,
    step: isAtStart ? 1 : Math.min(stored.step, findFirstOpenStep(values)),
  };
}

/** The first step that lacks an answer, or the last. */
function findFirstOpenStep(values: QuoteDraft): number {
  for (let step = 1; step < LAST_QUESTION_STEP; step++) if (!isComplete(step, values)) return step;
  return LAST_QUESTION_STEP;
}
