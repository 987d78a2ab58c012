import { useEffect, useRef, useState } from "react";
import { subscribeToRequestEvents } from "./request-events.ts";

/**
 * Which of the shown requests were changed since they were loaded, for example called by a colleague.
 * @param loaded when the requests were loaded (ms since 1970), and their ids
 */
export function useChangedRequests(loaded: {
  at: number;
  ids: readonly string[];
}): ReadonlySet<string> {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const shownIds = useRef(loaded.ids);
  shownIds.current = loaded.ids;
  useEffect(
    () =>
      subscribeToRequestEvents((event) => {
        if (event.kind !== "changed") return;
        const shown = event.ids.filter((id) => shownIds.current.includes(id));
        if (shown.length > 0) setChanged((current) => new Set([...current, ...shown]));
      }),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: requests that were loaded again have the changes
  useEffect(() => setChanged(new Set()), [loaded.at]);
  return changed;
}
