import { type NumberField, NumbersForm } from "#app/components/admin/numbers-form.tsx";
import type { OfferField, OfferSettings } from "../../schema.ts";

const FIELDS: NumberField<OfferField>[] = [
  {
    name: "offerCost",
    label: "Cost of a request, credits",
    hint: "Taken when a provider accepts.",
    inputMode: "decimal",
  },
  {
    name: "offerMinutes",
    label: "Time to answer, minutes",
    hint: "Then the next provider can be asked.",
  },
  {
    name: "customerAnswerHours",
    label: "Time for the customer's yes, business hours",
    hint: "A customer with an email address is asked there first. Then staff call.",
    inputMode: "decimal",
  },
];

/** What accepting a request costs, and how long a provider has to answer. */
export function OfferSettingsForm({ values }: { values: OfferSettings }) {
  return (
    <section aria-labelledby="offer-settings" className="panel-card mt-6 max-w-3xl p-5">
      <h3 id="offer-settings" className="font-display text-lg font-extrabold">
        Offers to providers
      </h3>
      <NumbersForm
        fields={FIELDS}
        values={values}
        submit="Save offers"
        intent="offers"
        className="mt-3"
      />
    </section>
  );
}
