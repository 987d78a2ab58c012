import { useEffect, useRef, useState } from "react";
import { addChanged, type Changed, keepUnread } from "./changed-requests.ts";
import { subscribeToRequestEvents } from "./request-events.ts";

const NONE: Changed = new Map();
const isNever = () => false;

/**
 * Which of the shown requests were changed since they were read, for example called by a colleague.
 * @param loaded when the requests were loaded (ms since 1970 on the server's clock), and their ids
 * @param isOwn whether a change is one of this tab, whose result the row shows already
 */
export function useChangedRequests(
  loaded: { at: number; ids: readonly string[] },
  isOwn: (id: string) => boolean = isNever,
): Changed {
  const [changed, setChanged] = useState(NONE);
  const latest = useRef({ loaded, isOwn });
  latest.current = { loaded, isOwn };
  useEffect(
    () =>
      subscribeToRequestEvents((event) =>
        setChanged((current) => addChanged(current, event, latest.current)),
      ),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: requests that were loaded again have the earlier changes
  useEffect(() => setChanged((current) => keepUnread(current, latest.current.loaded)), [loaded.at]);
  return changed;
}
