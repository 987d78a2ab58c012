import { useCallback, useEffect, useRef } from "react";

/**
 * Moves the focus to an element that the next render brings, or has moved; known by its id, or by
 * the path of its field.
 */
export function useFocusLater() {
  const target = useRef<string>(undefined);
  useEffect(() => {
    if (!target.current) return;
    const found =
      document.getElementById(target.current) ??
      document.querySelector<HTMLElement>(`[data-field="${CSS.escape(target.current)}"]`);
    found?.focus();
    target.current = undefined;
  });
  return useCallback((name: string) => {
    target.current = name;
  }, []);
}
