import { randomUUIDv7 } from "node:crypto";
import { inArray, lt } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { apiCalls, apiWrites } from "#app/db/tables/api-keys.server.ts";
import { API_CALL_DAYS } from "#app/features/settings/retention.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/durations.ts";
import { IDEMPOTENCY_HOURS } from "./constants.ts";

const BATCH = 10_000;

export type RecordedCall = {
  keyId: string;
  operation: string;
  /** Only an id that was read as one: what else a path contains may be anything. */
  targetId: string | null;
  status: number;
  isPersonal: boolean;
  httpRequestId: string;
  now: Date;
};

/** Records one call, before its response is sent: nothing is read that nobody can see was read. */
export async function recordCall(db: Database, { now, ...call }: RecordedCall): Promise<void> {
  await db.insert(apiCalls).values({ id: randomUUIDv7(), at: now, ...call });
}

/**
 * Deletes calls and remembered writes after their time, in batches: there may be very many.
 * @returns how many calls were deleted
 */
export async function deleteOldCalls(
  db: Database,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<number> {
  await db
    .delete(apiWrites)
    .where(lt(apiWrites.startedAt, new Date(now.getTime() - IDEMPOTENCY_HOURS * HOUR_MS)));
  const isOld = lt(apiCalls.at, new Date(now.getTime() - API_CALL_DAYS * DAY_MS));
  const batch = db.select({ id: apiCalls.id }).from(apiCalls).where(isOld).limit(BATCH);
  let deleted = 0;
  for (let isFull = true; isFull && !signal?.aborted; ) {
    const { rowCount } = await db.delete(apiCalls).where(inArray(apiCalls.id, batch));
    deleted += rowCount ?? 0;
    isFull = rowCount === BATCH;
  }
  return deleted;
}
