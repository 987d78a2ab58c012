import { useSyncExternalStore } from "react";

const NEVER_CHANGES = () => () => {};

/**
 * Whether React has hydrated the page: before that, clicks are lost, and input is shown but not in
 * state. The calculators have their own version: a module shared with the portal would be one more
 * request for visitors.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    NEVER_CHANGES,
    () => true,
    () => false,
  );
