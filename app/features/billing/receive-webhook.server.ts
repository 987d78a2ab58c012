import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { getStripeConfig } from "./call-stripe.server.ts";
import { isSignedByStripe } from "./check-signature.server.ts";
import { fetchSubscription } from "./client.server.ts";
import { handleStripeEvent } from "./handle-event.server.ts";
import { readStripeEvent, type StripeEvent } from "./read-event.ts";

type WebhookContext = ActionContext & Pick<AppContext, "env" | "log" | "billing">;

/**
 * Verifies, parses and handles one webhook delivery. `error` goes into the response, so that it
 * appears in Stripe's log of deliveries.
 */
export async function receiveWebhook(
  context: WebhookContext,
  { body, signature }: { body: Buffer; signature: string | null },
): Promise<{ status: number; error?: string; isForged?: true }> {
  const { env, log, billing, now, httpRequestId: requestId } = context;
  if (!env.STRIPE_WEBHOOK_SECRET)
    return {
      status: 404,
      error: "Payments are not connected here: STRIPE_WEBHOOK_SECRET is not set.",
    };
  if (!isSignedByStripe({ header: signature, body, secret: env.STRIPE_WEBHOOK_SECRET, now }))
    return { status: 400, error: "The signature is wrong or too old.", isForged: true };
  const event = readEvent(body);
  if (!event) {
    log.error(
      { requestId },
      "alarm: an event of Stripe has a shape that cannot be read; it was not handled",
    );
    return { status: 400, error: "The event cannot be read." };
  }
  const config = getStripeConfig(env);
  const { outcome, alarm } = await handleStripeEvent(context, {
    event,
    fetchSubscription: config ? (id) => fetchSubscription(config, id) : undefined,
  });
  if (outcome === "unsettled")
    return {
      status: 503,
      error:
        "Another event has the same second, and the subscription could not be read to tell which came first. Please send again.",
    };
  if (event.change.kind !== "ignored" && event.change.customerId)
    billing.evict(event.change.customerId);
  if (alarm) log.error({ requestId, event: event.id }, `alarm: ${alarm}`);
  else if (outcome !== "ignored")
    log.info({ requestId, event: event.id, outcome }, "an event of Stripe was handled");
  return { status: 200 };
}

function readEvent(body: Buffer): StripeEvent | null {
  try {
    return readStripeEvent(JSON.parse(body.toString("utf8")));
  } catch {
    return null;
  }
}
