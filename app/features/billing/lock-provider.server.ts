import { and, eq, isNull, notExists } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { providers } from "#app/db/tables/providers.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";

/**
 * Locks a provider's row, so that events of one provider wait for each other, and stores its Stripe
 * customer id if it has none.
 * @returns false where the provider does not exist
 */
export async function lockAndLinkProvider(
  tx: Transaction,
  providerId: string,
  customerId: string | null,
): Promise<boolean> {
  const [provider] = await tx
    .select({ id: providers.id })
    .from(providers)
    .where(eq(providers.id, providerId))
    .for("update");
  if (!provider) return false;
  if (customerId === null) return true;
  const other = alias(providers, "other");
  const isTaken = tx
    .select({ id: other.id })
    .from(other)
    .where(eq(other.stripeCustomerId, customerId));
  await tx
    .update(providers)
    .set({ stripeCustomerId: customerId })
    .where(
      and(eq(providers.id, providerId), isNull(providers.stripeCustomerId), notExists(isTaken)),
    );
  return true;
}
