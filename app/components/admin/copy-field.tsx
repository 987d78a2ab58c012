import { useEffect, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";

const SHOWN_MS = 2_000;

type CopyFieldProps = {
  label: string;
  value: string;
  hint: string;
  /** The words of the button. */
  action?: string;
};

/** A read-only field with a Copy button. */
export function CopyField({ label, value, hint, action = "Copy" }: CopyFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [status, setStatus] = useState("");
  useEffect(() => {
    if (!status) return;
    const timer = setTimeout(() => setStatus(""), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [status]);
  const copy = async () => {
    // Not a field outside an open dialog, whose text could not be selected.
    field.current?.select();
    const done = await navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    );
    const isCopied = done || document.execCommand("copy");
    setStatus(isCopied ? "Copied!" : "Selected. Press Ctrl+C to copy");
  };
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          id={id}
          readOnly
          value={value}
          aria-describedby={`${id}-hint`}
          onFocus={(event) => event.currentTarget.select()}
          className="field-small min-w-0 flex-1 basis-60"
        />
        <Button onClick={copy}>{status || action}</Button>
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      <p aria-live="polite" className="sr-only">
        {status}
      </p>
    </div>
  );
}
