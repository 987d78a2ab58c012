import type { AppContext } from "#app/app-context.ts";
import { isSignedBy, parseEd25519Key } from "#app/lib/signature.server.ts";
import type { WebhookRequest, WebhookResult } from "#app/lib/webhook.ts";
import { receiveEvent } from "./receive-event.server.ts";

/**
 * Verifies the Ed25519 signature of a HighLevel event, which covers the raw body, and handles it.
 */
export async function receiveSignedEvent(
  app: AppContext,
  { headers, body }: WebhookRequest,
): Promise<WebhookResult> {
  const signature = headers.get("x-ghl-signature");
  const key = parseEd25519Key(app.env.CRM_WEBHOOK_PUBLIC_KEY);
  if (!signature || !key || !isSignedBy(key, { body, signature }))
    return {
      ok: false,
      status: 401,
      error: "X-GHL-Signature is missing or wrong.",
      isForged: true,
    };
  const result = await receiveEvent(app, new TextDecoder().decode(body));
  return result.ok
    ? { ok: true }
    : { ok: false, status: 400, error: "The event is not readable as JSON." };
}
