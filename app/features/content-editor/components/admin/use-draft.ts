import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { STAFF_ACTIVE_EVENT } from "#app/lib/background-fetch.ts";
import { deleteDraftCopy, saveDraftCopy } from "./draft-copy.ts";
import {
  DRAFT_RETRY_MS,
  type Draft,
  type DraftState,
  deleteDraft,
  saveDraft,
  saveDraftOnLeave,
} from "./draft-requests.ts";
import { useDraftChannel } from "./use-draft-channel.ts";
import { usePageLeave } from "./use-page-leave.ts";

/** A draft is saved this long after the last change. */
const TYPING_PAUSE_MS = 1_500;
/** A save waits at most this long for drafts that were sent before it. */
const MAX_WAIT_MS = 3_000;

type DraftOptions = WriterOptions &
  Omit<Draft, "earlierSavedAt"> & {
    /** Whether there are unsaved changes. */
    isChanged: boolean;
    /** No draft is saved until an earlier one is stored on the server. */
    isPaused: boolean;
  };

/** Saves drafts on the server, shortly after the last change and when the page is closed. */
export function useDraft(options: DraftOptions) {
  const { path, key, baseVersion, values, isChanged, isPaused } = options;
  const [draftState, setDraftState] = useState<DraftState>({ state: "none" });
  /** Changes that are not saved as a draft yet. */
  const pending = useRef<Draft | null>(null);
  /** Whether the server has, or may have, a draft of this page. */
  const isStored = useRef(false);
  const { write, writeOnLeave, waitForWrites } = useDraftWriter(options, isStored);
  const { clearPending, savePending } = usePendingSave(pending, {
    key,
    write,
    onResult: setDraftState,
  });
  const notifyDeleted = useDraftChannel(key, () => {
    pending.current = isChanged && !isPaused ? { key, baseVersion, values } : null;
    void savePending();
  });
  /** The content was saved, and the server has deleted the draft. */
  const markSaved = useCallback(() => {
    clearPending();
    notifyDeleted();
  }, [clearPending, notifyDeleted]);

  useEffect(() => {
    if (isPaused) return;
    if (!isChanged) {
      if (isStored.current) {
        clearPending();
        isStored.current = false;
        setDraftState({ state: "none" });
        void waitForWrites()
          .then(() => deleteDraft(path, { key }))
          .then(markSaved);
      } else if (pending.current) clearPending();
      return;
    }
    pending.current = { key, baseVersion, values };
    const timer = setTimeout(savePending, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [
    path,
    key,
    baseVersion,
    values,
    isChanged,
    isPaused,
    markSaved,
    clearPending,
    savePending,
    waitForWrites,
  ]);
  const isUnsaved = draftState.state === "failed" || draftState.state === "signed-out";
  useRetry(isUnsaved, savePending);
  usePageLeave(() => {
    if (pending.current) writeOnLeave(pending.current);
  });
  return {
    draftState,
    markSaved,
    write,
    /** Saves the current values as a draft, changed or not. */
    flush: () => write({ key, baseVersion, values }),
    /** Resolves when the server has the drafts that were sent: one that came after a save would stay. */
    waitForWrites,
  };
}

type PendingSaveOptions = {
  key: string;
  write: (draft: Draft) => Promise<DraftState>;
  onResult: (result: DraftState) => void;
};

/** Saves the pending changes, or drops them. */
function usePendingSave(
  pending: RefObject<Draft | null>,
  { key, write, onResult }: PendingSaveOptions,
) {
  const clearPending = useCallback(() => {
    pending.current = null;
    deleteDraftCopy(key);
  }, [pending, key]);
  const savePending = useCallback(async () => {
    const draft = pending.current;
    if (!draft) return;
    const result = await write(draft);
    // Changes typed during the request are saved by the next one.
    if (result.state === "saved" && pending.current === draft) clearPending();
    onResult(result);
  }, [pending, write, onResult, clearPending]);
  return { clearPending, savePending };
}

type WriterOptions = {
  /** URL of the drafts endpoint. */
  path: string;
  /** When the server saved the latest draft known to this page, in milliseconds; 0 for none. */
  serverSavedAt: number;
  /** When the earlier draft was saved that the next one must not replace, in milliseconds. */
  earlierSavedAt?: number;
  /** Called when the server has moved that draft to another key. */
  onEarlierKept: (savedAt: number) => void;
};

/** Writes drafts to the server, next to an earlier one. */
function useDraftWriter(
  { path, serverSavedAt, ...options }: WriterOptions,
  isStored: RefObject<boolean>,
) {
  const latest = useRef(options);
  latest.current = options;
  const lastSavedAt = useRef(serverSavedAt);
  lastSavedAt.current = Math.max(lastSavedAt.current, serverSavedAt);
  const { track, waitForWrites } = useOutstandingWrites();

  const write = useCallback(
    async (draft: Draft): Promise<DraftState> => {
      isStored.current = true;
      const earlierSavedAt = draft.earlierSavedAt ?? latest.current.earlierSavedAt;
      const result = await track(saveDraft(path, { ...draft, earlierSavedAt }));
      if (result.state !== "saved") return result;
      if (earlierSavedAt !== undefined) latest.current.onEarlierKept(earlierSavedAt);
      lastSavedAt.current = result.at;
      // Typing counts as activity of the session.
      window.dispatchEvent(new Event(STAFF_ACTIVE_EVENT));
      return result;
    },
    [path, isStored, track],
  );
  /** Nobody sees whether this reaches the server, so that this tab keeps a copy. */
  const writeOnLeave = (draft: Draft) => {
    isStored.current = true;
    const last = { ...draft, earlierSavedAt: latest.current.earlierSavedAt };
    saveDraftCopy(last, lastSavedAt.current);
    track(saveDraftOnLeave(path, last));
  };
  return { write, writeOnLeave, waitForWrites };
}

/** Waits for drafts that were sent, but not longer than a person would. */
function useOutstandingWrites() {
  const outstanding = useRef(new Set<Promise<unknown>>());
  const track = useCallback(<T>(write: Promise<T>): Promise<T> => {
    outstanding.current.add(write);
    void write.finally(() => outstanding.current.delete(write));
    return write;
  }, []);
  const waitForWrites = useCallback(
    () =>
      Promise.race([
        Promise.allSettled(outstanding.current),
        new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS)),
      ]),
    [],
  );
  return { track, waitForWrites };
}

/** Retries at an interval, when the connection is back, and when the window is focused. */
function useRetry(isNeeded: boolean, retry: () => Promise<void>): void {
  useEffect(() => {
    if (!isNeeded) return;
    const run = () => void retry();
    const timer = setInterval(run, DRAFT_RETRY_MS);
    window.addEventListener("online", run);
    window.addEventListener("focus", run);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", run);
      window.removeEventListener("focus", run);
    };
  }, [isNeeded, retry]);
}
