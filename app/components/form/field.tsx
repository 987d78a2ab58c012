import { useId } from "react";

type TextFieldProps = Omit<React.ComponentProps<"input">, "id"> & {
  name: string;
  label: string;
  error?: string;
  /** Help text; an error replaces it. */
  hint?: string;
  optional?: boolean;
  rows?: number;
};

/** A text field with its label, id and message, connected for assistive technology. */
export function TextField({
  label,
  error,
  hint,
  optional,
  rows,
  className = "",
  ...input
}: TextFieldProps) {
  const id = useId();
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  const shared = {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described,
    "data-field": input.name,
  } as const;
  return (
    <div className={className}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional ? <span className="font-normal text-muted"> (optional)</span> : null}
      </label>
      {rows ? (
        <textarea
          {...(input as React.ComponentProps<"textarea">)}
          {...shared}
          rows={rows}
          className="input mt-1"
        />
      ) : (
        <input type="text" {...input} {...shared} className="input mt-1" />
      )}
      {error ? <FieldError id={`${id}-error`} message={error} /> : null}
      {hint && !error ? (
        <p id={`${id}-hint`} className="mt-1 text-[0.9375rem] text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

type ChoiceFieldProps = {
  name: string;
  legend: string;
  choices: readonly { value: string; label: string; hint?: string }[];
  value?: string;
  defaultValue?: string;
  error?: string;
  optional?: boolean;
  columns?: string;
  onChange?: (value: string) => void;
};

/** The label of a radio button or checkbox, as a large card. */
export const CHOICE_CARD =
  "flex min-h-12 items-center gap-3 rounded-xl border-2 border-line bg-paper px-3.5 py-2 transition-colors hover:border-action active:bg-sand has-checked:border-action has-checked:bg-cream focus-card";

/** A choice between a few options: radio buttons as large cards. */
export function ChoiceField({
  name,
  legend,
  choices,
  value,
  defaultValue,
  error,
  optional,
  columns = "@min-[20.5rem]:grid-cols-2",
  onChange,
}: ChoiceFieldProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} data-field={name}>
      <legend className="font-semibold">
        {legend}
        {optional ? <span className="font-normal text-muted"> (optional)</span> : null}
      </legend>
      <div className="@container mt-1.5">
        <div className={`grid gap-2 ${columns}`}>
          {choices.map((choice) => (
            <label key={choice.value} className={CHOICE_CARD}>
              <input
                type="radio"
                name={name}
                value={choice.value}
                className="size-5 shrink-0 accent-action outline-none"
                aria-invalid={error ? true : undefined}
                {...(onChange
                  ? { checked: value === choice.value, onChange: () => onChange(choice.value) }
                  : { defaultChecked: defaultValue === choice.value })}
              />
              <span className="min-w-0">
                <span className="font-semibold">{choice.label}</span>
                {choice.hint ? (
                  <span className="block text-[0.9375rem] leading-5 text-muted">{choice.hint}</span>
                ) : null}
              </span>
            </label>
          ))}
        </div>
      </div>
      {error ? <FieldError id={`${id}-error`} message={error} /> : null}
    </fieldset>
  );
}

/** The error message of a field, which refers to it by `id`. */
export function FieldError({ id, message }: { id: string; message: string }) {
  return (
    <p id={id} className="error mt-1 text-[0.9375rem]">
      {message}
    </p>
  );
}
