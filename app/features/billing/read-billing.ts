import { CENTS, CURRENCY } from "./constants.ts";
import type {
  StripeCharge,
  StripeCustomer,
  StripeInvoice,
  StripePaymentMethod,
} from "./stripe-schema.server.ts";

const dollars = (cents: number) => Math.round(cents) / CENTS;

/** Last four digits of the card that the next payment takes, else of the newest card. */
export function readLastFour(
  customer: StripeCustomer,
  cards: readonly StripePaymentMethod[],
): string | null {
  const method = customer.invoice_settings?.default_payment_method;
  if (method && typeof method !== "string" && method.card) return method.card.last4;
  const source = customer.default_source;
  if (source && typeof source !== "string") {
    if (source.object === "card" && source.last4) return source.last4;
    if (source.card) return source.card.last4;
  }
  return (
    cards.reduce<StripePaymentMethod | null>(
      (newest, one) => (one.card && (!newest || one.created > newest.created) ? one : newest),
      null,
    )?.card?.last4 ?? null
  );
}

/**
 * Money that came and stayed: charges that only hold an amount, and those given back, are no
 * payments.
 */
export const isPayment = (charge: StripeCharge) =>
  charge.status === "succeeded" &&
  charge.captured !== false &&
  !charge.refunded &&
  charge.currency === CURRENCY;

/** When a payment was made, and what was taken then. */
export const readPayment = (charge: StripeCharge) => ({
  last_payment_date: new Date(charge.created * 1_000).toISOString(),
  last_payment_amount: dollars(charge.amount_captured ?? charge.amount),
});

/**
 * Open invoices, and what the customer's account owes besides; a credit on the account makes no
 * debt smaller before it is used.
 */
export function readOutstanding(
  customer: StripeCustomer,
  invoices: readonly StripeInvoice[],
): number {
  const open = invoices.reduce(
    (sum, { currency, amount_remaining }) => sum + (currency === CURRENCY ? amount_remaining : 0),
    0,
  );
  const owed =
    (customer.currency ?? CURRENCY) === CURRENCY ? Math.max(0, customer.balance ?? 0) : 0;
  return dollars(open + owed);
}
