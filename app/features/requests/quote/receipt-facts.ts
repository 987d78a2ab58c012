import { FALLBACK_SERVICE_TYPE } from "#app/features/catalog/constants.ts";
import type { Choice } from "./field-spec.ts";
import type { QuoteDraft } from "./fields.ts";
import { getFieldSpec, type QuoteWording } from "./quote-wording.ts";

type Sent = {
  reference: string | null | undefined;
  serviceType: string | undefined;
  values: QuoteDraft;
  words: QuoteWording;
  /** From `describeReplyWindow`. */
  replyWindow: string;
};

const findLabel = (choices: readonly Choice[] | undefined, value: string) =>
  choices?.find((choice) => choice.value === value)?.label ?? "";

export const buildReplyFact = (replyWindow: string) => ({
  label: "Team on duty",
  value: replyWindow,
});

/** The lines of a receipt, without empty ones. */
export function listReceiptFacts({ reference, serviceType, values, words, replyWindow }: Sent) {
  const label = (field: "timeframe" | "urgencyLevel" | "communicationPreference") =>
    findLabel(getFieldSpec(field, words).choices, values[field]);
  const { city, state, zipCode } = values;
  return [
    { label: "Service", value: serviceType || FALLBACK_SERVICE_TYPE },
    { label: "Where", value: [city, [state, zipCode].join(" ").trim()].filter(Boolean).join(", ") },
    { label: "When", value: label("urgencyLevel") },
    { label: "Preferred contact", value: label("communicationPreference") },
    buildReplyFact(replyWindow),
    { label: "Reference", value: reference ?? "", isQuiet: true },
  ].filter(({ value }) => value !== "");
}
