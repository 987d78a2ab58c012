import { FALLBACK_SERVICE_TYPE } from "#app/features/catalog/constants.ts";
import type { Fact } from "../inbox/list-facts.server.ts";
import { FIELD_LIST, type QuoteDraft, type QuoteField } from "../quote/fields.ts";
import { getFieldSpec, type QuoteWording } from "../quote/quote-wording.ts";

/** Shown in one line as the place. */
const PLACE: readonly QuoteField[] = ["city", "state", "zipCode"];

/** Everything that a customer sent, with the questions of the form; without unanswered ones. */
export function listSentFacts(
  { serviceType, answers }: { serviceType: string; answers: QuoteDraft },
  words: QuoteWording,
): Fact[] {
  const { city, state, zipCode } = answers;
  const place = [city, [state, zipCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  const facts = FIELD_LIST.filter(([field]) => !PLACE.includes(field)).map(([field]) => {
    const { label, choices } = getFieldSpec(field, words);
    const value = answers[field];
    return { label, value: choices?.find((choice) => choice.value === value)?.label ?? value };
  });
  return [
    { label: "Service", value: serviceType || FALLBACK_SERVICE_TYPE },
    ...facts.slice(0, 1),
    { label: "City, state, ZIP", value: place },
    ...facts.slice(1),
  ].filter(({ value }) => value.trim() !== "");
}
