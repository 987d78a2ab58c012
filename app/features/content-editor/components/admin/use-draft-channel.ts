import { useCallback, useEffect, useRef } from "react";

/**
 * Connects the tabs in which a person edits the same content: they share one draft.
 * @param onDeleted called when another tab's save or undo has deleted the draft
 * @returns notifies the other tabs that this one has deleted the draft
 */
export function useDraftChannel(key: string, onDeleted: () => void): () => void {
  const channel = useRef<BroadcastChannel>(undefined);
  const latest = useRef(onDeleted);
  latest.current = onDeleted;
  useEffect(() => {
    const opened = new BroadcastChannel(`draft:${key}`);
    opened.onmessage = () => latest.current();
    channel.current = opened;
    return () => {
      // The channel is closed when the editor unmounts; other tabs need no message about a draft
      // deleted after that.
      channel.current = undefined;
      opened.close();
    };
  }, [key]);
  return useCallback(() => channel.current?.postMessage("deleted"), []);
}
