import { type NumberField, NumbersForm } from "#app/components/admin/numbers-form.tsx";
import type { ReturnField, ReturnSettings } from "../../return-settings.ts";

const FIELDS: NumberField<ReturnField>[] = [
  {
    name: "returnMinutes",
    label: "Time for a first attempt, minutes",
    hint: "Of the regular hours, from the assignment on. Then the request goes back to everybody.",
  },
  {
    name: "emergencyReturnMinutes",
    label: "The same for an emergency, minutes",
    hint: "Of the emergency hours.",
  },
];

/** How long somebody has to try to reach the customer of a request that they were assigned. */
export function ReturnSettingsForm({ values }: { values: ReturnSettings }) {
  return (
    <section aria-labelledby="return-settings" className="panel-card mt-6 max-w-3xl p-5">
      <h3 id="return-settings" className="font-display text-lg font-extrabold">
        Assigned requests
      </h3>
      <NumbersForm
        fields={FIELDS}
        values={values}
        submit="Save times"
        intent="returns"
        className="mt-3"
      />
    </section>
  );
}
