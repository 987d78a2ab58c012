import { useEffect, useRef, useState } from "react";
import type { FeedEvent } from "../../request-feed.server.ts";
import { LIST_PATH } from "../../schema.ts";
import { STREAM_NAME } from "./use-request-stream.ts";

const FIRST_RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 300_000;

/** Reads the event stream until the session or the page ends; reconnects after failures. */
function followStream(signal: AbortSignal, onEvent: (event: FeedEvent) => void): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let retryMs = FIRST_RETRY_MS;
    let broken = false;
    const end = () => {
      source?.close();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", handleVisible);
      resolve();
    };
    // Too many tabs have a stream, so this one waits until it becomes visible.
    const waitUntilVisible = () => {
      broken = true;
      source?.close();
      document.addEventListener("visibilitychange", handleVisible);
    };
    const handleVisible = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", handleVisible);
      open();
    };
    const open = () => {
      source = new EventSource(`${LIST_PATH}/stream`);
      source.onopen = () => {
        if (broken) onEvent({ kind: "missed" });
        broken = false;
        retryMs = FIRST_RETRY_MS;
      };
      source.onerror = () => {
        broken = true;
        // The browser reconnects after a broken connection, but not after an error response.
        if (source?.readyState !== EventSource.CLOSED) return;
        timer = setTimeout(open, retryMs);
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      };
      for (const kind of ["new", "changed"] as const)
        source.addEventListener(kind, ({ data }) =>
          onEvent({ kind, ids: JSON.parse(data) as string[] }),
        );
      source.addEventListener("missed", () => onEvent({ kind: "missed" }));
      source.addEventListener("ended", end);
      source.addEventListener("replaced", waitUntilVisible);
    };
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", end);
    open();
  });
}

/**
 * Counts the requests that arrived since the list was loaded. The tab that holds the lock reads the
 * stream and passes events to the other tabs; when it closes, the next tab takes over.
 * @param loaded the list: when it was loaded (ms since 1970), whether it starts with the newest
 * request, and the ids of its requests
 * @returns `missed`: the connection was interrupted, so there may be more
 */
export function useNewRequests(loaded: {
  at: number;
  fromNewest: boolean;
  ids: readonly string[];
}) {
  const [arrived, setArrived] = useState<{ ids: ReadonlySet<string>; missed: boolean }>({
    ids: new Set(),
    missed: false,
  });
  const listedIds = useRef(loaded.ids);
  listedIds.current = loaded.ids;

  useEffect(() => {
    const stop = new AbortController();
    const channel = new BroadcastChannel(STREAM_NAME);
    const handleEvent = (event: FeedEvent) => {
      if (event.kind === "changed") return;
      setArrived((current) =>
        event.kind === "missed"
          ? { ...current, missed: true }
          : {
              ...current,
              ids: new Set([
                ...current.ids,
                ...event.ids.filter((id) => !listedIds.current.includes(id)),
              ]),
            },
      );
    };
    channel.onmessage = ({ data }) => handleEvent(data as FeedEvent);
    const lead = () =>
      followStream(stop.signal, (event) => {
        handleEvent(event);
        channel.postMessage(event);
      });
    // Browsers support locks only over TLS; without them, each tab opens its own stream.
    if (navigator.locks)
      navigator.locks.request(STREAM_NAME, { signal: stop.signal }, lead).catch(() => {});
    else void lead();
    return () => {
      stop.abort();
      channel.close();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that starts with the newest request includes them
  useEffect(() => {
    if (loaded.fromNewest) setArrived({ ids: new Set(), missed: false });
  }, [loaded.at, loaded.fromNewest]);
  return { count: arrived.ids.size, missed: arrived.missed };
}
