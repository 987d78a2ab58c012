import { actionContext, requestInfoContext } from "#app/app-context.ts";
import { STRIPE_ACTOR } from "#app/features/billing/constants.ts";
import { receiveWebhook } from "#app/features/billing/receive-webhook.server.ts";
import { readBytes } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/stripe";

const reply = (status: number, error?: string) =>
  Response.json(error === undefined ? { received: true } : { success: false, error }, { status });

/**
 * Events of Stripe, signed over the raw body. 2xx only once they are committed; Stripe retries
 * failed ones.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const info = context.get(requestInfoContext);
  const body = Buffer.from(await readBytes(request));
  const result = await receiveWebhook(actionContext(context, STRIPE_ACTOR), {
    body,
    signature: request.headers.get("stripe-signature"),
  });
  if (result.isForged) info.securityEvent = "forged-webhook";
  return reply(result.status, result.error);
}
