import { and, desc, eq, isNotNull, lt } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { callAttributions } from "#app/db/tables/calls.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import type { ContactKeys } from "#app/lib/contact-keys.server.ts";
import { hashCaller } from "./hash-caller.server.ts";

/**
 * The calls from a number, newest first; none that came without a hash of the caller.
 * @param options.phoneE164 the number in the clear: without it nobody can find these calls
 * @returns `connectedAt` null: nobody answered; `label` of the number that was called, such as "AC
 * pages", null where it is not known
 */
export function listCallsOfPhone(
  db: Connection,
  contactKeys: ContactKeys,
  { phoneE164, limit }: { phoneE164: string; limit: number },
) {
  const { id, startedAt, connectedAt, endedAt, numberLabel, callerHash } = callAttributions;
  return db
    .select({ id, at: startedAt, connectedAt, endedAt, label: numberLabel })
    .from(callAttributions)
    .where(eq(callerHash, hashCaller(contactKeys, phoneE164)))
    .orderBy(desc(startedAt), desc(id))
    .limit(limit);
}

const NO_CALLER = { callerHash: null, keyVersion: null };

/** Makes the calls of a number anonymous. The calls still count. */
export async function forgetCaller(
  db: Connection,
  contactKeys: ContactKeys,
  phoneE164: string,
): Promise<void> {
  const isTheirs = eq(callAttributions.callerHash, hashCaller(contactKeys, phoneE164));
  await db.update(callAttributions).set(NO_CALLER).where(isTheirs);
}

/** Makes calls that began before a time anonymous. @returns how many */
export async function forgetOldCallers(
  db: Pick<Database, "update">,
  { before }: { before: Date },
): Promise<number> {
  const { callerHash, startedAt } = callAttributions;
  const { rowCount } = await db
    .update(callAttributions)
    .set(NO_CALLER)
    .where(and(isNotNull(callerHash), lt(startedAt, before)));
  return rowCount ?? 0;
}
