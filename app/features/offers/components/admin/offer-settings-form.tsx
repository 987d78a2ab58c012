import { Button } from "#app/components/admin/button.tsx";
import { useStaffForm } from "#app/components/admin/use-staff-form.ts";
import { TextField } from "#app/components/form/field.tsx";
import type { OfferField, OfferSettings } from "../../schema.ts";

const FIELDS: {
  name: OfferField;
  label: string;
  hint: string;
  inputMode: "decimal" | "numeric";
}[] = [
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
    inputMode: "numeric",
  },
  {
    name: "customerAnswerHours",
    label: "Time for the customer's yes, business hours",
    hint: "A customer with an e-mail address is asked there first. Then staff call.",
    inputMode: "decimal",
  },
];

/** What accepting a request costs, and how long a provider has to answer. */
export function OfferSettingsForm({ values }: { values: OfferSettings }) {
  const { Form, form, errors, isBusy } = useStaffForm<{
    done?: string;
    errors?: Partial<Record<OfferField, string>>;
  }>();
  return (
    <section aria-labelledby="offer-settings" className="panel-card mt-6 max-w-3xl p-5">
      <h3 id="offer-settings" className="font-display text-lg font-extrabold">
        Offers to providers
      </h3>
      <Form ref={form} method="post" noValidate className="mt-3 grid gap-4">
        <input type="hidden" name="intent" value="offers" />
        <div className="grid gap-4 room-sm:grid-cols-2">
          {FIELDS.map(({ name, ...field }) => (
            <TextField
              key={name}
              name={name}
              {...field}
              autoComplete="off"
              defaultValue={values[name]}
              error={errors[name]}
            />
          ))}
        </div>
        <Button type="submit" disabled={isBusy} tone="primary" className="justify-self-start">
          Save offers
        </Button>
      </Form>
    </section>
  );
}
