import { Button } from "#app/components/admin/button.tsx";
import { useStaffForm } from "#app/components/admin/use-staff-form.ts";
import { TextField } from "#app/components/form/field.tsx";
import type { ReturnField, ReturnSettings } from "../../return-settings.ts";

const FIELDS: { name: ReturnField; label: string; hint: string }[] = [
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
  const { Form, form, errors, isBusy } = useStaffForm<{
    done?: string;
    errors?: Partial<Record<ReturnField, string>>;
  }>();
  return (
    <section aria-labelledby="return-settings" className="panel-card mt-6 max-w-3xl p-5">
      <h3 id="return-settings" className="font-display text-lg font-extrabold">
        Assigned requests
      </h3>
      <Form ref={form} method="post" noValidate className="mt-3 grid gap-4">
        <input type="hidden" name="intent" value="returns" />
        <div className="grid gap-4 room-sm:grid-cols-2">
          {FIELDS.map(({ name, ...field }) => (
            <TextField
              key={name}
              name={name}
              {...field}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={values[name]}
              error={errors[name]}
            />
          ))}
        </div>
        <Button type="submit" disabled={isBusy} tone="primary" className="justify-self-start">
          Save times
        </Button>
      </Form>
    </section>
  );
}
