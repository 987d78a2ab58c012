import { useEffect, useRef } from "react";
import type { FeedEvent } from "../../request-feed.server.ts";

/** Lock and channel of the stream that the tabs of a browser share. */
export const STREAM_NAME = "request-stream";
/** A change and what follows from it, such as a no and the next offer, are read together. */
const GATHER_MS = 150;

/**
 * Calls back when something has happened to a request meanwhile, such as an answer to its offer or
 * its delivery to the CRM, as told by the tab that holds the stream; of one's own tab too, since
 * the list below the request passes on what it hears.
 */
export function useRequestStream(requestId: string, onNews: () => void) {
  const latest = useRef(onNews);
  latest.current = onNews;
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
