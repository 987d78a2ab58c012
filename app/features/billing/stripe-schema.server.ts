import { z } from "zod";

/** The parts of Stripe's answers that are read; times in seconds, amounts in cents. */

const card = z.object({ last4: z.string() });
export const paymentMethodSchema = z.object({
  id: z.string(),
  created: z.number(),
  card: card.nullish(),
});
export type StripePaymentMethod = z.infer<typeof paymentMethodSchema>;

/** Older accounts hold cards as sources: a card itself, or a source that wraps one. */
const source = z.object({ object: z.string(), last4: z.string().nullish(), card: card.nullish() });

const livingCustomer = z.object({
  balance: z.number().nullish(),
  currency: z.string().nullish(),
  invoice_settings: z
    .object({ default_payment_method: z.union([paymentMethodSchema, z.string()]).nullish() })
    .nullish(),
  default_source: z.union([source, z.string()]).nullish(),
});
export type StripeCustomer = z.infer<typeof livingCustomer>;
export const customerSchema = z.union([z.object({ deleted: z.literal(true) }), livingCustomer]);

export const chargeSchema = z.object({
  id: z.string(),
  status: z.string(),
  created: z.number(),
  currency: z.string(),
  amount: z.number(),
  amount_captured: z.number().nullish(),
  captured: z.boolean().nullish(),
  refunded: z.boolean(),
});
export type StripeCharge = z.infer<typeof chargeSchema>;

export const invoiceSchema = z.object({
  id: z.string(),
  currency: z.string(),
  amount_remaining: z.number(),
});
export type StripeInvoice = z.infer<typeof invoiceSchema>;

export const listOf = <T extends z.ZodType>(entry: T) =>
  z.object({ data: z.array(entry), has_more: z.boolean() });
export const errorSchema = z.object({ error: z.object({ code: z.string().nullish() }) });
