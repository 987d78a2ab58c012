import { useEffect, useId, useRef, useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { LINK_MINUTES } from "../../constants.ts";

const COPIED_MS = 2_000;

/** A link that is shown only once, with a button that copies it. */
export function OneTimeLink({ url, email }: { url: string; email: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    field.current?.select();
    const done = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    );
    // Without permission to write to the clipboard the text is selected, so that the older command
    // or the person can copy it.
    setCopied(done || document.execCommand("copy"));
  };
  return (
    <div role="status" className="rounded-xl bg-sand p-4">
      <label htmlFor={id} className="font-semibold">
        Link for {email}
      </label>
      <div className="mt-2 flex flex-wrap gap-2">
        <input
          id={id}
          ref={field}
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
          className="field-small min-w-0 flex-1 basis-48"
        />
        <Button
          onClick={copy}
          aria-label={copied ? "Copied!" : `Copy link for ${email}`}
          tone="primary"
        >
          {copied ? "Copied!" : "Copy"}
        </Button>
      </div>
      <p className="mt-2 text-[0.9375rem]">
        It works once, for {LINK_MINUTES} minutes, and is shown only now. Send it in a way that
        nobody else reads.
      </p>
    </div>
  );
}
