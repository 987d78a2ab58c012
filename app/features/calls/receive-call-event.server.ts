import type { AppContext } from "#app/app-context.ts";
import { findNumberLabel } from "#app/features/settings/phone-numbers.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import { hasStandardWebhookSignature } from "#app/lib/signature.server.ts";
import type { WebhookRequest, WebhookResult } from "#app/lib/webhook.ts";
import { recordCall } from "./record-call.server.ts";
import { callEventSchema } from "./schema.ts";

type CallContext = Pick<AppContext, "env" | "db" | "now" | "contactKeys" | "settings">;

/**
 * Handles an event of the phone system, {type, id, at, source?, called?, caller_sha256? or caller?},
 * which is signed according to Standard Webhooks. A repeated event changes nothing.
 */
export async function receiveCallEvent(
  { env, db, now, contactKeys, settings }: CallContext,
  { headers, body }: WebhookRequest,
): Promise<WebhookResult> {
  const secret = env.CALLS_WEBHOOK_SECRET;
  if (!secret)
    return {
      ok: false,
      status: 401,
      error: "Call events are not set up here: CALLS_WEBHOOK_SECRET is not set.",
    };
  if (!hasStandardWebhookSignature({ secret, headers, body, now: now() }))
    return {
      ok: false,
      status: 401,
      error: "The signature is missing, wrong or too old.",
      isForged: true,
    };
  const event = callEventSchema.safeParse(parseJson(new TextDecoder().decode(body)));
  if (!event.success) {
    const [issue] = event.error.issues;
    return {
      ok: false,
      status: 400,
      error: `${issue?.path.join(".") || "body"}: ${issue?.message}`,
    };
  }
  const site = await settings.get();
  const findLabel = (called: string) => findNumberLabel(site, called);
  await recordCall({ db, contactKeys, findLabel }, event.data);
  return { ok: true };
}
