import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { creditPurchases } from "#app/db/tables/billing.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { getPublicOrigin } from "#app/lib/public-origin.ts";
import { getStripeConfig } from "../call-stripe.server.ts";
import { CENTS_PER_DOLLAR, MAX_BOUGHT_CREDITS, MIN_BOUGHT_CREDITS } from "../constants.ts";
import { getCreditPrice } from "../credit-price.server.ts";
import { createSession } from "./create-session.server.ts";

const CREDITS_PATH = "/pro/credits";

const creditsSchema = z.coerce.number().int().min(MIN_BOUGHT_CREDITS).max(MAX_BOUGHT_CREDITS);

export type CheckoutRefusal = "not-owner" | "credits" | "not-connected" | "busy" | "failed";
export type CheckoutResult =
  /** `url`: Stripe's page for this payment. */
  { ok: true; url: string } | { ok: false; reason: CheckoutRefusal };

type CheckoutContext = ActionContext & Pick<AppContext, "env" | "log" | "settings">;
type CheckoutInput = {
  providerId: string;
  person: { id: string; role: "owner" | "member" };
  /** As typed. */
  credits: unknown;
};

/**
 * Begins a purchase of credits: stores it as open, then creates a Checkout session at Stripe. Nothing is
 * charged here, and credits are added by Stripe's event alone.
 */
export async function startCheckout(
  context: CheckoutContext,
  { providerId, person, credits: typed }: CheckoutInput,
): Promise<CheckoutResult> {
  const { db, env, log, httpRequestId: requestId } = context;
  if (person.role !== "owner") return { ok: false, reason: "not-owner" };
  const parsed = creditsSchema.safeParse(typed);
  if (!parsed.success) return { ok: false, reason: "credits" };
  const config = getStripeConfig(env);
  // Without the secret of the events, bought credits would never arrive.
  if (!config || !env.STRIPE_WEBHOOK_SECRET) return { ok: false, reason: "not-connected" };
  const [price, { brand }] = await Promise.all([getCreditPrice(db), context.settings.get()]);
  const credits = parsed.data;
  const cents = Math.round(credits * price * CENTS_PER_DOLLAR);
  const { id, customerId } = await storePurchase(context, { providerId, person, credits, cents });
  const back = `${getPublicOrigin(env)}${CREDITS_PATH}`;
  const session = await createSession(config, {
    purchaseId: id,
    providerId,
    credits,
    cents,
    customerId,
    brand,
    successUrl: `${back}?done=paid&purchase=${id}#notice`,
    cancelUrl: `${back}?done=canceled#notice`,
  });
  // Without a session, or with one whose address nobody got, it will not be paid.
  await db
    .update(creditPurchases)
    .set(session.ok ? { checkoutSessionId: session.id } : { state: "expired" })
    .where(eq(creditPurchases.id, id));
  if (session.ok) return { ok: true, url: session.url };
  const isBusy = session.reason === "down" || session.reason === "busy";
  if (!isBusy)
    log.error({ requestId, reason: session.reason }, "alarm: Stripe refused to start a checkout");
  return { ok: false, reason: isBusy ? "busy" : "failed" };
}

type NewPurchase = Pick<CheckoutInput, "providerId" | "person"> & {
  credits: number;
  cents: number;
};

function storePurchase(
  context: CheckoutContext,
  { providerId, person, credits, cents }: NewPurchase,
): Promise<{ id: string; customerId: string | null }> {
  const id = randomUUIDv7();
  return withTransaction(context.db, async (tx) => {
    const [provider] = await tx
      .select({ customerId: providers.stripeCustomerId })
      .from(providers)
      .where(eq(providers.id, providerId));
    await tx.insert(creditPurchases).values({
      id,
      providerId,
      boughtBy: person.id,
      credits,
      cents,
      createdAt: context.now,
    });
    await recordAudit(tx, context, {
      action: "start-checkout",
      entity: "provider",
      entityId: providerId,
      changes: { person: person.id, purchase: id, credits, cents },
    });
    return { id, customerId: provider?.customerId ?? null };
  });
}
