import { useEffect, useState } from "react";
import type { ViewCounts } from "../../inbox.server.ts";
import { subscribeToRequestEvents } from "./request-events.ts";

/** The counts of the views: as the page was loaded, and then as requests arrive and change. */
export function useViewCounts(loaded: ViewCounts): ViewCounts {
  const [live, setLive] = useState<{ since: ViewCounts; counts: ViewCounts } | null>(null);
  useEffect(
    () =>
      subscribeToRequestEvents((event) => {
        if (event.kind === "counts") setLive({ since: loaded, counts: event.counts });
      }),
    [loaded],
  );
  // A list that was loaded later has newer counts.
  return live?.since === loaded ? { ...loaded, ...live.counts } : loaded;
}
