import { useSyncExternalStore } from "react";

/** As the breakpoint `room-split` of staff.css. */
const SPLIT_REM = 74;

function subscribe(onChange: () => void): () => void {
  const room = document.querySelector(".portal-room");
  if (!room) return () => {};
  const observer = new ResizeObserver(onChange);
  observer.observe(room);
  return () => observer.disconnect();
}

function measure(): boolean {
  const room = document.querySelector(".portal-room");
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return room !== null && room.clientWidth / rem >= SPLIT_REM;
}

/**
 * Whether the portal has room for a list and a pane side by side, in sizes of text as the style sheet
 * measures it; null on the server, which cannot know.
 */
export const useIsSplit = (): boolean | null =>
  useSyncExternalStore<boolean | null>(subscribe, measure, () => null);
