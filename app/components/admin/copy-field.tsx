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
  const [result, setResult] = useState<"copied" | "refused" | null>(null);
  useEffect(() => {
    if (result !== "copied") return;
    const timer = setTimeout(() => setResult(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    // Not a field outside an open dialog, whose text could not be selected.
    field.current?.select();
    const done = await navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    );
    const isCopied = done || document.execCommand("copy");
    setResult(isCopied ? "copied" : "refused");
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
        <Button onClick={copy}>{result === "copied" ? "Copied!" : action}</Button>
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      <p aria-live="polite" className={result === "refused" ? "text-sm font-semibold" : "sr-only"}>
        {result === "copied" ? "Copied!" : null}
        {result === "refused" ? "Couldn't copy. Copy it from the field." : null}
      </p>
    </div>
  );
}
