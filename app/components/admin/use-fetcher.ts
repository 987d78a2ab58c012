import { useLayoutEffect, useState } from "react";
import { useFetcher as useRouterFetcher } from "react-router";

/**
 * The router's fetcher, with its reply in React state.
 *
 * The router stores replies outside React state, and any render reads them. React discards the
 * effects of a render in which no state of the component changed, but remembers what it read: an
 * effect that waits for the reply never runs, more often on slow machines. Here a reply is state
 * like any other.
 */
export function useFetcher<T>() {
  const live = useRouterFetcher<T>();
  const [fetcher, setFetcher] = useState(live);
  // After every render, since the one that brought the reply may have been discarded.
  useLayoutEffect(() => setFetcher(live));
  return fetcher;
}
