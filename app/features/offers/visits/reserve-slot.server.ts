import { randomUUIDv7 } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { appointments } from "#app/db/tables/appointments.server.ts";
import { requestWindows } from "#app/db/tables/customer-page.server.ts";
import { lockInTransaction, type Transaction } from "#app/db/transaction.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import type { LockedOffer } from "../lock-offer.server.ts";
import type { Slot } from "./slots.ts";
import { findOtherVisit } from "./visits.sql.ts";

type SlotOfOffer = { offer: Pick<LockedOffer, "id" | "providerId">; slot: Slot };

/**
 * Whether the provider of an offer is free. Until the transaction ends, no other one sets a visit of
 * that provider; the exclusion constraint of the table would refuse it in any case.
 */
export async function reserveSlot(tx: Transaction, { offer, slot }: SlotOfOffer): Promise<boolean> {
  const { providerId, id: offerId } = offer;
  await lockInTransaction(tx, ADVISORY_LOCKS.setVisit, providerId);
  return !(await findOtherVisit.first(tx, { ...slot, providerId, offerId }));
}

/**
 * Stores the visit of an offer at a reserved time: a new one, or the one it has, also where that was
 * canceled. @returns its sequence, which grows with each change
 */
export async function storeVisit(
  tx: Transaction,
  input: SlotOfOffer & { requestId: string; state: "held" | "booked"; now: Date },
): Promise<number> {
  const { offer, slot, requestId, state, now } = input;
  const values = { state, ...slot, updatedAt: now };
  const [stored] = await tx
    .insert(appointments)
    .values({
      id: randomUUIDv7(),
      requestId,
      offerId: offer.id,
      providerId: offer.providerId,
      createdAt: now,
      ...values,
    })
    .onConflictDoUpdate({
      target: appointments.offerId,
      set: { ...values, sequence: sql`${appointments.sequence} + 1` },
    })
    .returning({ sequence: appointments.sequence });
  if (!stored) throw new Error("a visit was not stored");
  return stored.sequence;
}

/** A window of a request that is still ahead; null where it is over or was replaced. */
export async function findWindow(
  tx: Transaction,
  { requestId, windowId, now }: { requestId: string; windowId: string; now: Date },
): Promise<Slot | null> {
  const { id, startsAt, endsAt } = requestWindows;
  const [slot] = await tx
    .select({ startsAt, endsAt })
    .from(requestWindows)
    .where(and(eq(id, windowId), eq(requestWindows.requestId, requestId)));
  return slot && slot.startsAt > now ? slot : null;
}
