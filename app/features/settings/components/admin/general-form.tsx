import { Button } from "#app/components/admin/button.tsx";
import { useStaffForm } from "#app/components/admin/use-staff-form.ts";
import { TextField } from "#app/components/form/field.tsx";
import type { GeneralField, GeneralSettings } from "../../schema.ts";
import { TimeZoneField } from "./time-zone-field.tsx";
import { useStoredValues } from "./use-stored-values.ts";

type Result = { done?: string; errors?: Partial<Record<GeneralField, string>> };
type TextSetting = Exclude<GeneralField, "timeZone" | "insurancePartners">;
type FieldConfig = { name: TextSetting; label: string; hint?: string; type?: string };

const GROUPS: { title: string; fields: FieldConfig[] }[] = [
  {
    title: "Names",
    fields: [
      { name: "brand", label: "Brand", hint: "Shown in the header and in page titles." },
      { name: "persona", label: "Persona", hint: "The friendly face of the site." },
      {
        name: "company",
        label: "Company",
        hint: "The legal name. It is part of the consent text.",
      },
    ],
  },
  {
    title: "Contact",
    fields: [
      {
        name: "phone",
        label: "Phone",
        type: "tel",
        hint: "On every page and in the consent text, as you write it here.",
      },
      {
        name: "email",
        label: "Support email",
        type: "email",
        hint: "Also the sender of our emails.",
      },
      { name: "helpEmail", label: "Help email", type: "email" },
    ],
  },
  {
    title: "Hours and area",
    fields: [
      { name: "regularHours", label: "Regular hours" },
      { name: "emergencyHours", label: "Emergency hours" },
      { name: "serviceArea", label: "Service area" },
    ],
  },
  {
    title: "Legal",
    fields: [
      { name: "policyDate", label: "Policy date", hint: "Month/day/year, such as 4/1/2025." },
      { name: "copyrightYear", label: "Copyright year", hint: "2025, or 2023-2025." },
    ],
  },
];

export function GeneralForm({ values, zones }: { values: GeneralSettings; zones: string[] }) {
  const { Form, form, errors, isBusy } = useStaffForm<Result>();
  useStoredValues(form, toTexts(values));
  return (
    <Form ref={form} method="post" noValidate className="grid max-w-3xl gap-6">
      <div className="grid gap-6">
        <input type="hidden" name="opened" value={JSON.stringify(values)} />
        {GROUPS.map(({ title, fields }) => (
          <fieldset key={title} className="panel-card p-5">
            <legend className="sr-only">{title}</legend>
            <p aria-hidden="true" className="font-display text-lg font-extrabold">
              {title}
            </p>
            <div className="mt-3 grid gap-4 room-sm:grid-cols-2">
              {fields.map(({ name, ...field }) => (
                <TextField
                  key={name}
                  name={name}
                  {...field}
                  defaultValue={values[name]}
                  error={errors[name]}
                  autoComplete="off"
                />
              ))}
            </div>
          </fieldset>
        ))}
        <div className="panel-card grid gap-4 p-5">
          <TimeZoneField zones={zones} value={values.timeZone} error={errors.timeZone} />
          <TextField
            name="insurancePartners"
            label="Insurance partners"
            hint="One name per line, up to eight, without trademarks. Leave empty to show none."
            rows={6}
            defaultValue={toTexts(values).insurancePartners}
            error={errors.insurancePartners}
          />
        </div>
      </div>
      <div className="sticky bottom-0 -mx-4 border-t border-line bg-cream p-4 room-sm:mx-0 room-sm:px-0">
        <Button type="submit" disabled={isBusy} tone="primary">
          {isBusy ? "Saving" : "Save settings"}
        </Button>
      </div>
    </Form>
  );
}

const toTexts = (values: GeneralSettings) => ({
  ...values,
  insurancePartners: values.insurancePartners.join("\n"),
});
