import { useEffect, useRef } from "react";

/** For callbacks of requests, which must do nothing once the page was left. */
export function useIsMounted() {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
