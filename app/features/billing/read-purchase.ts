import { z } from "zod";
import { CENTS_PER_DOLLAR, CURRENCY, MAX_CREDITS } from "./constants.ts";

export type Purchase = {
  kind: "purchase";
  providerId: string;
  credits: number;
  paymentId: string;
  customerId: string | null;
  amountPaid: number;
  /** The same in cents. */
  cents: number;
  /** The purchase that was begun in the provider's portal; null for a payment link. */
  purchaseId: string | null;
  paidAt: Date;
};
/** `alarm`: money may have been paid without being recorded. */
export type IgnoredEvent = { kind: "ignored"; alarm?: string };

const purchaseSchema = z.object({
  provider_id: z.uuid(),
  credits: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,2})?$/)
    .transform(Number)
    .pipe(z.number().positive().max(MAX_CREDITS)),
});

type Payment = {
  paymentId: string;
  customerId: string | null;
  cents: number;
  currency: string;
  created: number;
};

/**
 * Reads a purchase of credits from a payment. Payments without `credits` in their metadata belong to
 * subscriptions or to another system.
 */
export function readPurchase(
  metadata: Record<string, string> | null | undefined,
  { paymentId, customerId, cents, currency, created }: Payment,
): Purchase | IgnoredEvent {
  if (!metadata || !("credits" in metadata)) return { kind: "ignored" };
  const bought = purchaseSchema.safeParse(metadata);
  if (!bought.success)
    return {
      kind: "ignored",
      alarm: "a payment for credits names no provider or no number of credits",
    };
  if (currency !== CURRENCY)
    return { kind: "ignored", alarm: "a payment for credits is in another currency" };
  const { provider_id: providerId, credits } = bought.data;
  const purchase = z.uuid().safeParse(metadata.purchase_id);
  return {
    kind: "purchase",
    providerId,
    credits,
    paymentId,
    customerId,
    amountPaid: cents / CENTS_PER_DOLLAR,
    cents,
    purchaseId: purchase.success ? purchase.data : null,
    paidAt: new Date(created * 1_000),
  };
}
