import { useEffect, useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { COPIED_MS } from "../../../constants.ts";

type CopyValueProps = {
  label: string;
  value: string;
  /** What is shown of it; all of it is copied. */
  shown?: string;
};

/** A value to take away: the button copies all of it, and says so for two seconds. */
export function CopyValue({ label, value, shown = value }: CopyValueProps) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(""), COPIED_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    setSaid((await copyText(value)) ? "Copied!" : "Failed to copy");
  };
  return (
    <div className="min-w-0">
      <p className="font-semibold">{label}</p>
      <div className="mt-1 flex flex-wrap items-start gap-2">
        <code className="min-w-0 flex-1 basis-60 rounded-lg border border-line bg-sand px-3 py-2 text-[0.9375rem] wrap-anywhere">
          {shown}
        </code>
        <Button onClick={copy} aria-label={`${said || "Copy"} ${label}`} className="min-w-24">
          {said || "Copy"}
        </Button>
      </div>
      <p aria-live="polite" className="sr-only">
        {said && `${label}: ${said}`}
      </p>
    </div>
  );
}

/** Where the clipboard is out of reach, an old way copies what is selected. */
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
    const done = document.execCommand("copy");
    field.remove();
    if (before instanceof HTMLElement) before.focus();
    return done;
  }
}
