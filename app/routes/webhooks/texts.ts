import { appContext, requestInfoContext } from "#app/app-context.ts";
import { receiveText } from "#app/features/texts/inbound/receive-text.server.ts";
import { readBytes } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/texts";

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** POST of a text that a customer wrote, signed by Twilio → TwiML, with one text to send or none. */
export async function action({ request, context }: Route.ActionArgs) {
  const info = context.get(requestInfoContext);
  const result = await receiveText(context.get(appContext), {
    url: request.url,
    body: await readBytes(request),
    signature: request.headers.get("x-twilio-signature"),
    address: info.caller.address,
  });
  if (!result.ok) {
    if (result.isForged) info.securityEvent = "forged-webhook";
    return Response.json(
      { success: false, error: result.error },
      { status: result.status, headers: result.status === 429 ? { "Retry-After": "60" } : {} },
    );
  }
  const message = result.reply ? `<Message>${escapeXml(result.reply)}</Message>` : "";
  return new Response(`<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`, {
    headers: { "Content-Type": "text/xml; charset=utf-8" },
  });
}
