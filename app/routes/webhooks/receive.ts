import { type AppContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { receiveCallEvent } from "#app/features/calls/receive-call-event.server.ts";
import { receiveSignedEvent } from "#app/features/crm/highlevel/receive-signed-event.server.ts";
import { receiveMail } from "#app/features/messages/inbound/receive-mail.server.ts";
import { readBytes } from "#app/lib/read-body.server.ts";
import type { WebhookRequest, WebhookResult } from "#app/lib/webhook.ts";
import type { Route } from "./+types/receive";

type Webhook = (app: AppContext, call: WebhookRequest) => Promise<WebhookResult>;

/** Handlers by sender, for /webhooks/:sender. Stripe has its own route, with other replies. */
const WEBHOOKS = new Map<string, Webhook>([
  ["calls", receiveCallEvent],
  ["highlevel", receiveSignedEvent],
  ["mail", receiveMail],
]);

const refuse = (status: number, error: string) =>
  Response.json({ success: false, error }, { status });

/** POST of an event, signed by its sender → {success:true} once it is handled. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const receive = WEBHOOKS.get(params.sender);
  if (!receive) return refuse(404, "No events are received at this address.");
  const body = await readBytes(request);
  const result = await receive(context.get(appContext), { headers: request.headers, body });
  if (result.ok) return Response.json({ success: true });
  if (result.isForged) context.get(requestInfoContext).securityEvent = "forged-webhook";
  return refuse(result.status, result.error);
}
