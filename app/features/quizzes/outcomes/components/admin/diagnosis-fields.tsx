import { useId } from "react";
import { REPAIR_PARTS } from "#app/components/mascot/repair-parts/names.ts";
import { useFocusWhenAdded } from "#app/features/content-editor/components/admin/use-focus-when-added.ts";
import { capitalize } from "#app/lib/text.ts";
import type { DiagnosisText } from "../../../engine/diagnosis-text.ts";
import type { FieldErrors } from "../../../review/schema.ts";
import { PriceOptions } from "./price-options.tsx";
import { UrgencyOptions } from "./urgency-options.tsx";

type Field = keyof DiagnosisText;
type DiagnosisFieldsProps = {
  values: DiagnosisText;
  onChange: (field: Field, value: string) => void;
  errors?: FieldErrors;
  isFocused?: boolean;
};

type Line = { field: Field; label: string; max: number; rows?: number; hint?: string };
const LINES: Line[] = [
  { field: "diagnosis", label: "Diagnosis", max: 160 },
  { field: "customMessage", label: "Custom message", max: 600, rows: 3 },
  { field: "causes", label: "Likely causes", max: 2_500, rows: 3, hint: "one per line" },
  { field: "waiting", label: "What waiting risks", max: 300, rows: 2 },
  {
    field: "nextSteps",
    label: "Next steps",
    max: 2_500,
    rows: 4,
    hint: "what anyone can safely do, one per line",
  },
  { field: "proSteps", label: "Leave to a pro", max: 2_500, rows: 3, hint: "one per line" },
  {
    field: "safetyLines",
    label: "Safety lines",
    max: 1_200,
    rows: 2,
    hint: "said whatever safety rule applies, one per line",
  },
  { field: "preventionTips", label: "Prevention tips", max: 2_500, rows: 3, hint: "one per line" },
];
/** Fields of a diagnosis. */
export function DiagnosisFields({
  values,
  onChange,
  errors = {},
  isFocused = false,
}: DiagnosisFieldsProps) {
  const id = useId();
  const first = useFocusWhenAdded(isFocused);
  const shared = (field: Field) => ({
    id: `${id}-${field}`,
    name: field,
    value: values[field],
    "aria-invalid": errors[field] ? true : undefined,
    "aria-describedby": errors[field] ? `${id}-${field}-error` : undefined,
    onChange: (
      event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>,
    ) => onChange(field, event.target.value),
  });
  const message = (field: Field) =>
    errors[field] ? (
      <p id={`${id}-${field}-error`} className="mt-1 text-sm font-semibold text-danger">
        {errors[field]}
      </p>
    ) : null;
  return (
    <div className="grid gap-3 room-sm:grid-cols-2">
      {LINES.map(({ field, label, max, rows, hint }) => (
        <div key={field} className="min-w-0 room-sm:col-span-2">
          <label htmlFor={`${id}-${field}`} className="text-sm font-semibold">
            {label}
            {hint ? <span className="font-normal text-muted"> ({hint})</span> : null}
          </label>
          {rows ? (
            <textarea
              {...shared(field)}
              rows={rows}
              maxLength={max}
              className="field-small mt-1 w-full"
            />
          ) : (
            <input
              {...shared(field)}
              maxLength={max}
              ref={field === "diagnosis" ? first : undefined}
              className="field-small mt-1 w-full"
            />
          )}
          {message(field)}
        </div>
      ))}
      <Choice label="Urgency" {...shared("urgency")} />
      <div>
        <label htmlFor={`${id}-timeframe`} className="text-sm font-semibold">
          Timeframe
        </label>
        <input {...shared("timeframe")} maxLength={80} className="field-small mt-1 w-full" />
        {message("timeframe")}
      </div>
      <Choice label="Priority" {...shared("priority")} />
      <div>
        <label htmlFor={`${id}-serviceType`} className="text-sm font-semibold">
          Service type
        </label>
        <input {...shared("serviceType")} maxLength={80} className="field-small mt-1 w-full" />
        {message("serviceType")}
      </div>
      <div>
        <label htmlFor={`${id}-part`} className="text-sm font-semibold">
          Drawing
        </label>
        <select {...shared("part")} className="field-small mt-1 w-full">
          <option value="">None</option>
          {REPAIR_PARTS.map((part) => (
            <option key={part} value={part}>
              {capitalize(part.replaceAll("-", " "))}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor={`${id}-price`} className="text-sm font-semibold">
          Price shown
        </label>
        <select {...shared("price")} className="field-small mt-1 w-full">
          <PriceOptions chosen={values.price} />
        </select>
      </div>
    </div>
  );
}

function Choice({ label, ...select }: React.ComponentProps<"select"> & { label: string }) {
  return (
    <div>
      <label htmlFor={select.id} className="text-sm font-semibold">
        {label}
      </label>
      <select {...select} className="field-small mt-1 w-full">
        <UrgencyOptions />
      </select>
    </div>
  );
}
