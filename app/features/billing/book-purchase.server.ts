import { randomUUIDv7 } from "node:crypto";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { bidUnlocks } from "#app/db/tables/offers.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { markPurchasePaid } from "./checkout/purchases.server.ts";
import type { EventResult } from "./event-result.ts";
import { postCredits } from "./ledger.server.ts";
import { lockAndLinkProvider } from "./lock-provider.server.ts";
import type { Purchase } from "./read-purchase.ts";
import { lockPayment, settleBookedPurchase } from "./reversals/reverse-credits.server.ts";

/**
 * Posts the credits that a provider bought, once per payment, and takes back at once what went back of
 * it before.
 */
export async function bookPurchase(
  tx: Transaction,
  context: ActionContext,
  { purchase, eventId }: { purchase: Purchase; eventId: string },
): Promise<EventResult> {
  const { actor, now } = context;
  const { providerId, credits, paymentId, amountPaid, paidAt, customerId } = purchase;
  const payment = await lockPayment(tx, { paymentId, now });
  if (!(await lockAndLinkProvider(tx, providerId, customerId)))
    return {
      outcome: "unknown-provider",
      alarm: "a payment for credits names a provider that does not exist",
    };
  const posted = await postCredits(tx, {
    kind: "purchase",
    providerId,
    amount: credits,
    reference: paymentId,
    actor,
    now,
  });
  // A checkout and its payment are two events of the same purchase.
  if (!posted.ok) return { outcome: "booked-before" };
  await markPurchasePaid(tx, purchase);
  await tx.insert(bidUnlocks).values({ id: randomUUIDv7(), providerId, amountPaid, paidAt });
  await recordAudit(tx, context, {
    action: "buy-credits",
    entity: "provider",
    entityId: providerId,
    changes: { credits, payment: paymentId, event: eventId },
  });
  const { alarm } = await settleBookedPurchase(tx, context, { payment, eventId });
  return { outcome: "booked", ...(alarm && { alarm }) };
}
