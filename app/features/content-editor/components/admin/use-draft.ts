import { useCallback, useEffect, useRef, useState } from "react";
import { ACTIVE_EVENT } from "#app/lib/background-fetch.ts";
import { deleteDraftCopy, saveDraftCopy } from "./draft-copy.ts";

/** So long after the last change a draft is kept. */
const TYPING_PAUSE_MS = 1_500;
/** What could not be kept is tried again. */
const RETRY_MS = 10_000;

type Draft = { key: string; baseVersion: number; values: unknown; earlierSavedAt?: number };
type DraftOptions = Omit<Draft, "earlierSavedAt"> & {
  /** Where drafts are kept. */
  path: string;
  /** When the server kept the latest draft that the page knows of, in milliseconds; 0 for none. */
  serverSavedAt: number;
  /** Whether there is anything that is not saved. */
  isChanged: boolean;
  /** When the server kept an earlier draft that this one must not replace, in milliseconds. */
  earlierSavedAt?: number;
  /** That draft has another key now. */
  onEarlierKept: (savedAt: number) => void;
  /** Nothing is written until an earlier draft is safe on the server. */
  isPaused: boolean;
};
export type DraftState =
  | { state: "none" }
  | { state: "saved"; at: number }
  | { state: "failed" }
  | { state: "signed-out" };

/** Posts to where drafts are kept. */
export const postDraft = (path: string, body: object) =>
  fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
/** For a page that goes. A beacon takes at most 64 kB; a larger draft is tried the usual way. */
function sendDraftBeacon(path: string, draft: Draft): void {
  const sent = navigator.sendBeacon(
    path,
    new Blob([JSON.stringify(draft)], { type: "application/json" }),
  );
  if (!sent) void postDraft(path, draft).catch(() => {});
}

/** Sends a draft and tells what became of it. */
export async function saveDraft(path: string, draft: Draft): Promise<DraftState> {
  try {
    const response = await postDraft(path, draft);
    // The portal leads whoever has no session to the login.
    if (response.redirected) return { state: "signed-out" };
    const { savedAt }: { savedAt?: number } = response.ok ? await response.json() : {};
    return savedAt ? { state: "saved", at: savedAt } : { state: "failed" };
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
  serverSavedAt,
  ...options
}: DraftOptions) {
  const [draftState, setDraftState] = useState<DraftState>({ state: "none" });
  /** What is changed and not kept yet. */
  const pending = useRef<Draft | null>(null);
  const isStored = useRef(false);
  const latest = useRef(options);
  latest.current = options;
  const lastSavedAt = useRef(serverSavedAt);
  lastSavedAt.current = Math.max(lastSavedAt.current, serverSavedAt);
  const channelRef = useRef<BroadcastChannel>(undefined);
  /** What is changed, kept or not. */
  const unsaved = useRef<Draft | null>(null);
  unsaved.current = isChanged && !isPaused ? { key, baseVersion, values } : null;

  const clearPending = useCallback(() => {
    pending.current = null;
    deleteDraftCopy(key);
  }, [key]);
  /** Nothing more to keep: it was saved, and the server has forgotten the draft. */
  const markSaved = useCallback(() => {
    clearPending();
    channelRef.current?.postMessage("forgotten");
  }, [clearPending]);
  const deleteDraft = useCallback(async () => {
    clearPending();
    isStored.current = false;
    setDraftState({ state: "none" });
    await postDraft(path, { intent: "drop", key }).catch(() => {});
    markSaved();
  }, [path, key, clearPending, markSaved]);
  /** Writes a draft, and says what became of it. */
  const write = useCallback(
    async (draft: Draft): Promise<DraftState> => {
      isStored.current = true;
      const earlierSavedAt = draft.earlierSavedAt ?? latest.current.earlierSavedAt;
      const now = await saveDraft(path, { ...draft, earlierSavedAt });
      if (now.state !== "saved") return now;
      if (earlierSavedAt !== undefined) latest.current.onEarlierKept(earlierSavedAt);
      lastSavedAt.current = now.at;
      // Whoever writes is not idle.
      window.dispatchEvent(new Event(ACTIVE_EVENT));
      return now;
    },
    [path],
  );
  const savePending = useCallback(async () => {
    const draft = pending.current;
    if (!draft) return;
    const now = await write(draft);
    // What is typed after this went off waits for its own turn.
    if (now.state === "saved" && pending.current === draft) clearPending();
    setDraftState(now);
  }, [write, clearPending]);

  useEffect(() => {
    if (isPaused) return;
    if (!isChanged) {
      if (isStored.current) void deleteDraft();
      else if (pending.current) clearPending();
      return;
    }
    pending.current = { key, baseVersion, values };
    const timer = setTimeout(savePending, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, baseVersion, values, isChanged, isPaused, deleteDraft, clearPending, savePending]);

  const isUnsaved = draftState.state === "failed" || draftState.state === "signed-out";
  useEffect(() => {
    if (!isUnsaved) return;
    const retry = () => void savePending();
    const timer = setInterval(retry, RETRY_MS);
    window.addEventListener("online", retry);
    window.addEventListener("focus", retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", retry);
      window.removeEventListener("focus", retry);
    };
  }, [isUnsaved, savePending]);

  // A person has one draft of a thing: what another tab still holds is kept again when this one's
  // is forgotten.
  useEffect(() => {
    const channel = new BroadcastChannel(`draft:${key}`);
    channelRef.current = channel;
    channel.onmessage = () => {
      pending.current = unsaved.current;
      void savePending();
    };
    return () => {
      // The channel is closed once the editor is gone, and other tabs need not hear of a draft
      // dropped then.
      channelRef.current = undefined;
      channel.close();
    };
  }, [key, savePending]);

  usePageLeave(() => {
    if (!pending.current) return;
    isStored.current = true;
    const last = { ...pending.current, earlierSavedAt: latest.current.earlierSavedAt };
    saveDraftCopy(last, lastSavedAt.current);
    sendDraftBeacon(path, last);
  });
  return {
    ...{ draftState, deleteDraft, markSaved, write },
    /** Writes what is in the editor now, changed or not. */
    flush: () => write({ key, baseVersion, values }),
  };
}

/** When the page is hidden, left or closed. */
function usePageLeave(act: () => void): void {
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
