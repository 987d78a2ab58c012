import { useEffect, useState } from "react";
import { type Estimate, parseEstimate } from "../../job-schema.ts";

/** Which generator would work, and for how much; null where nobody can say. */
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
