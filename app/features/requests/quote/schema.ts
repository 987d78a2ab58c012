import { ZIP_LENGTH } from "#app/lib/zip-length.ts";
import {
  COMMUNICATION_PREFERENCES,
  DESCRIPTION_LENGTH,
  INSURANCE_CHOICES,
  LINE_LENGTH,
  PROPERTY_CLASSES,
  SCHEDULING_PREFERENCES,
  STATE_LENGTH,
  TIMEFRAMES,
  URGENCY_LEVELS,
  YES_NO,
} from "../constants.ts";

// Plain rules and no library: they are part of the wizard's script, where every kilobyte is a
// visitor waiting.

export const emptyQuote = {
  address: "",
  city: "",
  state: "",
  zipCode: "",
  propertyClass: "",
  isPropertyOwner: "",
  isAuthorizedToHire: "",
  authorizedContactName: "",
  authorizedContactEmail: "",
  authorizedContactPhone: "",
  timeframe: "",
  description: "",
  urgencyLevel: "",
  schedulingPreference: "",
  communicationPreference: "",
  willUseInsurance: "",
  name: "",
  phone: "",
  email: "",
};
/** The values of the fields while the form is filled in. */
export type QuoteDraft = typeof emptyQuote;
export type QuoteField = keyof QuoteDraft;
export type FieldErrors = Partial<Record<QuoteField, string>>;

/** Whether earlier answers make a question appear that is hidden at first. */
export const hasAuthorizationQuestion = (values: Pick<QuoteDraft, "isPropertyOwner">) =>
  values.isPropertyOwner === "No";
export const hasContactQuestion = (
  values: Pick<QuoteDraft, "isPropertyOwner" | "isAuthorizedToHire">,
) => hasAuthorizationQuestion(values) && values.isAuthorizedToHire === "No";

type Rule = {
  /** Wizard step that has the field. */
  step: 1 | 2 | 3 | 4;
  /** Message for a missing answer; a field without one is optional. */
  missing?: string;
  /** Whether earlier answers make the field required; by default it is. */
  isRequired?: (values: QuoteDraft) => boolean;
  /** The allowed values; any text where absent. */
  choices?: readonly { value: string }[];
  /** Maximum length of a text. */
  max?: number;
};

/** All fields in the order of the form. */
const rules: Record<QuoteField, Rule> = {
  address: { step: 1, missing: "Enter the street address of the property." },
  city: { step: 1, missing: "Enter the city." },
  state: { step: 1, missing: "Enter the state, two letters.", max: STATE_LENGTH },
  zipCode: { step: 1, missing: "Enter the ZIP code.", max: ZIP_LENGTH },
  propertyClass: { step: 1, missing: "Choose the kind of property.", choices: PROPERTY_CLASSES },
  isPropertyOwner: { step: 1, missing: "Tell us whether you own the property.", choices: YES_NO },
  isAuthorizedToHire: {
    step: 1,
    missing: "Tell us whether you may hire for this property.",
    choices: YES_NO,
    isRequired: hasAuthorizationQuestion,
  },
  authorizedContactName: {
    step: 1,
    missing: "Enter the name of the person who decides.",
    isRequired: hasContactQuestion,
  },
  authorizedContactEmail: {
    step: 1,
    missing: "Enter that person's e-mail address.",
    isRequired: hasContactQuestion,
  },
  authorizedContactPhone: {
    step: 1,
    missing: "Enter that person's phone number.",
    isRequired: hasContactQuestion,
  },
  timeframe: { step: 2, missing: "Choose how soon you need help.", choices: TIMEFRAMES },
  description: { step: 2, max: DESCRIPTION_LENGTH },
  urgencyLevel: {
    step: 3,
    missing: "Choose when the work should happen.",
    choices: URGENCY_LEVELS,
  },
  schedulingPreference: {
    step: 3,
    missing: "Choose how to set the time.",
    choices: SCHEDULING_PREFERENCES,
  },
  communicationPreference: {
    step: 3,
    missing: "Choose how we may reach you.",
    choices: COMMUNICATION_PREFERENCES,
  },
  willUseInsurance: { step: 3, choices: INSURANCE_CHOICES },
  name: { step: 4, missing: "Enter your name." },
  phone: { step: 4, missing: "Enter your phone number." },
  email: { step: 4 },
};

function checkField(values: QuoteDraft, field: QuoteField): string | undefined {
  const { missing, isRequired, choices, max = LINE_LENGTH } = rules[field];
  const value = values[field];
  // Stored as typed, trimmed only to see whether it is empty.
  const isBlank = choices ? value === "" : value.trim() === "";
  if (isBlank && missing && (isRequired?.(values) ?? true)) return missing;
  if (choices && !isBlank && !choices.some((choice) => choice.value === value))
    return missing ?? "Please choose one of the answers.";
  if (value.length > max) return `Please keep this to ${max} characters.`;
}

/**
 * Messages for the fields of one wizard step, or of all (the page without JavaScript), in the order
 * of the form.
 */
export function checkQuote(values: QuoteDraft, step?: number): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of Object.keys(rules) as QuoteField[]) {
    const message =
      step === undefined || rules[field].step === step ? checkField(values, field) : undefined;
    if (message) errors[field] = message;
  }
  return errors;
}
