import { and, desc, eq, isNotNull, lt, or } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { creditPurchases, paymentReversals } from "#app/db/tables/billing.server.ts";
import { type Cursor, formatCursor } from "#app/lib/cursor.ts";
import { formatCredits, formatMoney } from "#app/lib/format-values.ts";
import { CENTS_PER_DOLLAR, RECEIPTS_PAGE_SIZE } from "./constants.ts";
import { getReturnedCents } from "./reversals/reversal-state.ts";
import { formatStatementDay } from "./statement/list-statement.server.ts";

type PageOptions = { providerId: string; timeZone: string; before?: Cursor | undefined };

/** A page of a provider's paid purchases, the newest first; `older` is where the next page begins. */
export async function listReceipts(db: Database, { providerId, timeZone, before }: PageOptions) {
  const { id, paidAt, paymentId, credits, cents, state } = creditPurchases;
  const { refundedCents, chargebackCents } = paymentReversals;
  const rows = await db
    .select({ id, credits, cents, paidAt, refundedCents, chargebackCents })
    .from(creditPurchases)
    .leftJoin(paymentReversals, eq(paymentReversals.paymentId, paymentId))
    .where(
      and(
        eq(creditPurchases.providerId, providerId),
        eq(state, "paid"),
        isNotNull(paidAt),
        isNotNull(paymentId),
        before && or(lt(paidAt, before.at), and(eq(paidAt, before.at), lt(id, before.id))),
      ),
    )
    .orderBy(desc(paidAt), desc(id))
    .limit(RECEIPTS_PAGE_SIZE + 1);
  const shown = rows
    .slice(0, RECEIPTS_PAGE_SIZE)
    .flatMap(({ paidAt: at, ...row }) => (at ? [{ ...row, at }] : []));
  const last = shown.at(-1);
  return {
    receipts: shown.map((row) => {
      const returned = getReturnedCents(
        { refundedCents: row.refundedCents ?? 0, chargebackCents: row.chargebackCents ?? 0 },
        row.cents,
      );
      return {
        id: row.id,
        day: formatStatementDay(row.at, timeZone),
        credits: formatCredits(row.credits),
        amount: formatCents(row.cents),
        returned: returned > 0 ? formatCents(returned) : null,
      };
    }),
    older: rows.length > RECEIPTS_PAGE_SIZE && last ? formatCursor(last) : null,
  };
}
export type ReceiptsPageData = Awaited<ReturnType<typeof listReceipts>>;

const formatCents = (cents: number) => formatMoney(cents / CENTS_PER_DOLLAR);
