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
