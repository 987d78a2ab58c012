import { LAST_QUESTION_STEP } from "../../../constants.ts";
import { FIELDS, type QuoteDraft, type QuoteField } from "../../fields.ts";
import { checkQuote, emptyQuote, type FieldErrors } from "../../schema.ts";
import type { SentQuote } from "../../submit-quote.ts";
import { suggestUrgency } from "../../suggest-urgency.ts";
import { applyZip, getCompleteZip, getPlaceZips, isCompleteZip } from "./apply-zip.ts";
import { type Contact, PLACE_FIELDS, type StoredDraft } from "./draft-storage.ts";

export type WizardState = StoredDraft & {
  /** The step at which the form opened. */
  openStep: number;
  errors: FieldErrors;
  /** How often a step was refused: each time the focus moves to the first invalid field. */
  refusals: number;
  sending: boolean;
  alert: string | null;
  sent: SentQuote | null;
};

export type WizardAction =
  /**
   * `autofilled`: the fields that changed at the same moment, such as an address that the browser
   * filled in.
   */
  | { type: "change"; field: QuoteField; value: string; autofilled?: ReadonlySet<string> }
  /** City and state of a ZIP code, from the lookup. */
  | { type: "place"; zip: string; city: string; state: string }
  | { type: "contact"; contact: Contact }
  /** `from`: the step that was shown; a second tap on it changes nothing. */
  | { type: "continue"; from: number }
  | { type: "back"; from: number }
  | { type: "start-over" }
  | { type: "undo" }
  | { type: "sending" }
  | { type: "failed"; message: string }
  | { type: "dismiss" }
  | { type: "sent"; sent: SentQuote }
  | { type: "open"; draft: StoredDraft };

/** Converts the state to two capital letters, and limits a ZIP code to five characters. */
export function normalizeField(field: QuoteField, value: string): string {
  if (field === "state") return value.toUpperCase().slice(0, FIELDS.state.max);
  if (field === "zipCode") return value.slice(0, FIELDS.zipCode.max);
  return value;
}

/**
 * Whether a field has only what the link filled in: a ZIP code, with its city and state, or a sign.
 */
function isPrefilled(field: string, { values, startZip, startSign }: WizardState): boolean {
  if (field === "description") return values.description === startSign;
  if (!["zipCode", "city", "state"].includes(field)) return false;
  return startZip !== "" && values.zipCode === startZip;
}

/** Whether Start over would remove anything that the visitor did. */
export const canStartOver = (state: WizardState) =>
  state.step > 1 ||
  Object.entries(state.values).some(
    ([field, value]) => value.trim() !== "" && !isPrefilled(field, state),
  );

/**
 * Whether to show the sign in the link: before its field, and where the form opens after that
 * field.
 */
export const showsSign = ({ step, openStep, values }: WizardState, sign: string) =>
  sign !== "" &&
  values.description.includes(sign) &&
  (step <= FIELDS.description.step || step === openStep);

const isPlaceField = (field: QuoteField): field is (typeof PLACE_FIELDS)[number] =>
  (PLACE_FIELDS as readonly string[]).includes(field);

export function buildInitialState(prefill: Partial<QuoteDraft>): WizardState {
  return {
    step: 1,
    openStep: 1,
    values: { ...emptyQuote, ...prefill },
    startedAt: 0,
    startZip: prefill.zipCode ?? "",
    startSign: prefill.description ?? "",
    quizAnswers: "",
    undo: null,
    zipOf: {},
    suggestedUrgency: "",
    errors: {},
    refusals: 0,
    sending: false,
    alert: null,
    sent: null,
  };
}

function changeField(
  state: WizardState,
  field: QuoteField,
  value: string,
  autofilled: ReadonlySet<string> = new Set(),
): WizardState {
  const { [field]: _corrected, ...errors } = state.errors;
  const next = {
    ...state,
    errors,
    values: { ...state.values, [field]: normalizeField(field, value) },
  };
  if (field === "timeframe") return chooseUrgency(next);
  if (field === "urgencyLevel") return { ...next, suggestedUrgency: "" };
  if (field === "zipCode")
    return isCompleteZip(next.values.zipCode) ? applyZip(next, autofilled) : next;
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

/** Answers the question about urgency by the timeframe, unless the visitor answered it. */
function chooseUrgency(state: WizardState): WizardState {
  const { values, suggestedUrgency } = state;
  if (values.urgencyLevel && values.urgencyLevel !== suggestedUrgency) return state;
  const urgencyLevel = suggestUrgency(values.timeframe);
  return { ...state, suggestedUrgency: urgencyLevel, values: { ...values, urgencyLevel } };
}

/** Fills only blank fields. */
function fillContact(state: WizardState, contact: Contact): WizardState {
  const { name: _name, phone: _phone, ...errors } = state.errors;
  const { name, phone, email } = state.values;
  const filled = {
    name: name.trim() ? name : contact.name,
    phone: phone.trim() ? phone : contact.phone,
    email: email.trim() ? email : contact.email,
  };
  return { ...state, errors, values: { ...state.values, ...filled } };
}

export function reduceWizard(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case "change":
      return changeField(state, action.field, action.value, action.autofilled);
    case "place":
      return fillPlace(state, action);
    case "contact":
      return fillContact(state, action.contact);
    case "continue": {
      if (state.step !== action.from) return state;
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
      if (state.step !== action.from) return state;
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
      return { ...state, sending: false, sent: action.sent, step: LAST_QUESTION_STEP + 1 };
    case "open":
      return { ...state, ...action.draft, openStep: action.draft.step };
  }
}
