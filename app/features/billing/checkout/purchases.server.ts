import { randomUUIDv7 } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { creditPurchases } from "#app/db/tables/billing.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import type { EventResult } from "../event-result.ts";
import type { EndedCheckout } from "../read-event.ts";
import type { Purchase } from "../read-purchase.ts";

/**
 * Marks a purchase as paid, with what Stripe says was paid. A payment that was not begun in the portal,
 * such as one by a link that staff sent, gets a row of its own: for its receipt, and so that it is known
 * how much was paid if some of it goes back.
 */
export async function markPurchasePaid(
  tx: Transaction,
  { purchaseId, providerId, credits, cents, paymentId, paidAt }: Purchase,
): Promise<void> {
  const paid = { credits, cents, state: "paid", paymentId, paidAt } as const;
  if (purchaseId) {
    const { rowCount } = await tx
      .update(creditPurchases)
      .set(paid)
      .where(
        and(
          eq(creditPurchases.id, purchaseId),
          eq(creditPurchases.providerId, providerId),
          isNull(creditPurchases.paymentId),
        ),
      );
    if (rowCount) return;
  }
  await tx
    .insert(creditPurchases)
    .values({ id: randomUUIDv7(), providerId, createdAt: paidAt, ...paid });
}

/** Marks a purchase that nobody will pay any more; a paid one stays paid. */
export async function endCheckout(
  tx: Transaction,
  { purchaseId }: EndedCheckout,
): Promise<EventResult> {
  const { rowCount } = await tx
    .update(creditPurchases)
    .set({ state: "expired" })
    .where(and(eq(creditPurchases.id, purchaseId), eq(creditPurchases.state, "open")));
  return { outcome: rowCount ? "saved" : "noted" };
}
