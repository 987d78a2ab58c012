import { type ComponentProps, useId } from "react";

type SelectFieldProps = Omit<ComponentProps<"select">, "id"> & {
  label: string;
  error?: string;
  /** Help text; an error replaces it. */
  hint?: string;
};

/** A select with its label and message, connected for assistive technology as in `TextField`. */
export function SelectField({
  label,
  error,
  hint,
  className,
  children,
  ...select
}: SelectFieldProps) {
  const id = useId();
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className={className}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <select
        {...select}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
        className="input mt-1"
      >
        {children}
      </select>
      {error ? (
        <p id={`${id}-error`} className="error mt-1 text-[0.9375rem]">
          {error}
        </p>
      ) : null}
      {hint && !error ? (
        <p id={`${id}-hint`} className="mt-1 text-[0.9375rem] text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
