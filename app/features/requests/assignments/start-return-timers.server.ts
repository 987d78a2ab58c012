import { and, asc, eq, inArray, isNotNull, isNull, not } from "drizzle-orm";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { ERASED_HASH } from "../erase-fields.server.ts";
import { hasOptedOut } from "../has-opted-out.server.ts";
import { SNOOZE_ENDED_EVENT } from "../snooze/constants.ts";
import { RETURN_LOOK_BACK_MS, WAIT_LOOK_BACK_MS, WATCHED_A_RUN } from "./constants.ts";
import { getReturnDueAt, type InboxHours } from "./return-timer.server.ts";
import { listUntimed } from "./untimed.sql.ts";

const { id, status, assigneeId, firstAttemptAt, mergedIntoId, snoozedUntil, returnDueAt } =
  serviceRequests;

/** SQL condition: somebody should try to reach the customer, and has no time limit for it. */
const isUntimed = and(
  eq(status, "new"),
  isNotNull(assigneeId),
  isNull(firstAttemptAt),
  isNull(mergedIntoId),
  isNull(snoozedUntil),
  isNull(returnDueAt),
  not(hasOptedOut(serviceRequests)),
);

type StartOptions = { site: InboxHours; now: Date };

/**
 * Gives a return timer to those of the requests that need one: new, assigned, not tried, neither
 * merged nor snoozed, of a person who may be contacted, and without a timer. Whatever changes one of
 * these calls this. The caller has locked the requests.
 */
export async function startReturnTimers(
  tx: Transaction,
  ids: readonly string[],
  { site, now }: StartOptions,
): Promise<void> {
  if (ids.length === 0) return;
  const untimed = await tx
    .select({ id, isEmergency: serviceRequests.isEmergency })
    .from(serviceRequests)
    .where(and(inArray(id, [...ids]), isUntimed))
    .orderBy(asc(id));
  for (const request of untimed)
    await tx
      .update(serviceRequests)
      .set({ returnDueAt: await getReturnDueAt(tx, site, { ...request, now }) })
      .where(eq(id, request.id));
}

/**
 * Starts the return timers that nothing else could start: of requests whose customer ended a snooze,
 * which a trigger does, or which stand alone again after a merge. Of older requests, which may be from
 * before there were timers, only those that were snoozed. What another instance is changing at the
 * moment is left to it.
 * @returns the ids of the requests
 */
export async function startMissingTimers(
  tx: Transaction,
  { site, now }: StartOptions,
): Promise<string[]> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const untimed = await listUntimed.rows(tx, {
    since: ago(RETURN_LOOK_BACK_MS),
    recent: ago(WAIT_LOOK_BACK_MS),
    snoozeEnded: SNOOZE_ENDED_EVENT,
    erasedHash: ERASED_HASH,
    limit: WATCHED_A_RUN,
  });
  const ids = untimed.map((request) => request.id);
  await startReturnTimers(tx, ids, { site, now });
  return ids;
}
