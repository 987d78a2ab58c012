import { desc } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { stripeEvents } from "#app/db/tables/billing.server.ts";
import { maskSecret } from "#app/lib/mask-secret.ts";
import { getStripeConfig, type StripeFailure } from "./call-stripe.server.ts";
import { testKey } from "./client.server.ts";

export type StripeState = {
  host: string;
  /** Null without a key. */
  key: { ending: string; isTest: boolean } | null;
  hasWebhookSecret: boolean;
  /** Where Stripe has to send its events; null where PUBLIC_URL is not set. */
  webhookUrl: string | null;
  /** The newest event that was handled. */
  lastEvent: { type: string; at: Date } | null;
};

type StateContext = Pick<AppContext, "db" | "env">;

/** The state of the Stripe connection, for the portal; without the key itself. */
export async function getStripeState({ db, env }: StateContext): Promise<StripeState> {
  const { STRIPE_SECRET_KEY: key } = env;
  const [lastEvent] = await db
    .select({ type: stripeEvents.type, at: stripeEvents.receivedAt })
    .from(stripeEvents)
    .orderBy(desc(stripeEvents.receivedAt))
    .limit(1);
  return {
    host: new URL(env.STRIPE_API_BASE_URL).host,
    key: key ? { ending: maskSecret(key), isTest: /^.k_test_/.test(key) } : null,
    hasWebhookSecret: env.STRIPE_WEBHOOK_SECRET !== undefined,
    webhookUrl: env.PUBLIC_URL ? `${env.PUBLIC_URL.replace(/\/$/, "")}/webhooks/stripe` : null,
    lastEvent: lastEvent ?? null,
  };
}

const FAILURE_TEXTS: Record<StripeFailure, string> = {
  refused: "Stripe refuses the key that is set on the server.",
  busy: "Stripe limits our requests at the moment. Try again in a minute.",
  down: "Stripe is not responding.",
  unreadable: "The response cannot be read. Check the address of Stripe that is set on the server.",
  "unknown-customer":
    "The response is not from Stripe. Check the address of Stripe that is set on the server.",
};

/** Checks that the key can read every list that billing needs; changes nothing at Stripe. */
export async function testStripe({
  env,
}: Pick<AppContext, "env">): Promise<{ ok: boolean; text: string }> {
  const config = getStripeConfig(env);
  if (!config) return { ok: false, text: "No Stripe key is set on the server." };
  const result = await testKey(config);
  if (!result.ok) return { ok: false, text: FAILURE_TEXTS[result.reason] };
  if (result.unreadable.length > 0)
    return {
      ok: false,
      text: `Stripe responds, but the key may not read ${result.unreadable.join(", ")}. Give it these permissions at Stripe.`,
    };
  return {
    ok: true,
    text: "Stripe responds, and the key can read everything that billing needs. Nothing was changed.",
  };
}
