import { useSyncExternalStore } from "react";

// As the breakpoints `room-split` and `room-phone` of staff.css.
const SPLIT_REM = 74;
const PHONE_REM = 30;

function subscribe(onChange: () => void): () => void {
  const room = document.querySelector(".portal-room");
  if (!room) return () => {};
  const observer = new ResizeObserver(onChange);
  observer.observe(room);
  return () => observer.disconnect();
}

type RoomWidth = "phone" | "middle" | "split";

function measure(): RoomWidth {
  const width = document.querySelector(".portal-room")?.clientWidth ?? 0;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return width < PHONE_REM * rem ? "phone" : width < SPLIT_REM * rem ? "middle" : "split";
}

/**
 * How much room the portal has, in sizes of text as the style sheet measures it: a phone, or room for a
 * list and a pane side by side. Null on the server, which cannot know.
 */
export const useRoomWidth = (): RoomWidth | null =>
  useSyncExternalStore<RoomWidth | null>(subscribe, measure, () => null);
