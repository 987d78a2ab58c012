import type { QuoteFieldSpec } from "../quote/field-spec.ts";
import { FIELDS, type QuoteField } from "../quote/fields.ts";

/** A stored value as text. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "object") return JSON.stringify(value);
  return String(value);
}

/** The answer to a field as text: a choice by its label, anything else unchanged. */
export function formatAnswer(field: QuoteField, value: unknown): string {
  const { choices }: QuoteFieldSpec = FIELDS[field];
  return choices?.find((choice) => choice.value === value)?.label ?? formatValue(value);
}
