import { useId } from "react";
import type { FieldErrors } from "../../review-schema.ts";
import { RULE_LIMITS } from "../../schema.ts";
import type { DangerWords } from "../../staff-schema.ts";

type DangerFieldsProps = {
  values: DangerWords;
  onChange: (changes: Partial<DangerWords>) => void;
  errors?: FieldErrors;
  /** What is used where no headline is written. */
  name: string;
};

/** What the danger screen of a safety rule says above its steps. */
export function DangerFields({ values, onChange, errors = {}, name }: DangerFieldsProps) {
  const id = useId();
  const message = (field: "headline" | "alsoCall") =>
    errors[field] ? (
      <p id={`${id}-${field}-error`} className="mt-1 text-sm font-semibold text-danger">
        {errors[field]}
      </p>
    ) : null;
  const shared = (field: "headline" | "alsoCall") => ({
    id: `${id}-${field}`,
    name: field,
    value: values[field],
    maxLength: RULE_LIMITS[field],
    "aria-invalid": errors[field] ? true : undefined,
    "aria-describedby": errors[field] ? `${id}-${field}-error` : undefined,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange({ [field]: event.target.value }),
    className: "field-small mt-1 w-full",
  });
  return (
    <>
      <div className="min-w-0">
        <label htmlFor={`${id}-headline`} className="text-sm font-semibold">
          Headline <span className="font-normal text-muted">(names the danger)</span>
        </label>
        <input {...shared("headline")} placeholder={name.slice(0, RULE_LIMITS.headline) || "Possible gas leak"} />
        {message("headline")}
      </div>
      <div className="min-w-0">
        <label htmlFor={`${id}-alsoCall`} className="text-sm font-semibold">
          Also call <span className="font-normal text-muted">(if anybody)</span>
        </label>
        <input {...shared("alsoCall")} placeholder="your gas utility's emergency line" />
        {message("alsoCall")}
      </div>
      <p className="room-sm:col-span-2">
        <label className="inline-flex min-h-8 items-center gap-2">
          <input type="checkbox" name="call911" checked={values.call911} onChange={(event) => onChange({ call911: event.target.checked })} className="size-4 accent-action" />
          <span className="text-sm font-semibold">The danger screen begins with “Call 911”</span>
        </label>
      </p>
    </>
  );
}
