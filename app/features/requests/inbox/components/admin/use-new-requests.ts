import { useEffect, useRef, useState } from "react";
import { addArrived, keepUnlisted, type LoadedList, NONE_ARRIVED } from "./arrived-requests.ts";
import { subscribeToRequestEvents } from "./request-events.ts";

/**
 * Counts the requests that arrived since the list was read.
 * @returns `missed`: the connection was interrupted, so there may be more
 */
export function useNewRequests(loaded: LoadedList) {
  const [arrived, setArrived] = useState(NONE_ARRIVED);
  const latest = useRef(loaded);
  latest.current = loaded;

  useEffect(
    () =>
      subscribeToRequestEvents((event) =>
        setArrived((current) => addArrived(current, event, latest.current)),
      ),
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that starts with the newest request has those that arrived before
  useEffect(
    () => setArrived((current) => keepUnlisted(current, latest.current)),
    [loaded.at, loaded.fromNewest],
  );
  return { count: arrived.at.size, missed: arrived.missed };
}
