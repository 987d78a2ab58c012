import { useLayoutEffect, useState } from "react";
import { useFetcher as useRouterFetcher } from "react-router";

/**
 * The router's fetcher, kept so that effects can wait for its answers.
 *
 * The router holds answers outside of React's state, and any render reads them. React throws the
 * effects of a render away where nothing of the component's own has changed, and takes what it read
 * for known afterwards: an effect that waits for the answer never runs, the more often the slower
 * the machine. Here an answer is state like any other.
 */
export function useFetcher<T>() {
  const live = useRouterFetcher<T>();
  const [fetcher, setFetcher] = useState(live);
  // After every render, since the one that brought an answer may have been thrown away.
  useLayoutEffect(() => setFetcher(live));
  return fetcher;
}
