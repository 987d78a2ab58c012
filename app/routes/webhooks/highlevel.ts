import { appContext, requestInfoContext } from "#app/app-context.ts";
import { receiveEvent } from "#app/features/crm/highlevel/receive-event.server.ts";
import { readBytes } from "#app/lib/read-body.server.ts";
import { isSignedBy, readEd25519Key } from "#app/lib/signature.server.ts";
import type { Route } from "./+types/highlevel";

const refuse = (status: number, error: string) =>
  Response.json({ success: false, error }, { status });

/**
 * Events of HighLevel, signed with Ed25519 over the raw body. Irrelevant events get a success
 * reply, otherwise they would be sent again.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext);
  const signature = request.headers.get("x-ghl-signature");
  const key = readEd25519Key(app.env.CRM_WEBHOOK_PUBLIC_KEY);
  const body = await readBytes(request);
  if (!signature || !key || !isSignedBy(key, { body, signature })) {
    context.get(requestInfoContext).securityEvent = "forged-webhook";
    return refuse(401, "X-GHL-Signature is missing or wrong.");
  }
  const result = await receiveEvent(app, new TextDecoder().decode(body));
  return result.ok
    ? Response.json({ success: true })
    : refuse(400, "The event is not readable as JSON.");
}
