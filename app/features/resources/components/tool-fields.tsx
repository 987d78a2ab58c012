import { useId } from "react";
import { FieldError } from "#app/components/form/field.tsx";

type Choice = { value: string; label: string };
type SelectFieldProps = {
  name: string;
  label: string;
  choices: readonly Choice[];
  defaultValue: string;
  placeholder?: string;
  error?: string;
  className?: string;
};

/** A select with its label and error message. */
export function SelectField({
  name,
  label,
  choices,
  defaultValue,
  placeholder,
  error,
  className = "",
}: SelectFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <select
        id={id}
        name={name}
        defaultValue={defaultValue}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        data-field={name}
        className="input mt-1"
      >
        {placeholder ? <option value="">{placeholder}</option> : null}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {error ? <FieldError id={`${id}-error`} message={error} /> : null}
    </div>
  );
}

type SegmentFieldProps = {
  name: string;
  legend: string;
  choices: readonly (Choice & { hint: string })[];
  defaultValue: string;
  /** The chosen one, which is explained below, or "". */
  value: string;
  error?: string;
};

/** A choice between a few short words in one row, and what one of them means. */
export function SegmentField({
  name,
  legend,
  choices,
  defaultValue,
  value,
  error,
}: SegmentFieldProps) {
  const id = useId();
  const explained = choices.find((choice) => choice.value === value);
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} data-field={name}>
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-1 flex flex-wrap gap-1.5">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="relative flex min-h-12 grow items-center justify-center rounded-xl border-2 border-line bg-paper px-2 py-2 text-center leading-6 font-semibold transition-colors hover:border-action active:bg-sand has-checked:border-deep has-checked:bg-deep has-checked:text-cream has-checked:forced-color-adjust-none focus-card"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              defaultChecked={defaultValue === choice.value}
              aria-invalid={error ? true : undefined}
              className="absolute inset-0 size-full opacity-0"
            />
            {choice.label}
            <span className="sr-only"> {choice.hint}</span>
          </label>
        ))}
      </div>
      <p aria-hidden="true" className="mt-1 text-[0.9375rem] leading-5 text-muted">
        {explained
          ? `${explained.label}: ${explained.hint.charAt(0).toLowerCase()}${explained.hint.slice(1)}`
          : "Choose a size."}
      </p>
      {error ? <FieldError id={`${id}-error`} message={error} /> : null}
    </fieldset>
  );
}

type CheckGroupProps = {
  name: string;
  /** Read out before the choices. */
  legend: string;
  choices: readonly Choice[];
  defaultValues: readonly string[];
};

/** Checkboxes in compact rows. */
export function CheckGroup({ name, legend, choices, defaultValues }: CheckGroupProps) {
  return (
    <fieldset data-field={name} className="@container">
      <legend className="sr-only">{legend}</legend>
      <div className="grid gap-x-4 @min-[20.5rem]:grid-cols-2">
        {choices.map((choice) => (
          <label key={choice.value} className="flex items-center gap-2.5 py-1.5 leading-6">
            <input
              type="checkbox"
              name={name}
              value={choice.value}
              defaultChecked={defaultValues.includes(choice.value)}
              className="size-5 shrink-0 accent-action"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
