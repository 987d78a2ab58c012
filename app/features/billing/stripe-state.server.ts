import { desc } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { stripeEvents } from "#app/db/tables/billing.server.ts";
import { maskSecret } from "#app/lib/mask-secret.ts";
import { checkKey, type StripeFault, stripeConfig } from "./client.server.ts";

export type StripeState = {
  host: string;
  /** Null without a key. */
  key: { ending: string; isTest: boolean } | null;
  hasWebhookSecret: boolean;
  /** Where Stripe has to send its events; null where this site does not know its own address. */
  webhookUrl: string | null;
  /** The newest event that changed something here. */
  lastEvent: { type: string; at: Date } | null;
};

type StateContext = Pick<AppContext, "db" | "env">;

/** The connection to Stripe as the portal shows it. The key itself is not part of it. */
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

const FAULTS: Record<StripeFault, string> = {
  refused: "Stripe refuses the key that is set on the server.",
  busy: "Stripe takes no more calls at this moment. Try again in a minute.",
  down: "Stripe does not answer.",
  unreadable:
    "Something answered that cannot be read. Check the address of Stripe that is set on the server.",
  "unknown-customer":
    "Something answered that is not Stripe. Check the address of Stripe that is set on the server.",
};

/** Reads one entry of each list that billing needs at Stripe; changes nothing. */
export async function testStripe({
  env,
}: Pick<AppContext, "env">): Promise<{ ok: boolean; text: string }> {
  const config = stripeConfig(env);
  if (!config) return { ok: false, text: "No key of Stripe is set on the server." };
  const result = await checkKey(config);
  if (!result.ok) return { ok: false, text: FAULTS[result.reason] };
  if (result.unreadable.length > 0)
    return {
      ok: false,
      text: `Stripe answers, but the key may not read ${result.unreadable.join(", ")}. Give it these rights at Stripe.`,
    };
  return {
    ok: true,
    text: "Stripe answers, and the key may read all that billing needs. Nothing was changed.",
  };
}
