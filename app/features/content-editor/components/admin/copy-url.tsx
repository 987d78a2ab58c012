import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { copyText } from "#app/lib/copy-text.ts";

type CopyUrlProps = {
  /** Of the public page. */ path: string;
  title: string /** How long it says what became of it, in milliseconds. */;
  shownMs: number;
};

/** Copies the public address of a quiz or an article, and says so for a moment. */
export function CopyUrl({ path, title, shownMs }: CopyUrlProps) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(""), shownMs);
    return () => clearTimeout(timer);
  }, [said, shownMs]);
  const copy = async () =>
    setSaid((await copyText(`${window.location.origin}${path}`)) ? "Copied!" : "Failed to copy");
  return (
    <>
      <button
        type="button"
        onClick={copy}
        aria-label={`Copy URL of ${title}`}
        title="Copy URL"
        className="btn-small px-2.5!"
      >
        {said ? (
          <>
            <Check className="size-4" aria-hidden="true" />
            {said}
          </>
        ) : (
          <Copy className="size-4" aria-hidden="true" />
        )}
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
