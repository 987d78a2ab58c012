import { useEffect, useRef } from "react";
import type { FeedEvent } from "../../request-feed.server.ts";

/** Name of the lock and the channel that the tabs of a browser share. */
export const STREAM_NAME = "request-stream";
/** Changes that follow each other, such as a no and the next offer, cause one reload. */
const GATHER_MS = 150;

/**
 * Calls back when a request changes, such as by an answer to its offer or its delivery to the CRM.
 * Events come from the tab that holds the stream, which may be this one.
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
      timer = setTimeout(() => latest.current(), GATHER_MS);
    };
    return () => {
      clearTimeout(timer);
      channel.close();
    };
  }, [requestId]);
}
