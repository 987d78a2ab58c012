import { FALLBACK_SERVICE_TYPE } from "#app/features/catalog/constants.ts";
import { truncateAtWord } from "#app/lib/truncate-at-word.ts";
import type { Choice } from "./field-spec.ts";
import type { QuoteDraft } from "./fields.ts";
import { getFieldSpec, type QuoteWording } from "./quote-wording.ts";

type Sent = {
  reference: string | null | undefined;
  serviceType: string | undefined;
  values: QuoteDraft;
  words: QuoteWording;
};

const findLabel = (choices: readonly Choice[] | undefined, value: string) =>
  choices?.find((choice) => choice.value === value)?.label ?? "";

/** Of the description: two lines of a receipt. */
const MOST_LETTERS = 80;

/** The lines of a receipt, without empty ones. */
export function listReceiptFacts({ reference, serviceType, values, words }: Sent) {
  const label = (field: "urgencyLevel" | "communicationPreference") =>
    findLabel(getFieldSpec(field, words).choices, values[field]);
  const { city, state, zipCode } = values;
  return [
    { label: "Service", value: serviceType || FALLBACK_SERVICE_TYPE },
    { label: "You wrote", value: truncateAtWord(values.description, MOST_LETTERS), isCut: true },
    { label: "Where", value: [city, [state, zipCode].join(" ").trim()].filter(Boolean).join(", ") },
    { label: "When", value: label("urgencyLevel") },
    { label: "Preferred contact", value: label("communicationPreference") },
    // As it was typed: a wrong digit is noticed here.
    { label: "Phone", value: values.phone.trim(), change: "the phone number" },
    { label: "Reference", value: reference ?? "" },
  ].filter(({ value }) => value !== "");
}
