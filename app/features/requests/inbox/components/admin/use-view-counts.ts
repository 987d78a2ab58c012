import { useEffect, useState } from "react";
import type { ViewCounts } from "../../inbox.server.ts";
import type { LiveViewCounts } from "../../live-counts.server.ts";
import { subscribeToRequestEvents } from "./request-events.ts";

/**
 * The counts of the views: as the page was loaded, and then as requests arrive and change.
 * @param loaded `at`: when they were counted, ms since 1970 on the server's clock
 */
export function useViewCounts(loaded: LiveViewCounts): ViewCounts {
  const [live, setLive] = useState<LiveViewCounts | null>(null);
  useEffect(
    () =>
      subscribeToRequestEvents((event) => {
        if (event.kind === "counts") setLive({ counts: event.counts, at: event.at });
      }),
    [],
  );
  // A list that was loaded later has newer counts.
  return live && live.at >= loaded.at ? { ...loaded.counts, ...live.counts } : loaded.counts;
}
