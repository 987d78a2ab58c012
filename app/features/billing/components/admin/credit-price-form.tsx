import { type NumberField, NumbersForm } from "#app/components/admin/numbers-form.tsx";

const FIELDS: NumberField<"creditPrice">[] = [
  {
    name: "creditPrice",
    label: "Price of a credit, dollars",
    hint: "What providers pay in their portal. Purchases that were begun keep their price.",
    inputMode: "decimal",
  },
];

/** What providers pay for a credit. */
export function CreditPriceForm({ price }: { price: number }) {
  return (
    <section aria-labelledby="credit-price" className="panel-card mt-6 max-w-3xl p-5">
      <h3 id="credit-price" className="font-display text-lg font-extrabold">
        Credits bought with Stripe
      </h3>
      <NumbersForm
        fields={FIELDS}
        values={{ creditPrice: price }}
        submit="Save price"
        intent="credit-price"
        className="mt-3"
      />
    </section>
  );
}
