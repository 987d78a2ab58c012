import type { Connection } from "#app/db/transaction.server.ts";
import { type ProviderPushKind, PUSH_MAX_AGE_MS, type StaffPushKind } from "./constants.ts";
import {
  listSubscribedStaff,
  listUntoldEmergencies,
  queueEmergencies,
  queueMessages,
  queueOfferMessages,
} from "./pushes.sql.ts";

/** Who is notified of emergencies: the ids of members. Those who may not work on requests are left out. */
export type ListRecipients = (db: Connection, now: Date) => Promise<readonly string[]>;

/** Every active member who may work on requests and turned notifications on. */
export const listEveryone: ListRecipients = async (db) =>
  (await listSubscribedStaff.rows(db, {})).map(({ userId }) => userId);

/**
 * Queues a notification to every browser of these members, in the caller's transaction. It is sent
 * within seconds after the commit, unless by then the request is closed, somebody has tried to reach
 * the customer, or the member has quiet hours.
 * @param options.now when it happened: the request came back (`returned_at`), or the alarm began; the
 * same kind, request and time notify once
 */
export async function queuePushes(
  tx: Connection,
  options: {
    kind: Exclude<StaffPushKind, "emergency">;
    requestId: string;
    userIds: readonly string[];
    now: Date;
  },
): Promise<void> {
  if (options.userIds.length > 0) await queueMessages.run(tx, options);
}

/**
 * Queues a notification to the browsers of an offer's provider, in the caller's transaction, where its
 * people want to be told. It is sent within seconds after the commit, if it is still news then.
 * @param options.now when it happened; the same kind, request and time notify once
 */
export async function queueProviderPushes(
  tx: Connection,
  options: { kind: ProviderPushKind; offerId: string; now: Date },
): Promise<void> {
  await queueOfferMessages.run(tx, options);
}

/** Queues notifications of emergencies that came in lately, and that nobody was told of. */
export async function queueNewEmergencies(
  db: Connection,
  { now, listRecipients }: { now: Date; listRecipients: ListRecipients },
): Promise<void> {
  const since = new Date(now.getTime() - PUSH_MAX_AGE_MS);
  const emergencies = await listUntoldEmergencies.rows(db, { since });
  if (emergencies.length === 0) return;
  const userIds = await listRecipients(db, now);
  if (userIds.length === 0) return;
  await queueEmergencies.run(db, { requestIds: emergencies.map(({ id }) => id), userIds, now });
}
