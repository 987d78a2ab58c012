import { inArray } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { requestOutcomes } from "#app/db/tables/inbox.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { getSiteSettings } from "#app/features/settings/queries.server.ts";
import { startReturnTimers } from "../assignments/start-return-timers.server.ts";
import { setStatuses } from "./mutations.sql.ts";
import { recordChange } from "./record-change.server.ts";
import type { StatusChanged } from "./schema.ts";

/**
 * Sets statuses of requests that the caller has locked, each with its event and audit row. How a
 * request ended is forgotten when it is opened again, and whoever has one that is new again must try
 * it in time.
 */
export async function writeStatuses(
  tx: Transaction,
  context: ActionContext,
  changed: readonly StatusChanged[],
): Promise<void> {
  await setStatuses.run(tx, {
    ids: changed.map(({ id }) => id),
    statuses: changed.map(({ to }) => to),
    now: context.now,
  });
  const reopened = changed.filter(({ from }) => from === "closed").map(({ id }) => id);
  if (reopened.length > 0)
    await tx.delete(requestOutcomes).where(inArray(requestOutcomes.requestId, reopened));
  const renewed = changed.filter(({ to }) => to === "new").map(({ id }) => id);
  if (renewed.length > 0)
    await startReturnTimers(tx, renewed, { site: await getSiteSettings(tx), now: context.now });
  for (const { id, from, to } of changed)
    await recordChange(tx, context, {
      id,
      kind: "status",
      detail: { from, to },
      audit: { status: { from, to } },
    });
}
