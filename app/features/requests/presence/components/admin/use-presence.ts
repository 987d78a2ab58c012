import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { postInBackground } from "#app/lib/background-fetch.ts";
import { newUuid } from "#app/lib/new-uuid.ts";
import { HEARTBEAT_MS, LONGEST_CALL_MS, TYPING_MS } from "../../constants.ts";
import { PRESENCE_PATH, type PresenceState, type PresentPerson } from "../../schema.ts";
import { presenceStore } from "./presence-store.ts";

const NOBODY: readonly PresentPerson[] = [];

/** The other people who have a request open. Renders again only when these change. */
export const usePeopleOf = (requestId: string): readonly PresentPerson[] =>
  useSyncExternalStore(
    presenceStore.subscribe,
    () => presenceStore.getOthers().get(requestId) ?? NOBODY,
    () => NOBODY,
  );

export type Presence = {
  /** The other people who have the request open. */
  people: readonly PresentPerson[];
  isCalling: boolean;
  /** Call it with each key of a note. */
  reportTyping: () => void;
  /** Call it when the person dials. */
  startCalling: () => void;
  /** Call it when the outcome of the call is logged. */
  endCalling: () => void;
};

/**
 * Tells the other portals that this request is open while the component is mounted and the tab is
 * visible, and what the person does with it.
 */
export function usePresence(requestId: string): Presence {
  const people = usePeopleOf(requestId);
  const [state, setState] = useState<PresenceState>("open");
  const latest = useRef(state);
  latest.current = state;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const enter = (next: PresenceState, endsAfterMs?: number) => {
    clearTimeout(timer.current);
    if (endsAfterMs) timer.current = setTimeout(() => setState("open"), endsAfterMs);
    setState(next);
  };

  const tab = useRef("");
  useEffect(() => {
    tab.current ||= newUuid();
    const report = () => {
      // During a call the phone may hide the page; what was reported then holds for some minutes.
      if (document.visibilityState === "visible") send(latest.current);
    };
    const send = (sent: PresenceState | "left") =>
      postInBackground(PRESENCE_PATH, { id: requestId, tab: tab.current, state: sent });
    const leave = () => send("left");
    const heartbeat = setInterval(report, HEARTBEAT_MS);
    document.addEventListener("visibilitychange", report);
    window.addEventListener("pagehide", leave);
    // Back from the browser's cache of pages.
    window.addEventListener("pageshow", report);
    return () => {
      clearInterval(heartbeat);
      clearTimeout(timer.current);
      document.removeEventListener("visibilitychange", report);
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", report);
      leave();
    };
  }, [requestId]);
  useEffect(
    () => postInBackground(PRESENCE_PATH, { id: requestId, tab: tab.current, state }),
    [requestId, state],
  );

  return {
    people,
    isCalling: state === "calling",
    // A note that is written during a call does not end it.
    reportTyping: () => latest.current !== "calling" && enter("typing", TYPING_MS),
    startCalling: () => enter("calling", LONGEST_CALL_MS),
    endCalling: () => enter("open"),
  };
}
