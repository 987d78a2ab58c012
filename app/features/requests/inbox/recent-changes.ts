import type { RequestChange } from "./request-feed.server.ts";

/** Longer than a page takes to load, start its script and connect, also on a slow phone. */
const KEPT_MS = 30_000;
const MOST_KEPT = 300;

/**
 * The latest events about new and changed requests. They are sent again to whoever begins to listen:
 * a page was loaded some time before. Each has its time, so that whoever knows it already ignores it.
 * @param now ms since 1970
 */
export function createRecentChanges(now: () => number = Date.now) {
  let kept: { event: RequestChange; since: number }[] = [];
  const drop = () => {
    kept = kept.filter(({ since }) => since > now() - KEPT_MS).slice(-MOST_KEPT);
  };
  return {
    add(event: RequestChange): void {
      kept.push({ event, since: now() });
      if (kept.length > 2 * MOST_KEPT) drop();
    },
    list(): RequestChange[] {
      drop();
      return kept.map(({ event }) => event);
    },
  };
}
