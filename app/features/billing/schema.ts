import { z } from "zod";

/**
 * A provider's billing as staff see it; amounts in dollars, the date in ISO 8601, null where there is
 * none.
 */
export const billingInfoSchema = z.object({
  last_four: z.string().nullable(),
  last_payment_date: z.iso.datetime().nullable(),
  last_payment_amount: z.number().nullable(),
  outstanding_balance: z.number(),
});
export type BillingInfo = z.infer<typeof billingInfoSchema>;

/** The response body of get-provider-billing. */
export const billingBodySchema = z.union([
  z.object({ billing_info: billingInfoSchema }),
  z.object({ success: z.literal(false), error: z.string() }),
]);
export type BillingBody = z.infer<typeof billingBodySchema>;
