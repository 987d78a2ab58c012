import { LINE_LENGTH } from "./field-spec.ts";
import { FIELD_LIST, type QuoteDraft, type QuoteField } from "./fields.ts";

// Plain rules and no library: they are part of the wizard's script, where every kilobyte is a
// visitor waiting.

export const emptyQuote = Object.fromEntries(
  FIELD_LIST.map(([field]) => [field, ""]),
) as QuoteDraft;

export type FieldErrors = Partial<Record<QuoteField, string>>;

/**
 * Messages for the fields of one wizard step, or of all (the page without JavaScript), in the order
 * of the form.
 */
export function checkQuote(values: QuoteDraft, step?: number): FieldErrors {
  const errors: FieldErrors = {};
  for (const [field, spec] of FIELD_LIST) {
    if (step !== undefined && spec.step !== step) continue;
    const { missing, isAsked, choices, max = LINE_LENGTH } = spec;
    const value = values[field];
    // Stored as typed, trimmed only to see whether it is empty.
    const isBlank = choices ? value === "" : value.trim() === "";
    if (isBlank && missing && (isAsked?.(values) ?? true)) errors[field] = missing;
    else if (choices && !isBlank && !choices.some((choice) => choice.value === value))
      errors[field] = missing ?? "Please choose one of the answers.";
    else if (value.length > max) errors[field] = `Please keep this to ${max} characters.`;
  }
  return errors;
}

/** Whether a step has all its answers. */
export const isComplete = (step: number, values: QuoteDraft) =>
  Object.keys(checkQuote(values, step)).length === 0;
