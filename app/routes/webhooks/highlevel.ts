import { receiveEvent } from "#app/features/crm/receive-event.server.ts";
import { isSignedBy, readEd25519Key } from "#app/lib/signature.server.ts";
import { servicesContext } from "#app/services.ts";
import type { Route } from "./+types/highlevel";

const refuse = (status: number, error: string, headers?: Record<string, string>) => Response.json({ success: false, error }, { status, headers });

export const loader = () => refuse(405, "Send the event as POST.", { Allow: "POST" });

/** Events of HighLevel, signed with Ed25519 over the raw body. What it cannot use is answered with success, or it would be sent again. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return refuse(405, "Send the event as POST.", { Allow: "POST" });
  const services = context.get(servicesContext);
  const signature = request.headers.get("x-ghl-signature");
  const key = readEd25519Key(services.env.CRM_WEBHOOK_PUBLIC_KEY);
  const body = new Uint8Array(await request.arrayBuffer());
  if (!signature || !key || !isSignedBy(key, { body, signature })) return refuse(401, "X-GHL-Signature is missing or wrong.");
  const result = await receiveEvent(services, new TextDecoder().decode(body));
  return result.ok ? Response.json({ success: true }) : refuse(400, "The event is not readable as JSON.");
}
