import { useState, useSyncExternalStore } from "react";

const WORDS = { share: "Send the link to myself", copy: "Copy the link" } as const;

/** Phones send a link to another app; elsewhere it is copied. Neither works without HTTPS. */
function findWay(): keyof typeof WORDS | null {
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) return "share";
  return "clipboard" in navigator ? "copy" : null;
}
const subscribe = () => () => {};

/** The customer's own page, and a way to keep its link. */
export function RequestLink({ url, canMail }: { url: string; canMail: boolean }) {
  const way = useSyncExternalStore(subscribe, findWay, () => null);
  const [result, setResult] = useState("");
  const [isSharing, setSharing] = useState(false);
  const save = async () => {
    if (isSharing) return;
    const { href } = new URL(url, location.href);
    setResult("");
    setSharing(true);
    try {
      if (way === "share") await navigator.share({ title: "My request", url: href });
      else {
        await navigator.clipboard.writeText(href);
        setResult("Link copied.");
      }
    } catch (error) {
      // Closing the list of apps is no failure.
      if (error instanceof Error && error.name === "AbortError") return;
      setResult("That didn't work. Open your request and bookmark that page.");
    } finally {
      setSharing(false);
    }
  };
  return (
    <div className="grid gap-2 pt-3 pb-2 leading-6">
      <a href={url} className="btn btn-action w-full">
        Open my request
      </a>
      {way ? (
        <button type="button" className="btn btn-line w-full" onClick={() => void save()}>
          {WORDS[way]}
        </button>
      ) : null}
      <p role="status" className={result ? "text-center font-semibold" : "sr-only"}>
        {result}
      </p>
      <p className="text-pretty">
        See where it stands, add photos, change it or cancel it.{" "}
        <strong>
          {canMail
            ? "We also email you the link."
            : way
              ? "Keep the link: we can't email it to you."
              : "Open it and bookmark that page: we can't email you the link."}
        </strong>{" "}
        Keep it to yourself: whoever has it sees your details and can answer for you.
      </p>
    </div>
  );
}
