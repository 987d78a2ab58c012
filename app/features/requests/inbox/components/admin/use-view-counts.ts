import { useEffect, useState } from "react";
import type { ViewCounts } from "../../inbox.server.ts";
import type { LiveViewCounts } from "../../live-counts.server.ts";
import { subscribeToRequestEvents } from "./request-events.ts";

export type LoadedCounts = Pick<LiveViewCounts, "counts" | "at"> & {
  /** Whose "Assigned to me" it is. */
  userId: string;
};

type SentCounts = Omit<LiveViewCounts, "mine"> & Partial<Pick<LiveViewCounts, "mine">>;

/** The counts of the views: as the page was loaded, and then as requests arrive and change. */
export function useViewCounts(loaded: LoadedCounts): ViewCounts {
  const [live, setLive] = useState<SentCounts | null>(null);
  useEffect(
    () =>
      subscribeToRequestEvents((event) => {
        if (event.kind === "counts") setLive(event);
      }),
    [],
  );
  // A list that was loaded later has newer counts.
  if (!live || live.at < loaded.at) return loaded.counts;
  // While an update is installed, an older server may send the event, without anybody's own work.
  const mine = live.mine?.[loaded.userId] ?? loaded.counts.mine;
  return { ...loaded.counts, ...live.counts, ...(mine !== undefined && { mine }) };
}
