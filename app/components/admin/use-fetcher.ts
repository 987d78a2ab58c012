import { useContext, useId, useLayoutEffect, useState } from "react";
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  type UIMatch,
  useMatches,
  useFetcher as useRouterFetcher,
} from "react-router";

type RouterState = NonNullable<React.ContextType<typeof DataRouterContext>>["router"]["state"];
type Rendered = { key: string; matches: Pick<UIMatch, "id" | "loaderData">[] };

/** Whether the router has states of this fetcher, or data of these routes, that are not rendered. */
export const isAhead = (
  state: Pick<RouterState, "fetchers" | "loaderData">,
  { key, matches }: Rendered,
): boolean =>
  (state.fetchers.get(key)?.state ?? "idle") !== "idle" ||
  matches.some(({ id, loaderData }) => state.loaderData[id] !== loaderData);

/**
 * The router's fetcher, with its reply in React state.
 *
 * The router stores replies outside React state, and any render reads them. React discards the
 * effects of a render in which no state of the component changed, but remembers what it read: an
 * effect that waits for the reply never runs, more often on slow machines. Here a reply is state
 * like any other.
 *
 * Everything else of the router is state that React renders when it has time. On a slow phone, a
 * reply is read while the fetcher still seems idle from before the submission, and the page still has
 * the data from before it. Such a reply waits until all of that is rendered.
 */
export function useFetcher<T>() {
  const key = useId();
  const live = useRouterFetcher<T>({ key });
  const router = useContext(DataRouterContext)?.router;
  const matches = useMatches();
  const [fetcher, setFetcher] = useState(live);
  // After every render, since the one that brought the reply may have been discarded.
  useLayoutEffect(() => {
    const isNewReply = live.state === "idle" && live.data !== fetcher.data;
    if (isNewReply && router && isAhead(router.state, { key, matches })) return;
    setFetcher(live);
  });
  return fetcher;
}
