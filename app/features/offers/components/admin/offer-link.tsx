import { useEffect, useId, useState } from "react";
import { Button } from "#app/components/admin/button.tsx";

const COPIED_MS = 2_000;

/** The provider's link, shown only once, where it was not sent by mail. */
export function OfferLink({ path }: { path: string }) {
  const id = useId();
  const [copied, setCopied] = useState<boolean>();
  const url = window.location.origin + path;
  useEffect(() => {
    if (copied === undefined) return;
    const timer = setTimeout(() => setCopied(undefined), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    void Promise.resolve(navigator.clipboard?.writeText(url)).then(
      () => setCopied(Boolean(navigator.clipboard)),
      () => setCopied(false),
    );
  return (
    <div className="mt-2 rounded-lg border border-line p-3">
      <label htmlFor={id} className="text-sm font-semibold">
        No email was sent. Send this link to the provider yourself; it is shown only once.
      </label>
      <div className="mt-1 flex gap-2">
        <input
          id={id}
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
          className="field-small w-full min-w-0"
        />
        <Button onClick={copy}>
          {copied === undefined ? "Copy" : copied ? "Copied!" : "Failed to copy"}
        </Button>
      </div>
    </div>
  );
}
