import { useEffect, useRef } from "react";

export type ReviewKey = "next" | "previous" | "approve" | "reject" | "edit" | "help";
const KEYS: Record<string, ReviewKey> = {
  j: "next",
  ArrowDown: "next",
  k: "previous",
  ArrowUp: "previous",
  a: "approve",
  r: "reject",
  e: "edit",
  "?": "help",
};

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest("input, textarea, select, [contenteditable]") !== null;

/**
 * Single-key shortcuts of the panel, except while typing in a field; the browser's own shortcuts
 * still work.
 */
export function useReviewKeys(
  dialog: React.RefObject<HTMLDialogElement | null>,
  onKey: (key: ReviewKey) => void,
) {
  const handler = useRef(onKey);
  handler.current = onKey;
  useEffect(() => {
    const element = dialog.current;
    const listen = (event: KeyboardEvent) => {
      const key = KEYS[event.key];
      if (!key || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      handler.current(key);
    };
    element?.addEventListener("keydown", listen);
    return () => element?.removeEventListener("keydown", listen);
  }, [dialog]);
}
