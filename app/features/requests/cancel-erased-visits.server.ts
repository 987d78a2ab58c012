import { randomUUIDv7 } from "node:crypto";
import { and, inArray, ne, sql } from "drizzle-orm";
import { appointments } from "#app/db/tables/appointments.server.ts";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";

/**
 * Cancels the visits of requests that are being erased. Their rows have times and ids, and nothing of
 * the person, so they stay. The event lets a provider know who still has the visit ahead.
 */
export async function cancelErasedVisits(tx: Transaction, requestIds: string[]): Promise<void> {
  const canceled = await tx
    .update(appointments)
    .set({
      state: "canceled",
      sequence: sql`${appointments.sequence} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(inArray(appointments.requestId, requestIds), ne(appointments.state, "canceled")))
    .returning({
      requestId: appointments.requestId,
      offerId: appointments.offerId,
      sequence: appointments.sequence,
      isAhead: sql<boolean>`${appointments.endsAt} > now()`,
    });
  const ahead = canceled.filter(({ isAhead }) => isAhead);
  if (ahead.length === 0) return;
  await tx.insert(requestEvents).values(
    ahead.map(({ requestId, offerId, sequence }) => ({
      id: randomUUIDv7(),
      requestId,
      at: sql`now()`,
      kind: "visit-canceled",
      detail: { offerId, sequence, by: "system", time: "" },
    })),
  );
}
