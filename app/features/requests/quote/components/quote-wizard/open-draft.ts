import { LAST_QUESTION_STEP } from "../../../constants.ts";
import type { QuoteDraft } from "../../fields.ts";
import { emptyQuote, isComplete } from "../../schema.ts";
import { getPlaceZips, isCompleteZip, mergePlace } from "./apply-zip.ts";
import type { StoredDraft, UndoableChange } from "./draft-storage.ts";

type OpenDraftOptions = {
  stored: StoredDraft | null;
  /** Values from the link, or from the ZIP field of a service page. */
  prefill: Partial<QuoteDraft>;
  /** Values that were typed before the script had loaded. */
  typed?: Partial<QuoteDraft>;
  /** As in `StoredDraft`. */
  quizAnswers?: string;
  /**
   * Whether the wizard is on the quote page, whose URL has the same ZIP code after a reload; in a
   * dialog, the ZIP code was just typed.
   */
  isPage?: boolean;
  now: number;
};

/**
 * The draft that the wizard opens with: this service's stored draft at its step, or a new one at
 * step 1. A new ZIP code in `prefill` replaces a draft that has another complete one.
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
  const sign = prefill.description ?? "";
  const fresh = { ...emptyQuote, ...prefill, ...typed };
  if (!stored)
    return {
      step: 1,
      values: fresh,
      startedAt: now,
      startZip: zip,
      startSign: sign,
      quizAnswers,
      zipOf: getPlaceZips(fresh),
      suggestedUrgency: "",
      undo: null,
    };

  const before = stored.values.zipCode.trim();
  const isOtherZip = zip !== "" && zip !== before && !(isPage && zip === stored.startZip);
  const startZip = zip || stored.startZip;
  if (isOtherZip && isCompleteZip(before)) {
    const undo: UndoableChange = { reason: "hero-zip", values: stored.values, step: 1 };
    const { zipCode: _zip, city: _city, state: _state, ...answers } = stored.values;
    const hasOtherAnswers = Object.values(answers).some((value) => value.trim() !== "");
    return {
      step: 1,
      values: fresh,
      startedAt: stored.startedAt,
      startZip,
      startSign: sign,
      quizAnswers,
      zipOf: getPlaceZips(fresh),
      // Undo brings back the answer that it belongs to.
      suggestedUrgency: stored.suggestedUrgency,
      undo: hasOtherAnswers ? undo : null,
    };
  }

  const isPrefilled = zip !== "" && (isOtherZip || zip === before);
  const changes = {
    ...(isPrefilled ? { zipCode: zip } : {}),
    ...addSign(stored, sign),
    ...typed,
  };
  const place = mergePlace(stored, changes);
  const { values } = place;
  if (isPrefilled && values.zipCode === zip) {
    values.city ||= prefill.city ?? "";
    values.state ||= prefill.state ?? "";
  }
  // Other quiz answers may contradict the draft's answers, so the visitor should check them all.
  const startsOver =
    isOtherZip || Object.keys(typed).length > 0 || quizAnswers !== stored.quizAnswers;
  return {
    ...stored,
    ...place,
    startZip,
    startSign: sign || stored.startSign,
    quizAnswers,
    step: startsOver ? 1 : Math.min(stored.step, findFirstOpenStep(values)),
  };
}

/**
 * Adds a sign that was chosen on the page to what the visitor wrote before. It replaces an earlier
 * sign that the visitor left as it was.
 */
function addSign(
  { values: { description }, startSign }: StoredDraft,
  sign: string,
): Partial<QuoteDraft> {
  if (sign === "") return {};
  if (description === startSign) return { description: sign };
  if (description.includes(sign)) return {};
  return { description: [description, sign].filter(Boolean).join("\n") };
}

/** The first step that lacks an answer, or the last. */
function findFirstOpenStep(values: QuoteDraft): number {
  for (let step = 1; step < LAST_QUESTION_STEP; step++) if (!isComplete(step, values)) return step;
  return LAST_QUESTION_STEP;
}
