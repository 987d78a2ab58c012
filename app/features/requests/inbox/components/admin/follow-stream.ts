import type { AlarmSummary, InboxAlert } from "../../../assignments/schema.ts";
import type { PresentPeople } from "../../../presence/schema.ts";
import type { LiveViewCounts } from "../../live-counts.server.ts";
import type { NewestRequest, RequestChange } from "../../request-feed.server.ts";
import { LIST_PATH } from "../../schema.ts";
import type { RequestEvent } from "./request-events.ts";

const FIRST_RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 300_000;

type ChangeData = Pick<RequestChange, "ids" | "at">;

/** Converts the data of each kind of event to the event. */
const PARSERS: Record<string, (data: unknown) => RequestEvent> = {
  new: (data) => ({ kind: "new", ...(data as ChangeData) }),
  changed: (data) => ({ kind: "changed", ...(data as ChangeData) }),
  synced: (data) => ({ kind: "synced", ...(data as ChangeData) }),
  missed: () => ({ kind: "missed" }),
  newest: (data) => ({ kind: "newest", newest: data as NewestRequest }),
  presence: (data) => ({ kind: "presence", requests: data as PresentPeople[] }),
  alarms: (data) => ({ kind: "alarms", summary: data as AlarmSummary }),
  counts: (data) => ({ kind: "counts", ...(data as LiveViewCounts) }),
  alert: (data) => ({ kind: "alert", alert: data as InboxAlert }),
};

/**
 * Reads the event stream until the session or the page ends; reconnects after failures.
 * @param options.isTakeover another tab has read it so far: events may have been lost in between
 */
export function followStream(
  signal: AbortSignal,
  onEvent: (event: RequestEvent) => void,
  { isTakeover }: { isTakeover: boolean },
): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let retryMs = FIRST_RETRY_MS;
    let broken = isTakeover;
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
        onEvent({ kind: "connected" });
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
      for (const [kind, parse] of Object.entries(PARSERS))
        source.addEventListener(kind, ({ data }) => onEvent(parse(JSON.parse(data))));
      source.addEventListener("ended", end);
      source.addEventListener("replaced", waitUntilVisible);
    };
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", end);
    open();
  });
}
