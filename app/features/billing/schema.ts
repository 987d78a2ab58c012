import { z } from "zod";

/**
 * What staff see of a provider's account; amounts in dollars, the date as ISO 8601. Null: there is
 * none.
 */
export const billingInfoSchema = z.object({
  last_four: z.string().nullable(),
  last_payment_date: z.iso.datetime().nullable(),
  last_payment_amount: z.number().nullable(),
  outstanding_balance: z.number(),
});
export type BillingInfo = z.infer<typeof billingInfoSchema>;

/** The answer of get-provider-billing. */
export const billingAnswerSchema = z.union([
  z.object({ billing_info: billingInfoSchema }),
  z.object({ success: z.literal(false), error: z.string() }),
]);
export type BillingAnswer = z.infer<typeof billingAnswerSchema>;
