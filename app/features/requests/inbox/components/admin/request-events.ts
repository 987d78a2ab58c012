import type { FeedEvent } from "../../request-feed.server.ts";

/** `connected`: the stream begins, and its first events have the state as of now. */
export type RequestEvent = FeedEvent | { kind: "connected" };
type Listener = (event: RequestEvent) => void;

const listeners = new Set<Listener>();

/** Passes an event of the stream to everything in this tab that listens. */
export function dispatchRequestEvent(event: RequestEvent): void {
  for (const listener of listeners) listener(event);
}

/**
 * Calls back for each event about requests, from whichever tab reads the stream, until the returned
 * function is called.
 */
export function subscribeToRequestEvents(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
