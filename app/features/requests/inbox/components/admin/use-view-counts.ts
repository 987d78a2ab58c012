import { useEffect, useState } from "react";
import type { ViewCounts } from "../../inbox.server.ts";
import type { LiveViewCounts } from "../../live-counts.server.ts";
import type { RequestListData } from "../../loaders.server.ts";
import { subscribeToRequestEvents } from "./request-events.ts";

/** The counts that the page was loaded with, when, and for whom. */
export type LoadedCounts = Pick<RequestListData, "viewCounts" | "now" | "userId">;

type SentCounts = Omit<LiveViewCounts, "mine"> & Partial<Pick<LiveViewCounts, "mine">>;

/** The counts of the views: as the page was loaded, and then as requests arrive and change. */
export function useViewCounts({ viewCounts, now, userId }: LoadedCounts): ViewCounts {
  const [live, setLive] = useState<SentCounts | null>(null);
  useEffect(
    () =>
      subscribeToRequestEvents((event) => {
        if (event.kind === "counts") setLive(event);
      }),
    [],
  );
  // A list that was loaded later has newer counts.
  if (!live || live.at < now) return viewCounts;
  // While an update is installed, an older server may send the event, without anybody's own work.
  const mine = live.mine?.[userId];
  return { ...viewCounts, ...live.counts, ...(mine !== undefined && { mine }) };
}
