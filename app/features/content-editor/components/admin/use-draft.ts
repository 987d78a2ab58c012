import { useCallback, useEffect, useRef, useState } from "react";
import { STAFF_ACTIVE_EVENT } from "#app/lib/background-fetch.ts";
import { deleteDraftCopy, saveDraftCopy } from "./draft-copy.ts";

/** A draft is saved this long after the last change. */
const TYPING_PAUSE_MS = 1_500;
/** Interval of retries after a failed save. */
const RETRY_MS = 10_000;

type Draft = { key: string; baseVersion: number; values: unknown; earlierSavedAt?: number };
type DraftOptions = Omit<Draft, "earlierSavedAt"> & {
  /** URL of the drafts endpoint. */
  path: string;
  /** When the server saved the latest draft known to this page, in milliseconds; 0 for none. */
  serverSavedAt: number;
  /** Whether there are unsaved changes. */
  isChanged: boolean;
  /** When the earlier draft was saved that this one must not replace, in milliseconds. */
  earlierSavedAt?: number;
  /** Called when the server has moved that draft to another key. */
  onEarlierKept: (savedAt: number) => void;
  /** No draft is saved until an earlier one is stored on the server. */
  isPaused: boolean;
};
export type DraftState =
  | { state: "none" }
  | { state: "saved"; at: number }
  | { state: "failed" }
  | { state: "signed-out" };

/** Posts to the drafts endpoint. */
export const postDraft = (path: string, body: object) =>
  fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
/**
 * For a page that is being closed. A beacon is limited to 64 kB; a larger draft is sent with fetch.
 */
function sendDraftBeacon(path: string, draft: Draft): void {
  const sent = navigator.sendBeacon(
    path,
    new Blob([JSON.stringify(draft)], { type: "application/json" }),
  );
  if (!sent) void postDraft(path, draft).catch(() => {});
}

/** Saves a draft on the server and returns the result. */
export async function saveDraft(path: string, draft: Draft): Promise<DraftState> {
  try {
    const response = await postDraft(path, draft);
    // The portal redirects to the sign-in page when there is no session.
    if (response.redirected) return { state: "signed-out" };
    const { savedAt }: { savedAt?: number } = response.ok ? await response.json() : {};
    return savedAt ? { state: "saved", at: savedAt } : { state: "failed" };
  } catch {
    return { state: "failed" };
  }
}

/** Saves drafts on the server, shortly after the last change and when the page is closed. */
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
  /** Changes that are not saved as a draft yet. */
  const pending = useRef<Draft | null>(null);
  const isStored = useRef(false);
  const latest = useRef(options);
  latest.current = options;
  const lastSavedAt = useRef(serverSavedAt);
  lastSavedAt.current = Math.max(lastSavedAt.current, serverSavedAt);
  const channelRef = useRef<BroadcastChannel>(undefined);
  /** Unsaved changes, whether stored as a draft or not. */
  const unsaved = useRef<Draft | null>(null);
  unsaved.current = isChanged && !isPaused ? { key, baseVersion, values } : null;

  const clearPending = useCallback(() => {
    pending.current = null;
    deleteDraftCopy(key);
  }, [key]);
  /** The content was saved, and the server has deleted the draft. */
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
  /** Saves a draft and returns its state. */
  const write = useCallback(
    async (draft: Draft): Promise<DraftState> => {
      isStored.current = true;
      const earlierSavedAt = draft.earlierSavedAt ?? latest.current.earlierSavedAt;
      const now = await saveDraft(path, { ...draft, earlierSavedAt });
      if (now.state !== "saved") return now;
      if (earlierSavedAt !== undefined) latest.current.onEarlierKept(earlierSavedAt);
      lastSavedAt.current = now.at;
      // Typing counts as activity of the session.
      window.dispatchEvent(new Event(STAFF_ACTIVE_EVENT));
      return now;
    },
    [path],
  );
  const savePending = useCallback(async () => {
    const draft = pending.current;
    if (!draft) return;
    const now = await write(draft);
    // Changes typed during the request are saved by the next one.
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

  // A person has one draft per content. When this tab's draft is deleted, another tab saves its own
  // unsaved changes again.
  useEffect(() => {
    const channel = new BroadcastChannel(`draft:${key}`);
    channelRef.current = channel;
    channel.onmessage = () => {
      pending.current = unsaved.current;
      void savePending();
    };
    return () => {
      // The channel is closed when the editor unmounts; other tabs need no message about a draft
      // deleted after that.
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
    /** Saves the current values as a draft, changed or not. */
    flush: () => write({ key, baseVersion, values }),
  };
}

/** Runs when the page is hidden, left or closed. */
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
