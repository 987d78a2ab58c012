import { useId } from "react";
import { CHOICE_CARD, FieldError } from "#app/components/form/field.tsx";

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
  legend: string;
  hint: string;
  choices: readonly Choice[];
  defaultValues: readonly string[];
};

/** Checkboxes as large cards. */
export function CheckGroup({ name, legend, hint, choices, defaultValues }: CheckGroupProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-hint`} data-field={name}>
      <legend className="font-semibold">{legend}</legend>
      <p id={`${id}-hint`} className="text-[0.9375rem] text-muted">
        {hint}
      </p>
      <div className="mt-1.5 grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {choices.map((choice) => (
          <label key={choice.value} className={CHOICE_CARD}>
            <input
              type="checkbox"
              name={name}
              value={choice.value}
              defaultChecked={defaultValues.includes(choice.value)}
              className="size-5 shrink-0 accent-action outline-none"
            />
            <span className="font-semibold">{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Tells the visitor that the result no longer matches the fields. */
export function ChangedNote({ button }: { button: string }) {
  return (
    <p className="no-print mt-3 border-l-4 border-sun pl-4 font-semibold">
      You have changed something above. Press {button} to bring this up to date.
    </p>
  );
}
