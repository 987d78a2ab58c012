import type { QuoteFieldSpec } from "./field-spec.ts";
import { FIELDS, type QuoteField } from "./fields.ts";
import type { QuoteFormConfig } from "./quote-form-config.ts";
import type { FieldErrors } from "./schema.ts";

/** Texts of the form that differ between a house and a vehicle. Fields and values are the same. */
export type QuoteWording = {
  isVehicle: boolean;
  /** Titles of the steps with questions. */
  titles: readonly [string, string, string, string];
  /** Title of the questions about who decides. */
  decider: string;
};

const OTHER_TITLES = [
  "What do you need?",
  "How should we plan it?",
  "Where can we reach you?",
] as const;
const HOME_WORDS: QuoteWording = {
  isVehicle: false,
  titles: ["Where is the job?", ...OTHER_TITLES],
  decider: "Who decides about the property?",
};
const VEHICLE_WORDS: QuoteWording = {
  isVehicle: true,
  titles: ["Where is the vehicle?", ...OTHER_TITLES],
  decider: "Who decides about the vehicle?",
};

export const getQuoteWording = (
  config: Pick<QuoteFormConfig, "vehicleServices">,
  serviceType = "",
): QuoteWording => (config.vehicleServices.includes(serviceType) ? VEHICLE_WORDS : HOME_WORDS);

/** A field with the wording for a house or a vehicle. */
export function getFieldSpec(field: QuoteField, { isVehicle }: QuoteWording): QuoteFieldSpec {
  const spec: QuoteFieldSpec = FIELDS[field];
  return isVehicle ? { ...spec, ...spec.vehicle } : spec;
}

/** Replaces messages about missing answers with those of the wording; others ("Please …") stay. */
export function formatErrors(errors: FieldErrors, words: QuoteWording): FieldErrors {
  const messages = { ...errors };
  for (const field of Object.keys(errors) as QuoteField[])
    if (!errors[field]?.startsWith("Please"))
      messages[field] = getFieldSpec(field, words).missing ?? errors[field];
  return messages;
}
