import { useEffect } from "react";
import { presenceStore } from "../../../presence/components/admin/presence-store.ts";
import { followStream } from "./follow-stream.ts";
import { dispatchRequestEvent, type RequestEvent } from "./request-events.ts";

/** Name of the lock and the channel that the tabs of a browser share. */
const STREAM_NAME = "request-stream";

/** `hello`: a tab that begins asks who has which request open. */
type TabMessage = RequestEvent | { kind: "hello" };

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
    let isReader = false;
    const pass = (message: TabMessage) => channel.postMessage(message);
    const handle = (event: RequestEvent) => {
      presenceStore.apply(event);
      dispatchRequestEvent(event);
    };
    channel.onmessage = ({ data }) => {
      const message = data as TabMessage;
      if (message.kind !== "hello") handle(message);
      else if (isReader) pass({ kind: "presence", requests: presenceStore.listAll() });
    };
    pass({ kind: "hello" });
    const read = () => {
      isReader = true;
      return followStream(stop.signal, (event) => {
        handle(event);
        pass(event);
      });
    };
    // Browsers support locks only over TLS; without them, each tab opens its own stream.
    if (navigator.locks)
      navigator.locks.request(STREAM_NAME, { signal: stop.signal }, read).catch(() => {});
    else void read();
    return () => {
      stop.abort();
      channel.close();
    };
  }, [viewerId]);
}
