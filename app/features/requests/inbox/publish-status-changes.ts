import type { AppContext } from "#app/app-context.ts";
import type { StatusChanged } from "./schema.ts";

/** Notifies the counts and the open portals of changed statuses, after their commit. */
export function publishStatusChanges(
  { requestCounts, requestFeed }: Pick<AppContext, "requestCounts" | "requestFeed">,
  changed: readonly StatusChanged[],
): void {
  requestCounts.adjust({
    new:
      changed.filter(({ to }) => to === "new").length -
      changed.filter(({ from }) => from === "new").length,
  });
  for (const { id } of changed) requestFeed.publishChange(id);
}
