import type { AppContext } from "#app/app-context.ts";
import { isSignedByStripe } from "./check-signature.server.ts";
import { fetchSubscription, stripeConfig } from "./client.server.ts";
import { handleStripeEvent } from "./handle-event.server.ts";
import { readStripeEvent, type StripeEvent } from "./read-event.ts";

type WebhookServices = Pick<AppContext, "db" | "env" | "log" | "now" | "billing">;

/**
 * Checks, reads and takes one delivery. `error` stands in the answer: Stripe's own log shows it to
 * whoever set the endpoint up.
 */
export async function receiveWebhook(
  services: WebhookServices,
  options: { body: Buffer; signature: string | null; requestId: string },
): Promise<{ status: number; error?: string; isForged?: true }> {
  const { db, env, log, now, billing } = services;
  const { body, signature, requestId } = options;
  if (!env.STRIPE_WEBHOOK_SECRET)
    return {
      status: 404,
      error: "Payments are not connected here: STRIPE_WEBHOOK_SECRET is not set.",
    };
  if (!isSignedByStripe({ header: signature, body, secret: env.STRIPE_WEBHOOK_SECRET, now: now() }))
    return { status: 400, error: "The signature is wrong or too old.", isForged: true };
  const event = readEvent(body);
  if (!event) {
    log.error(
      { requestId },
      "alarm: an event of Stripe has a shape that cannot be read; it was not taken",
    );
    return { status: 400, error: "The event cannot be read." };
  }
  const config = stripeConfig(env);
  const askStripe = config ? (id: string) => fetchSubscription(config, id) : undefined;
  const { outcome, alarm } = await handleStripeEvent(db.$client, {
    event,
    requestId,
    now: now(),
    askStripe,
  });
  if (outcome === "unsettled")
    return {
      status: 503,
      error:
        "Another event has the same second, and the subscription could not be read to tell which came first. Please send again.",
    };
  if (event.change.kind !== "ignored" && event.change.customerId)
    billing.forget(event.change.customerId);
  if (alarm) log.error({ requestId, event: event.id }, `alarm: ${alarm}`);
  else if (outcome !== "ignored")
    log.info({ requestId, event: event.id, outcome }, "an event of Stripe was taken");
  return { status: 200 };
}

function readEvent(body: Buffer): StripeEvent | null {
  try {
    return readStripeEvent(JSON.parse(body.toString("utf8")));
  } catch {
    return null;
  }
}
