import { useEffect, useState } from "react";
import { type Estimate, parseEstimate } from "../../job-schema.ts";

/** The generator that would be used, and its cost; null when the estimate cannot be loaded. */
export const fetchEstimate = (path: string): Promise<Estimate | null> =>
  fetch(path)
    .then((response) => response.json())
    .then(parseEstimate)
    .catch(() => null);

export function useEstimate(path: string): Estimate | null {
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    void fetchEstimate(path).then((found) => {
      if (!isUnmounted) setEstimate(found);
    });
    return () => {
      isUnmounted = true;
    };
  }, [path]);
  return estimate;
}
