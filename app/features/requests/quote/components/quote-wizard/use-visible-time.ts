import { type RefObject, useEffect, useRef } from "react";

/**
 * Measures how long an element is fully visible.
 * @returns a function that returns when the element was first visible (now, if it never was), and
 * for how many milliseconds in total
 */
export function useVisibleTime(ref: RefObject<HTMLElement | null>, watching: boolean) {
  const seen = useRef({ firstAt: null as Date | null, sinceMs: 0, totalMs: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!watching || !element) return;
    let inView = false;
    const update = () => {
      const now = performance.now();
      const state = seen.current;
      if (state.sinceMs) state.totalMs += now - state.sinceMs;
      const visible = inView && document.visibilityState === "visible";
      state.sinceMs = visible ? now : 0;
      if (visible) state.firstAt ??= new Date();
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        inView = entry?.isIntersecting ?? false;
        update();
      },
      { threshold: 0.99 },
    );
    observer.observe(element);
    document.addEventListener("visibilitychange", update);
    return () => {
      inView = false;
      update();
      observer.disconnect();
      document.removeEventListener("visibilitychange", update);
    };
  }, [ref, watching]);

  return () => {
    const { firstAt, sinceMs, totalMs } = seen.current;
    return {
      shownAt: firstAt ?? new Date(),
      visibleMs: Math.round(totalMs + (sinceMs ? performance.now() - sinceMs : 0)),
    };
  };
}
