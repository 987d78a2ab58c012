import { useEffect, useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { COPIED_MS } from "../../../constants.ts";

type CopyValueProps = {
  label: string;
  value: string;
  /** What the page shows, if not the whole value; the whole value is copied. */
  shown?: string;
};

/** A value with a Copy button that shows the result for two seconds. */
export function CopyValue({ label, value, shown = value }: CopyValueProps) {
  const [status, setStatus] = useState("");
  useEffect(() => {
    if (!status) return;
    const timer = setTimeout(() => setStatus(""), COPIED_MS);
    return () => clearTimeout(timer);
  }, [status]);
  const copy = async () => {
    setStatus((await copyText(value)) ? "Copied!" : "Failed to copy");
  };
  return (
    <div className="min-w-0">
      <p className="font-semibold">{label}</p>
      <div className="mt-1 flex flex-wrap items-start gap-2">
        <code className="min-w-0 flex-1 basis-60 rounded-lg border border-line bg-sand px-3 py-2 text-[0.9375rem] wrap-anywhere">
          {shown}
        </code>
        <Button onClick={copy} aria-label={`${status || "Copy"} ${label}`} className="min-w-24">
          {status || "Copy"}
        </Button>
      </div>
      <p aria-live="polite" className="sr-only">
        {status && `${label}: ${status}`}
      </p>
    </div>
  );
}

/** Falls back to `execCommand` where the clipboard API is unavailable. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = document.activeElement;
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "sr-only";
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    if (before instanceof HTMLElement) before.focus();
    return isCopied;
  }
}
