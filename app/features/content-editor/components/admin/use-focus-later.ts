import { useCallback, useEffect, useRef } from "react";

/**
 * Focuses an element after the next render adds or moves it, by its id or by the path of its field.
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
