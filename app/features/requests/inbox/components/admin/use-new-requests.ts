import { useEffect, useRef, useState } from "react";
import type { FeedEvent } from "../../request-feed.server.ts";
import { LIST_PATH } from "../../schema.ts";
import { STREAM_NAME } from "./use-request-stream.ts";

const FIRST_RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 300_000;

/** Follows the stream until the session or the page ends; comes back after failures. */
function followStream(signal: AbortSignal, onEvent: (event: FeedEvent) => void): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let retryMs = FIRST_RETRY_MS;
    let broken = false;
    const end = () => {
      source?.close();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", comeBack);
      resolve();
    };
    // Too many tabs have a stream: this one is quiet until somebody looks at it.
    const waitForView = () => {
      broken = true;
      source?.close();
      document.addEventListener("visibilitychange", comeBack);
    };
    const comeBack = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", comeBack);
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
        // The browser tries again by itself only where the connection broke, not where the answer
        // was an error.
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
      source.addEventListener("replaced", waitForView);
    };
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", end);
    open();
  });
}

/**
 * How many requests came since the list was read. One tab of a browser holds the stream, whichever
 * has the lock, and tells the others; when it closes the next one takes over.
 * @param loaded when the list was read, whether from its newest row on, and the ids on it
 */
export function useNewRequests(loaded: {
  at: number;
  fromNewest: boolean;
  ids: readonly string[];
}) {
  const [fresh, setFresh] = useState<{ ids: ReadonlySet<string>; missed: boolean }>({
    ids: new Set(),
    missed: false,
  });
  const known = useRef(loaded.ids);
  known.current = loaded.ids;

  useEffect(() => {
    const stop = new AbortController();
    const channel = new BroadcastChannel(STREAM_NAME);
    const take = (event: FeedEvent) => {
      if (event.kind === "changed") return;
      setFresh((current) =>
        event.kind === "missed"
          ? { ...current, missed: true }
          : {
              ...current,
              ids: new Set([
                ...current.ids,
                ...event.ids.filter((id) => !known.current.includes(id)),
              ]),
            },
      );
    };
    channel.onmessage = ({ data }) => take(data as FeedEvent);
    const lead = () =>
      followStream(stop.signal, (event) => {
        take(event);
        channel.postMessage(event);
      });
    // Without TLS browsers have no locks: each tab then has a stream of its own.
    if (navigator.locks)
      navigator.locks.request(STREAM_NAME, { signal: stop.signal }, lead).catch(() => {});
    else void lead();
    return () => {
      stop.abort();
      channel.close();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that was read anew from its start shows them
  useEffect(() => {
    if (loaded.fromNewest) setFresh({ ids: new Set(), missed: false });
  }, [loaded.at, loaded.fromNewest]);
  return { count: fresh.ids.size, missed: fresh.missed };
}
