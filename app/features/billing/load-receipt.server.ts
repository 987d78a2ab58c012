import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import { creditPurchases, paymentReversals } from "#app/db/tables/billing.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { formatCredits, formatMoney } from "#app/lib/format-values.ts";
import { CENTS_PER_DOLLAR } from "./constants.ts";
import { getReturnedCents } from "./reversals/reversal-state.ts";
import { formatStatementDay } from "./statement/list-statement.server.ts";

type ReceiptContext = Pick<AppContext, "db" | "settings">;

/** The receipt of a provider's paid purchase; null for any other, and for another provider's. */
export async function loadReceipt(
  { db, settings }: ReceiptContext,
  { providerId, purchaseId }: { providerId: string; purchaseId: string },
) {
  const id = z.uuid().safeParse(purchaseId);
  if (!id.success) return null;
  const [[purchase], { brand, company, phone, email, timeZone }] = await Promise.all([
    db
      .select({
        id: creditPurchases.id,
        credits: creditPurchases.credits,
        cents: creditPurchases.cents,
        paymentId: creditPurchases.paymentId,
        paidAt: creditPurchases.paidAt,
        buyer: providers.companyName,
        refundedCents: paymentReversals.refundedCents,
        chargebackCents: paymentReversals.chargebackCents,
        reversedCredits: paymentReversals.reversedCredits,
      })
      .from(creditPurchases)
      .innerJoin(providers, eq(providers.id, creditPurchases.providerId))
      .leftJoin(paymentReversals, eq(paymentReversals.paymentId, creditPurchases.paymentId))
      .where(
        and(
          eq(creditPurchases.id, id.data),
          eq(creditPurchases.providerId, providerId),
          eq(creditPurchases.state, "paid"),
        ),
      ),
    settings.get(),
  ]);
  if (!purchase?.paidAt || !purchase.paymentId) return null;
  const { cents, credits, refundedCents, chargebackCents, reversedCredits } = purchase;
  const returned = getReturnedCents(
    { refundedCents: refundedCents ?? 0, chargebackCents: chargebackCents ?? 0 },
    cents,
  );
  return {
    seller: { brand, company, phone, email },
    facts: [
      ["Bought by", purchase.buyer],
      ["What", formatCredits(credits)],
      ["Amount", formatDollars(cents)],
      ["Paid on", formatStatementDay(purchase.paidAt, timeZone)],
      ["Paid through", "Stripe"],
      ["Payment", purchase.paymentId],
      ["Receipt", purchase.id],
      ...(returned > 0
        ? [
            ["Refunded", formatDollars(returned)] as const,
            ["Credits taken back", formatCredits(reversedCredits ?? 0)] as const,
          ]
        : []),
    ] as readonly (readonly [string, string])[],
  };
}
export type ReceiptData = NonNullable<Awaited<ReturnType<typeof loadReceipt>>>;

const formatDollars = (cents: number) => formatMoney(cents / CENTS_PER_DOLLAR);
