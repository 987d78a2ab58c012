import { z } from "zod";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import {
  readSettings,
  type SaveResult,
  saveSettings,
} from "#app/features/settings/store-settings.server.ts";
import { listFieldErrors } from "#app/lib/field-errors.ts";
import { DEFAULT_CREDIT_PRICE } from "./constants.ts";

/** Ten credits, the fewest that can be bought, then cost more than Stripe's smallest payment. */
const LOWEST_PRICE = 0.1;
const HIGHEST_PRICE = 100;

const priceSchema = z.object({
  /** Dollars that a credit costs; an empty field is missing and not zero. */
  creditPrice: z
    .preprocess(
      (value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value),
      z
        .number({ error: "Enter a price in dollars." })
        .min(LOWEST_PRICE, { error: "At least 0.10 dollars." })
        .max(HIGHEST_PRICE, { error: `At most ${HIGHEST_PRICE} dollars.` })
        .multipleOf(0.01, { error: "At most two decimals." }),
    )
    .default(DEFAULT_CREDIT_PRICE),
});
type CreditPrice = z.infer<typeof priceSchema>;

/** Dollars that a credit costs in the portal; the default where the stored row is invalid. */
export async function getCreditPrice(db: Database): Promise<number> {
  const stored = await readSettings(db, Object.keys(priceSchema.shape));
  const parsed = priceSchema.safeParse(Object.fromEntries(stored));
  return parsed.success ? parsed.data.creditPrice : DEFAULT_CREDIT_PRICE;
}

/** Saves what a credit costs. Purchases that were begun keep their price. */
export async function saveCreditPrice(
  context: ActionContext,
  input: { values: unknown },
): Promise<SaveResult<keyof CreditPrice>> {
  const parsed = priceSchema.safeParse(input.values);
  if (!parsed.success)
    return { ok: false, reason: "invalid", errors: listFieldErrors(parsed.error.issues) };
  return saveSettings(context, { values: parsed.data, defaults: priceSchema.parse({}) });
}
