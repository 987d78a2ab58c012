import {
  type Choice,
  COMMUNICATION_PREFERENCES,
  INSURANCE_CHOICES,
  PROPERTY_CLASSES,
  SCHEDULING_PREFERENCES,
  TIMEFRAMES,
  URGENCY_LEVELS,
} from "../constants.ts";

type Field = { label: string; choices?: readonly Choice[] };

/**
 * Labels of a request's stored fields on staff screens, with the labels of their choices.
 */
const FIELDS: Record<string, Field> = {
  timeframe: { label: "Timeframe", choices: TIMEFRAMES },
  property_class: { label: "Kind of property", choices: PROPERTY_CLASSES },
  urgency_level: { label: "When the work should happen", choices: URGENCY_LEVELS },
  scheduling_preference: { label: "How to set the time", choices: SCHEDULING_PREFERENCES },
  communication_preference: { label: "How to reach them", choices: COMMUNICATION_PREFERENCES },
  will_use_insurance: { label: "Insurance", choices: INSURANCE_CHOICES },
  is_authorized_to_hire: { label: "May hire for the property" },
  property_contact_name: { label: "Contact for the property" },
  property_contact_email: { label: "E-mail of that contact" },
  property_contact_phone: { label: "Phone of that contact" },
  quiz_slug: { label: "Quiz" },
  quiz_completed: { label: "Quiz completed" },
};

const formatKey = (key: string) => {
  const words = key.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The label of a stored field; for one that another program sent, its key as words. */
export const getFieldLabel = (field: string) => FIELDS[field]?.label ?? formatKey(field);

/** A stored value as text: a choice by its label, anything else unchanged. */
export function formatAnswer(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "object") return JSON.stringify(value);
  return FIELDS[field]?.choices?.find((choice) => choice.value === value)?.label ?? String(value);
}
