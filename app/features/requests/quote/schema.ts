import { LINE_LENGTH } from "./field-spec.ts";
import { FIELD_LIST, type QuoteDraft, type QuoteField } from "./fields.ts";

// Written without a library, because this is part of the wizard's script, which must stay small.

export const emptyQuote = Object.fromEntries(
  FIELD_LIST.map(([field]) => [field, ""]),
) as QuoteDraft;

export type FieldErrors = Partial<Record<QuoteField, string>>;

/**
 * Error messages for the fields of one wizard step, or of all steps (the form without JavaScript),
 * in the order of the form; empty if all are valid.
 */
export function checkQuote(values: QuoteDraft, step?: number): FieldErrors {
  const errors: FieldErrors = {};
  for (const [field, spec] of FIELD_LIST) {
    if (step !== undefined && spec.step !== step) continue;
    const { missing, isVisible, choices, max = LINE_LENGTH } = spec;
    const value = values[field];
    // Values are sent as typed, and trimmed only for this check.
    const isBlank = choices ? value === "" : value.trim() === "";
    if (isBlank && missing && (isVisible?.(values) ?? true)) errors[field] = missing;
    else if (choices && !isBlank && !choices.some((choice) => choice.value === value))
      errors[field] = missing ?? "Please choose one of the answers.";
    else if (value.length > max) errors[field] = `Please keep this to ${max} characters.`;
  }
  return errors;
}

/** Whether all fields of a step are valid. */
export const isComplete = (step: number, values: QuoteDraft) =>
  Object.keys(checkQuote(values, step)).length === 0;
