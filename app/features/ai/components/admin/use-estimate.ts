import { useEffect, useState } from "react";
import { type Estimate, readEstimate } from "../../job-schema.ts";

/** Which generator would work, and for how much; null where nobody can say. */
export const fetchEstimate = (path: string): Promise<Estimate | null> =>
  fetch(path)
    .then((response) => response.json())
    .then(readEstimate)
    .catch(() => null);

export function useEstimate(path: string): Estimate | null {
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  useEffect(() => {
    let isGone = false;
    void fetchEstimate(path).then((found) => {
      if (!isGone) setEstimate(found);
    });
    return () => {
      isGone = true;
    };
  }, [path]);
  return estimate;
}
