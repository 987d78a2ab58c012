import type { StreamEnd } from "#app/features/auth/session-watch.server.ts";
import { encodeEvent, type FeedEvent, type RequestFeed } from "./request-feed.server.ts";

const HEARTBEAT_MS = 20_000;
const RETRY_MS = 5_000;

type StreamOptions = {
  feed: Pick<RequestFeed, "subscribe">;
  /** What the stream starts with: the state that its later events change. */
  initial?: () => Promise<FeedEvent[]>;
  /** Whether the session is still valid; checked at each heartbeat. */
  isSessionLive: () => Promise<boolean>;
  /**
   * Calls back once if the stream must end before its next heartbeat.
   * @returns a function that cancels this
   */
  watch: (end: (why: StreamEnd) => void) => () => void;
  /** Aborted when the browser disconnects or the process stops. */
  signals: readonly AbortSignal[];
  heartbeatMs?: number;
};

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(": still here\n\n");

/**
 * Server-sent events: `new` and `changed` with ids of requests, `missed` where some may have been
 * lost, `newest` with the request that was stored last, `presence` with who has which request open, `alarms` and `alert` about requests that wait, `counts` of the views;
 * `ended` when the session is over, `replaced` when the person has opened too many other streams. The
 * stream ends with the session, the connection or the process.
 */
export function streamRequests({
  feed,
  initial,
  isSessionLive,
  watch,
  signals,
  heartbeatMs = HEARTBEAT_MS,
}: StreamOptions): Response {
  const ended = AbortSignal.any([...signals]);
  let close = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let open = true;
      const write = (frame: Uint8Array) => {
        if (open) controller.enqueue(frame);
      };
      const unsubscribe = feed.subscribe((_event, frame) => write(frame));
      const heartbeat = setInterval(async () => {
        // If the check itself fails, the stream just ends, and the browser reconnects.
        const live = await isSessionLive().catch(() => null);
        if (live) return write(HEARTBEAT);
        if (live === false) return end("ended");
        close();
      }, heartbeatMs);
      const end = (why: StreamEnd) => {
        write(encoder.encode(`event: ${why}\ndata: []\n\n`));
        close();
      };
      const unwatch = watch(end);
      close = () => {
        if (!open) return;
        open = false;
        clearInterval(heartbeat);
        unsubscribe();
        unwatch();
        ended.removeEventListener("abort", close);
        try {
          controller.close();
        } catch {
          // The reader has cancelled already.
        }
      };
      ended.addEventListener("abort", close);
      write(encoder.encode(`retry: ${RETRY_MS}\n\n`));
      if (ended.aborted) return close();
      // Without it the portal shows what its page was loaded with, until the next change.
      initial?.().then(
        (events) => {
          for (const event of events) write(encodeEvent(event));
        },
        () => {},
      );
    },
    cancel: () => close(),
  });
  return new Response(body, {
    headers: { "Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no" },
  });
}
