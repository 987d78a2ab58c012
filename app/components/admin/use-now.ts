import { useEffect, useState } from "react";

const TICK_MS = 30_000;

/** The time for relative dates: the server's during hydration, then the browser's. */
export function useNow(loadedAt: number): number {
  const [now, setNow] = useState(loadedAt);
  useEffect(() => {
    setNow(loadedAt);
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [loadedAt]);
  return now;
}
