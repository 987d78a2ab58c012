import { WIZARD_STEPS } from "../../../constants.ts";
import { FIELDS, type QuoteDraft, type QuoteField } from "../../fields.ts";
import { checkQuote, emptyQuote, type FieldErrors } from "../../schema.ts";
import {
  type Contact,
  PLACE_FIELDS,
  type PlaceZips,
  type StoredDraft,
  type UndoableChange,
} from "./draft-storage.ts";

export type WizardState = StoredDraft & {
  errors: FieldErrors;
  /** Counts refused steps: each moves the focus to the first wrong field, and typing does not. */
  refusals: number;
  sending: boolean;
  alert: string | null;
};

export type WizardAction =
  /** `together`: what changed in the same moment, as when the browser fills in an address. */
  | { type: "change"; field: QuoteField; value: string; together?: ReadonlySet<string> }
  /** The city and state of a ZIP code have been looked up. */
  | { type: "place"; zip: string; city: string; state: string }
  | { type: "contact"; contact: Contact }
  | { type: "continue" }
  | { type: "back" }
  | { type: "start-over" }
  | { type: "undo" }
  | { type: "sending" }
  | { type: "failed"; message: string }
  | { type: "dismiss" }
  | { type: "sent" }
  | { type: "begin"; draft: StoredDraft };

/** The step that submits; the thank-you page follows. */
export const LAST_QUESTION_STEP = WIZARD_STEPS - 1;

export const isCompleteZip = (text: string) => /^\d{5}$/.test(text.trim());
const getCompleteZip = (text: string) => (isCompleteZip(text) ? text.trim() : "");

/** Whether a step has all its answers. */
export const isComplete = (step: number, values: QuoteDraft) =>
  Object.keys(checkQuote(values, step)).length === 0;

/** State is two letters in capitals; a ZIP code has five characters at most. */
export function normalizeField(field: QuoteField, value: string): string {
  if (field === "state") return value.toUpperCase().slice(0, FIELDS.state.max);
  if (field === "zipCode") return value.slice(0, FIELDS.zipCode.max);
  return value;
}

const hasAnswers = (values: QuoteDraft) =>
  Object.values(values).some((value) => value.trim() !== "");

/** Whether Start over would remove anything. */
export const canStartOver = ({ step, values }: WizardState) => step > 1 || hasAnswers(values);

const isPlaceField = (field: QuoteField): field is (typeof PLACE_FIELDS)[number] =>
  (PLACE_FIELDS as readonly string[]).includes(field);

function getPlaceZips(values: QuoteDraft): PlaceZips {
  const zip = getCompleteZip(values.zipCode);
  return { address: zip, city: zip, state: zip };
}

export function buildInitialState(prefill: Partial<QuoteDraft>): WizardState {
  return {
    step: 1,
    values: { ...emptyQuote, ...prefill },
    startedAt: 0,
    startZip: prefill.zipCode ?? "",
    quizAnswers: "",
    undo: null,
    zipOf: {},
    errors: {},
    refusals: 0,
    sending: false,
    alert: null,
  };
}

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

type Place = Pick<StoredDraft, "values" | "zipOf" | "undo">;

/** Merges fields typed before the draft was restored; a new ZIP code clears the old place. */
function mergePlace(stored: Place, changes: Partial<QuoteDraft>): Place {
  const values = { ...stored.values, ...changes };
  const zipOf = { ...stored.zipOf };
  for (const field of PLACE_FIELDS)
    if (changes[field] !== undefined) zipOf[field] = getCompleteZip(values.zipCode);
  const { undo } = stored;
  return isCompleteZip(values.zipCode)
    ? applyZip({ values, zipOf, undo }, new Set(Object.keys(changes)))
    : { values, zipOf, undo };
}

/** Applies a complete ZIP code: clears fields that were entered with another one. */
function applyZip<S extends Place>(state: S, together: ReadonlySet<string>): S {
  const { values, zipOf, undo } = state;
  const zip = getCompleteZip(values.zipCode);
  const next = { ...state, zipOf: getPlaceZips(values) };
  if (undo?.reason === "zip" && undo.values.zipCode === zip && !values.address.trim())
    return { ...next, values: { ...values, ...undo.values }, undo: null };
  const stale = PLACE_FIELDS.filter(
    (field) =>
      values[field].trim() !== "" && zipOf[field] && zipOf[field] !== zip && !together.has(field),
  );
  if (stale.length === 0) return next;
  const kept = { ...values };
  for (const field of stale) kept[field] = "";
  if (!stale.includes("address")) return { ...next, values: kept };
  const { address, city, state: stateCode } = values;
  return {
    ...next,
    values: kept,
    undo: {
      reason: "zip",
      step: 1,
      values: { address, city, state: stateCode, zipCode: zipOf.address },
    },
  };
}

function changeField(
  state: WizardState,
  field: QuoteField,
  value: string,
  together: ReadonlySet<string> = new Set(),
): WizardState {
  const { [field]: _corrected, ...errors } = state.errors;
  const next = {
    ...state,
    errors,
    values: { ...state.values, [field]: normalizeField(field, value) },
  };
  if (field === "zipCode")
    return isCompleteZip(next.values.zipCode) ? applyZip(next, together) : next;
  if (!isPlaceField(field)) return next;
  // A new street makes Undo of the old one useless.
  const undo = field === "address" && state.undo?.reason === "zip" ? null : state.undo;
  return {
    ...next,
    undo,
    zipOf: { ...state.zipOf, [field]: getCompleteZip(state.values.zipCode) },
  };
}

function fillPlace(
  state: WizardState,
  { zip, city, state: stateCode }: { zip: string; city: string; state: string },
): WizardState {
  const { values } = state;
  if (getCompleteZip(values.zipCode) !== zip) return state;
  const { city: _city, state: _state, ...errors } = state.errors;
  return {
    ...state,
    errors,
    values: {
      ...values,
      city: values.city.trim() ? values.city : city,
      state: values.state.trim() ? values.state : stateCode,
    },
    zipOf: { ...state.zipOf, city: zip, state: zip },
  };
}

export function reduceWizard(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case "change":
      return changeField(state, action.field, action.value, action.together);
    case "place":
      return fillPlace(state, action);
    case "contact": {
      const { name: _name, phone: _phone, ...errors } = state.errors;
      const { name, phone, email } = state.values;
      // Typed values stay.
      const contact = {
        name: name.trim() ? name : action.contact.name,
        phone: phone.trim() ? phone : action.contact.phone,
        email: email.trim() ? email : action.contact.email,
      };
      return { ...state, errors, values: { ...state.values, ...contact } };
    }
    case "continue": {
      const errors = checkQuote(state.values, state.step);
      if (Object.keys(errors).length > 0) return { ...state, errors, refusals: state.refusals + 1 };
      return {
        ...state,
        errors: {},
        undo: null,
        step: Math.min(state.step + 1, LAST_QUESTION_STEP),
      };
    }
    case "back":
      return { ...state, errors: {}, step: Math.max(1, state.step - 1) };
    case "start-over":
      return {
        ...state,
        errors: {},
        step: 1,
        values: emptyQuote,
        zipOf: {},
        undo: { reason: "start-over", values: state.values, step: state.step },
      };
    case "undo": {
      const values = { ...state.values, ...state.undo?.values };
      return {
        ...state,
        errors: {},
        step: state.undo?.step ?? state.step,
        values,
        zipOf: getPlaceZips(values),
        undo: null,
      };
    }
    case "sending":
      return { ...state, sending: true, errors: {} };
    case "failed":
      return { ...state, sending: false, alert: action.message };
    case "dismiss":
      return { ...state, alert: null };
    case "sent":
      return { ...state, sending: false, step: LAST_QUESTION_STEP + 1 };
    case "begin":
      return { ...state, ...action.draft };
  }
}
