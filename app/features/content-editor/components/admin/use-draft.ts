import { useCallback, useEffect, useRef, useState } from "react";
import { ACTIVE_EVENT } from "#app/lib/background-fetch.ts";
import { dropCopy, keepCopy } from "./draft-copy.ts";

/** So long after the last change a draft is kept. */
const TYPING_PAUSE_MS = 1_500;
/** What could not be kept is tried again. */
const RETRY_MS = 10_000;

type Draft = { key: string; baseVersion: number; values: unknown; keepEarlier?: number };
type DraftOptions = Omit<Draft, "keepEarlier"> & {
  /** Where drafts are kept. */
  path: string;
  /** When the server kept the latest draft that the page knows of, in milliseconds; 0 for none. */
  keptAt: number;
  /** Whether there is anything that is not saved. */
  isChanged: boolean;
  /** When the server kept an earlier draft that this one must not replace, in milliseconds. */
  keepEarlier?: number;
  /** That draft has another key now. */
  onSetAside: (savedAt: number) => void;
  /** Nothing is written until an earlier draft is safe on the server. */
  isPaused: boolean;
};
export type DraftState =
  | { state: "none" }
  | { state: "kept"; at: number }
  | { state: "failed" }
  | { state: "signed-out" };

/** Posts to where drafts are kept. */
export const sendToDrafts = (path: string, body: object) =>
  fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
/** For a page that goes. A beacon takes at most 64 kB; a larger draft is tried the usual way. */
function sendLast(path: string, draft: Draft): void {
  const sent = navigator.sendBeacon(
    path,
    new Blob([JSON.stringify(draft)], { type: "application/json" }),
  );
  if (!sent) void sendToDrafts(path, draft).catch(() => {});
}

/** Sends a draft and tells what became of it. */
export async function keepDraft(path: string, draft: Draft): Promise<DraftState> {
  try {
    const response = await sendToDrafts(path, draft);
    // The portal leads whoever has no session to the login.
    if (response.redirected) return { state: "signed-out" };
    const { savedAt }: { savedAt?: number } = response.ok ? await response.json() : {};
    return savedAt ? { state: "kept", at: savedAt } : { state: "failed" };
  } catch {
    return { state: "failed" };
  }
}

/** Keeps what was typed on the server, a moment after the last change and when the page goes. */
export function useDraft({
  path,
  key,
  baseVersion,
  values,
  isChanged,
  isPaused,
  keptAt,
  ...options
}: DraftOptions) {
  const [kept, setKept] = useState<DraftState>({ state: "none" });
  /** What is changed and not kept yet. */
  const waiting = useRef<Draft | null>(null);
  const isStored = useRef(false);
  const latest = useRef(options);
  latest.current = options;
  const lastKept = useRef(keptAt);
  lastKept.current = Math.max(lastKept.current, keptAt);
  const tabs = useRef<BroadcastChannel>(undefined);
  /** What is changed, kept or not. */
  const held = useRef<Draft | null>(null);
  held.current = isChanged && !isPaused ? { key, baseVersion, values } : null;

  const settle = useCallback(() => {
    waiting.current = null;
    dropCopy(key);
  }, [key]);
  /** Nothing more to keep: it was saved, and the server has forgotten the draft. */
  const forget = useCallback(() => {
    settle();
    tabs.current?.postMessage("forgotten");
  }, [settle]);
  const drop = useCallback(async () => {
    settle();
    isStored.current = false;
    setKept({ state: "none" });
    await sendToDrafts(path, { intent: "drop", key }).catch(() => {});
    forget();
  }, [path, key, settle, forget]);
  /** Writes a draft, and says what became of it. */
  const write = useCallback(
    async (draft: Draft): Promise<DraftState> => {
      isStored.current = true;
      const keepEarlier = draft.keepEarlier ?? latest.current.keepEarlier;
      const now = await keepDraft(path, { ...draft, keepEarlier });
      if (now.state !== "kept") return now;
      if (keepEarlier !== undefined) latest.current.onSetAside(keepEarlier);
      lastKept.current = now.at;
      // Whoever writes is not idle.
      window.dispatchEvent(new Event(ACTIVE_EVENT));
      return now;
    },
    [path],
  );
  const keepWaiting = useCallback(async () => {
    const draft = waiting.current;
    if (!draft) return;
    const now = await write(draft);
    // What is typed after this went off waits for its own turn.
    if (now.state === "kept" && waiting.current === draft) settle();
    setKept(now);
  }, [write, settle]);

  useEffect(() => {
    if (isPaused) return;
    if (!isChanged) {
      if (isStored.current) void drop();
      else if (waiting.current) settle();
      return;
    }
    waiting.current = { key, baseVersion, values };
    const timer = setTimeout(keepWaiting, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, baseVersion, values, isChanged, isPaused, drop, settle, keepWaiting]);

  const isMissing = kept.state === "failed" || kept.state === "signed-out";
  useEffect(() => {
    if (!isMissing) return;
    const again = () => void keepWaiting();
    const timer = setInterval(again, RETRY_MS);
    window.addEventListener("online", again);
    window.addEventListener("focus", again);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", again);
      window.removeEventListener("focus", again);
    };
  }, [isMissing, keepWaiting]);

  // A person has one draft of a thing: what another tab still holds is kept again when this one's
  // is forgotten.
  useEffect(() => {
    const channel = new BroadcastChannel(`draft:${key}`);
    tabs.current = channel;
    channel.onmessage = () => {
      waiting.current = held.current;
      void keepWaiting();
    };
    return () => {
      // The channel is closed once the editor is gone, and other tabs need not hear of a draft
      // dropped then.
      tabs.current = undefined;
      channel.close();
    };
  }, [key, keepWaiting]);

  usePageEnd(() => {
    if (!waiting.current) return;
    isStored.current = true;
    const last = { ...waiting.current, keepEarlier: latest.current.keepEarlier };
    keepCopy(last, lastKept.current);
    sendLast(path, last);
  });
  return {
    ...{ kept, drop, forget, write },
    /** Writes what is in the editor now, changed or not. */
    flush: () => write({ key, baseVersion, values }),
  };
}

/** When the page is hidden, left or closed. */
function usePageEnd(act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const end = () => latest.current();
    const onHide = () => {
      if (document.visibilityState === "hidden") end();
    };
    document.addEventListener("visibilitychange", onHide);
    window.addEventListener("pagehide", end);
    return () => {
      document.removeEventListener("visibilitychange", onHide);
      window.removeEventListener("pagehide", end);
      end();
    };
  }, []);
}
