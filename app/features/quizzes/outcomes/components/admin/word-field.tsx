import { useId } from "react";

type CompactTextFieldProps = {
  label: string;
  /** Stands beside the label. */
  hint?: string;
  /** Stands below the field. */
  note?: string;
  error?: string;
  /** Lines that show; without it the field is one line. */
  rows?: number;
  className?: string;
  ref?: React.Ref<HTMLInputElement>;
  name?: string;
  value: string;
  maxLength: number;
  onChange: (text: string) => void;
};

/** A line or some lines of text with what there is to know about them. */
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
