import { useEffect, useRef } from "react";

/** For the first field of an entry that was just added or opened: focuses it once. */
export function useFocusWhenAdded(isAdded: boolean) {
  const ref = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => {
    if (isAdded) ref.current?.focus();
  }, []);
  return ref;
}
