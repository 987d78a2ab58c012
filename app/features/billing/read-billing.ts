import { CENTS_PER_DOLLAR, CURRENCY } from "./constants.ts";
import type {
  StripeCharge,
  StripeCustomer,
  StripeInvoice,
  StripePaymentMethod,
} from "./stripe-schema.server.ts";

const toDollars = (cents: number) => Math.round(cents) / CENTS_PER_DOLLAR;

/** Last four digits of the card that is charged next, else of the newest card. */
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
      (newest, method) =>
        method.card && (!newest || method.created > newest.created) ? method : newest,
      null,
    )?.card?.last4 ?? null
  );
}

/** Whether a charge is a payment: captured, and not fully refunded. */
export const isPayment = (charge: StripeCharge) =>
  charge.status === "succeeded" &&
  charge.captured !== false &&
  !charge.refunded &&
  charge.currency === CURRENCY;

/** The date of a payment, and the amount that was captured. */
export const readPayment = (charge: StripeCharge) => ({
  last_payment_date: new Date(charge.created * 1_000).toISOString(),
  last_payment_amount: toDollars(charge.amount_captured ?? charge.amount),
});

/**
 * Open invoices plus a positive customer balance, in dollars. A credit on the account does not
 * reduce the debt until it is applied.
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
  return toDollars(open + owed);
}
