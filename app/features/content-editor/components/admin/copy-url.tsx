import { Check } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { SheetIcon } from "#app/components/admin/icon-sheet.tsx";
import { copyText } from "#app/lib/copy-text.ts";

type CopyUrlProps = {
  /** Path of the public page. */
  path: string;
  title: string;
  /** How long the result is shown, in milliseconds. */
  shownMs: number;
};

/** Copies the public URL of a quiz or an article, and confirms it briefly. */
export function CopyUrl({ path, title, shownMs }: CopyUrlProps) {
  const [status, setStatus] = useState("");
  useEffect(() => {
    if (!status) return;
    const timer = setTimeout(() => setStatus(""), shownMs);
    return () => clearTimeout(timer);
  }, [status, shownMs]);
  const copy = async () =>
    setStatus((await copyText(`${window.location.origin}${path}`)) ? "Copied!" : "Failed to copy");
  return (
    <>
      <Button
        onClick={copy}
        aria-label={`Copy URL of ${title}`}
        title="Copy URL"
        className="px-2.5!"
      >
        {status ? (
          <>
            <Check className="size-4" aria-hidden="true" />
            {status}
          </>
        ) : (
          <SheetIcon name="copy" className="size-4" />
        )}
      </Button>
      <span role="status" className="sr-only">
        {status}
      </span>
    </>
  );
}
