import { and, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { apiWrites } from "#app/db/tables/api-keys.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { IDEMPOTENCY_HOURS } from "./constants.ts";
import { reserveWrite } from "./idempotency.sql.ts";

/** A write that carries an `Idempotency-Key`. */
export type KeyedWrite = { keyId: string; idempotencyHash: string; fingerprint: string };

export type Reservation =
  /** Nobody else has it: run it. */
  | "new"
  /** It has run: respond with what there is now. */
  | "done"
  | "running"
  /** The same `Idempotency-Key` came with another request. */
  | "other-request";

const isWrite = ({ keyId, idempotencyHash }: KeyedWrite) =>
  and(eq(apiWrites.keyId, keyId), eq(apiWrites.idempotencyHash, idempotencyHash));

/** Reserves a write, so that it runs once however often it is sent, and at once. */
export async function beginWrite(db: Database, write: KeyedWrite, now: Date): Promise<Reservation> {
  const reserved = await reserveWrite.first(db, {
    ...write,
    now,
    lostBefore: new Date(now.getTime() - MINUTE_MS),
    forgottenBefore: new Date(now.getTime() - IDEMPOTENCY_HOURS * HOUR_MS),
  });
  if (reserved) return "new";
  const [stored] = await db.select().from(apiWrites).where(isWrite(write));
  if (!stored) return "running";
  if (stored.fingerprint !== write.fingerprint) return "other-request";
  return stored.doneAt ? "done" : "running";
}

/** Remembers a write that has run. One that was refused is forgotten, so that it can be corrected. */
export async function endWrite(
  db: Database,
  write: KeyedWrite,
  { isDone, now }: { isDone: boolean; now: Date },
): Promise<void> {
  if (isDone) await db.update(apiWrites).set({ doneAt: now }).where(isWrite(write));
  else await db.delete(apiWrites).where(isWrite(write));
}
