import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { creditPurchases } from "#app/db/tables/billing.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { formatCredits } from "#app/lib/format-values.ts";
import { getStripeConfig } from "./call-stripe.server.ts";
import { getCheckoutOrigin } from "./checkout/create-session.server.ts";
import { getCreditPrice } from "./credit-price.server.ts";
import { listStatement, readBefore } from "./statement/list-statement.server.ts";

type PageContext = Pick<AppContext, "db" | "env" | "settings">;
type PageInput = {
  providerId: string;
  /** `before`: a page of the statement; `done` and `purchase`: where a payment brought the browser back. */
  query: URLSearchParams;
};

/** What the page of a provider's credits shows. */
export async function loadCreditsPage(
  { db, env, settings }: PageContext,
  { providerId, query }: PageInput,
) {
  const { timeZone, phone } = await settings.get();
  const before = readBefore(query.get("before"));
  const [[provider], price, notice] = await Promise.all([
    db
      .select({ credits: providers.credits, company: providers.companyName })
      .from(providers)
      .where(eq(providers.id, providerId)),
    getCreditPrice(db),
    describeDone(db, { providerId, query }),
  ]);
  // Read last, so that a payment the notice confirms has its line.
  const statement = await listStatement(db, { providerId, timeZone, before });
  const newest = before === null ? statement.lines[0] : undefined;
  const config = env.STRIPE_WEBHOOK_SECRET ? getStripeConfig(env) : null;
  return {
    /** After the newest line where it is shown: the two agree even while a payment arrives. */
    credits: newest?.balance ?? provider?.credits ?? 0,
    company: provider?.company ?? "",
    price,
    phone,
    /** Where the form's redirect leads; null where no payment can be taken by card. */
    checkoutOrigin: config && getCheckoutOrigin(config),
    isFirstPage: before === null,
    ...statement,
    notice,
  };
}
export type CreditsPageData = Awaited<ReturnType<typeof loadCreditsPage>>;

/** What happened at Stripe, as far as we know: only its event says that a payment was made. */
async function describeDone(
  db: Database,
  { providerId, query }: PageInput,
): Promise<string | null> {
  const done = query.get("done");
  if (done === "canceled") return "You left the payment page. Nothing was charged.";
  if (done !== "paid") return null;
  const id = z.uuid().safeParse(query.get("purchase"));
  const [purchase] = id.success
    ? await db
        .select({ state: creditPurchases.state, credits: creditPurchases.credits })
        .from(creditPurchases)
        .where(and(eq(creditPurchases.id, id.data), eq(creditPurchases.providerId, providerId)))
    : [];
  return purchase?.state === "paid"
    ? `Thank you. Your payment is confirmed, and ${formatCredits(purchase.credits)} were added.`
    : "Thank you. Stripe confirms the payment within a minute or two, and then your credits show here. Reload this page to see them.";
}
