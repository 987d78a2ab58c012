import { useEffect, useState } from "react";

const TICK_MS = 30_000;

/**
 * The time for relative dates: the server's at first, so that both write the same, then the
 * clock's.
 */
export function useNow(loadedAt: number): number {
  const [now, setNow] = useState(loadedAt);
  useEffect(() => {
    setNow(loadedAt);
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [loadedAt]);
  return now;
}
