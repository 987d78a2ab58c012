import { asc, inArray } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { storeOutcome } from "../outcomes/store-outcome.server.ts";
import type { StatusChange, StatusChanged } from "./schema.ts";
import { writeStatuses } from "./write-statuses.server.ts";

export type StatusResult =
  /** `endedOffers`: how many offers ended because their request was closed. */
  { ok: true; changed: StatusChanged[]; endedOffers: number } | { ok: false; reason: "not-found" };

/**
 * Ends the offer of a request that was closed, in the same transaction, which has locked the request.
 * @returns whether it had one that ended
 */
export type EndOffer = (
  tx: Transaction,
  context: ActionContext,
  request: { requestId: string },
) => Promise<boolean>;

type StatusInput = { changes: StatusChange[]; endOffer?: EndOffer };

/**
 * Sets the status of one or more requests, in a transaction of the caller, and stores how they
 * ended. Offers that the customer of a closed request has not said yes to end with it.
 * @returns `changed` leaves out requests that already had the status or do not exist
 */
export async function changeStatuses(
  tx: Transaction,
  context: ActionContext,
  { changes, endOffer }: StatusInput,
): Promise<StatusResult> {
  // Locked in the order of their ids, so that two changes at once cannot deadlock.
  const current = await tx
    .select({ id: serviceRequests.id, status: serviceRequests.status })
    .from(serviceRequests)
    .where(
      inArray(
        serviceRequests.id,
        changes.map((change) => change.id),
      ),
    )
    .orderBy(asc(serviceRequests.id))
    .for("update");
  if (current.length === 0) return { ok: false, reason: "not-found" };
  const wanted = new Map(changes.map((change) => [change.id, change.status]));
  const changed = current
    .map(({ id, status }) => ({ id, from: status, to: wanted.get(id) ?? status }))
    .filter(({ from, to }) => from !== to);
  await writeStatuses(tx, context, changed);
  for (const { id, status, outcome } of changes)
    if (status === "closed" && outcome && current.some((request) => request.id === id))
      await storeOutcome(tx, context, { id, outcome });
  let endedOffers = 0;
  for (const { id, to } of changed)
    if (to === "closed" && (await endOffer?.(tx, context, { requestId: id }))) endedOffers += 1;
  return { ok: true, changed, endedOffers };
}
