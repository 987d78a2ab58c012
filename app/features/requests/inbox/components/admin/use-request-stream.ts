import { useEffect, useRef } from "react";
import type { FeedEvent } from "../../request-feed.server.ts";

/** Name of the lock and the channel that the tabs of a browser share. */
export const STREAM_NAME = "request-stream";
/** Changes in quick succession, such as a declined offer and the next one, cause one reload. */
const DEBOUNCE_MS = 150;

/**
 * Calls back when a request changes, for example when it is delivered to the CRM. The events come
 * from the tab that reads the stream (`useNewRequests`), which may be this one.
 */
export function useRequestStream(requestId: string, onChange: () => void) {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const channel = new BroadcastChannel(STREAM_NAME);
    channel.onmessage = ({ data }) => {
      const event = data as FeedEvent;
      if (event.kind === "new" || (event.kind === "changed" && !event.ids.includes(requestId)))
        return;
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(), DEBOUNCE_MS);
    };
    return () => {
      clearTimeout(timer);
      channel.close();
    };
  }, [requestId]);
}
