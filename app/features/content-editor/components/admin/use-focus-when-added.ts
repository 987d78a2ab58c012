import { useEffect, useRef } from "react";

/**
 * For the first field of something that was just added or opened by hand: focus goes there once.
 */
export function useFocusWhenAdded(isAdded: boolean) {
  const ref = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => {
    if (isAdded) ref.current?.focus();
  }, []);
  return ref;
}
