import { useSyncExternalStore } from "react";

const NEVER_CHANGES = () => () => {};

/**
 * Whether the page that came from the server hears by now what is done on it: before, a press is
 * lost without a word, and what is chosen or typed is shown and not known. The calculators ask the
 * same by themselves: a module shared with the portal would be one more request for visitors.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    NEVER_CHANGES,
    () => true,
    () => false,
  );
