import { useId } from "react";

type CompactTextFieldProps = {
  label: string;
  /** Shown next to the label. */
  hint?: string;
  /** Shown below the field. */
  note?: string;
  error?: string;
  /** Number of visible lines; without it the field has a single line. */
  rows?: number;
  className?: string;
  ref?: React.Ref<HTMLInputElement>;
  name?: string;
  value: string;
  maxLength: number;
  onChange: (text: string) => void;
};

/** A compact text field with label, hint, note and error. */
export function CompactTextField({
  label,
  hint,
  note,
  error,
  rows,
  className,
  ref,
  onChange,
  ...field
}: CompactTextFieldProps) {
  const id = useId();
  const shared = {
    ...field,
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby":
      [note ? `${id}-note` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ") || undefined,
    className: "field-small mt-1 w-full",
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(event.target.value),
  };
  return (
    <div className={`min-w-0 ${className ?? ""}`}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
        {hint ? <span className="font-normal text-muted"> ({hint})</span> : null}
      </label>
      {rows ? <textarea {...shared} rows={rows} /> : <input {...shared} ref={ref} />}
      {note ? (
        <p id={`${id}-note`} className="mt-1 text-sm text-muted wrap-anywhere">
          {note}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}
