import { describeCost } from "../../job-schema.ts";
import { useEstimate } from "./use-estimate.ts";

/** The generator that would be used, and its cost. */
export function GeneratorEstimate({ path }: { path: string }) {
  const estimate = useEstimate(path);
  if (!estimate) return null;
  const cost = describeCost(estimate);
  return (
    <p className="text-[0.9375rem] text-muted">
      {estimate.label}
      {cost ? `. ${cost}` : ""}
    </p>
  );
}
