import { useEffect, useRef, useState } from "react";
import { subscribeToRequestEvents } from "./request-events.ts";

/**
 * Counts the requests that arrived since the list was loaded.
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

  useEffect(
    () =>
      subscribeToRequestEvents((event) => {
        if (event.kind === "missed") setArrived((current) => ({ ...current, missed: true }));
        if (event.kind !== "new") return;
        const added = event.ids.filter((id) => !listedIds.current.includes(id));
        setArrived((current) => ({ ...current, ids: new Set([...current.ids, ...added]) }));
      }),
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that starts with the newest request includes them
  useEffect(() => {
    if (loaded.fromNewest) setArrived({ ids: new Set(), missed: false });
  }, [loaded.at, loaded.fromNewest]);
  return { count: arrived.ids.size, missed: arrived.missed };
}
