import { useEffect } from "react";
import { presenceStore } from "../../../presence/components/admin/presence-store.ts";
import { createRecentChanges } from "../../recent-changes.ts";
import { followStream } from "./follow-stream.ts";
import { dispatchRequestEvent, type RequestEvent } from "./request-events.ts";

/** Name of the lock and the channel that the tabs of a browser share. */
const STREAM_NAME = "request-stream";

/** `hello`: a tab that begins asks who has which request open, and what happened a moment ago. */
type TabMessage = RequestEvent | { kind: "hello" };

/**
 * Calls `read` while this tab holds the lock.
 * @param read gets whether another tab has held it before
 */
async function readWithLock(
  signal: AbortSignal,
  read: (isTakeover: boolean) => Promise<void>,
): Promise<void> {
  // Browsers support locks only over TLS; without them, each tab opens its own stream.
  if (!navigator.locks) return read(false);
  const isFree = await navigator.locks.request(STREAM_NAME, { ifAvailable: true }, async (lock) => {
    if (lock) await read(false);
    return lock !== null;
  });
  if (!isFree) await navigator.locks.request(STREAM_NAME, { signal }, () => read(true));
}

/**
 * Receives the event stream for everything in this tab: the tab that holds the lock reads it and
 * passes events to the other tabs; when it closes, the next tab takes over. Mounted once, by the
 * frame of the portal.
 * @param viewerId the signed-in person
 */
export function useStreamReader(viewerId: string): void {
  useEffect(() => {
    presenceStore.setViewer(viewerId);
    const stop = new AbortController();
    const channel = new BroadcastChannel(STREAM_NAME);
    const recent = createRecentChanges();
    let isReader = false;
    const pass = (message: TabMessage) => channel.postMessage(message);
    const handle = (event: RequestEvent) => {
      presenceStore.apply(event);
      dispatchRequestEvent(event);
    };
    channel.onmessage = ({ data }) => {
      const message = data as TabMessage;
      if (message.kind !== "hello") return handle(message);
      if (!isReader) return;
      pass({ kind: "presence", requests: presenceStore.listAll() });
      for (const event of recent.list()) pass(event);
    };
    pass({ kind: "hello" });
    const read = (isTakeover: boolean) => {
      isReader = true;
      const receive = (event: RequestEvent) => {
        if (event.kind === "new" || event.kind === "changed" || event.kind === "synced")
          recent.add(event);
        handle(event);
        pass(event);
      };
      return followStream(stop.signal, receive, { isTakeover });
    };
    readWithLock(stop.signal, read).catch(() => {});
    return () => {
      stop.abort();
      channel.close();
    };
  }, [viewerId]);
}
