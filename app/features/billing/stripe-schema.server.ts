import { z } from "zod";

/** The parts of Stripe's responses that the app reads; times in seconds, amounts in cents. */

const cardSchema = z.object({ last4: z.string() });
export const paymentMethodSchema = z.object({
  id: z.string(),
  created: z.number(),
  card: cardSchema.nullish(),
});
export type StripePaymentMethod = z.infer<typeof paymentMethodSchema>;

/** Older accounts store cards as sources: a card itself, or a source that wraps one. */
const sourceSchema = z.object({
  object: z.string(),
  last4: z.string().nullish(),
  card: cardSchema.nullish(),
});

const existingCustomerSchema = z.object({
  balance: z.number().nullish(),
  currency: z.string().nullish(),
  invoice_settings: z
    .object({ default_payment_method: z.union([paymentMethodSchema, z.string()]).nullish() })
    .nullish(),
  default_source: z.union([sourceSchema, z.string()]).nullish(),
});
export type StripeCustomer = z.infer<typeof existingCustomerSchema>;
export const customerSchema = z.union([
  z.object({ deleted: z.literal(true) }),
  existingCustomerSchema,
]);

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

export const listSchema = <T extends z.ZodType>(entry: T) =>
  z.object({ data: z.array(entry), has_more: z.boolean() });
export const errorSchema = z.object({ error: z.object({ code: z.string().nullish() }) });
