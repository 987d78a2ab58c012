import { useEffect, useRef } from "react";

/** Calls `onLeave` when the page is hidden, left or closed. */
export function usePageLeave(onLeave: () => void): void {
  const latest = useRef(onLeave);
  latest.current = onLeave;
  useEffect(() => {
    const leave = () => latest.current();
    const onVisibilityChange = () => {
      if (document.visibilityState === "hidden") leave();
    };
    document.addEventListener("visibilitychange", onVisibilityChange);
    window.addEventListener("pagehide", leave);
    return () => {
      document.removeEventListener("visibilitychange", onVisibilityChange);
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, []);
}
