import { useEffect, useRef } from "react";
import { useFetcher } from "./use-fetcher.ts";

/**
 * A fetcher that calls `onReply` once for each reply, when the page has reloaded its data too. The
 * fetcher itself keeps a reply until the next one arrives.
 */
export function useReplyFetcher<Reply>(onReply: (reply: Reply) => void) {
  const fetcher = useFetcher<Reply>();
  // Replies are plain JSON, which the router's type cannot know here.
  const reply = fetcher.data as Reply | undefined;
  const latest = useRef(onReply);
  latest.current = onReply;
  const handled = useRef<Reply>(undefined);
  const isIdle = fetcher.state === "idle";
  useEffect(() => {
    if (!isIdle || !reply || reply === handled.current) return;
    handled.current = reply;
    latest.current(reply);
  }, [isIdle, reply]);
  return fetcher;
}
