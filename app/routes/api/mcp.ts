import { appContext, requestInfoContext } from "#app/app-context.ts";
import { CALLS_PER_MINUTE } from "#app/features/assistants/constants.ts";
import { createLocalRateLimit } from "#app/lib/local-rate-limit.server.ts";
import { readJson } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/mcp";

const allowsCall = createLocalRateLimit({ perMinute: CALLS_PER_MINUTE, now: Date.now });

const PARSE_ERROR = -32_700;
const REFUSED = -32_000;

/** An error of JSON-RPC that is about no single message. */
const refuse = (
  status: number,
  message: string,
  { code = REFUSED, headers = {} }: { code?: number; headers?: Record<string, string> } = {},
) =>
  Response.json(
    { jsonrpc: "2.0", error: { code, message }, id: null },
    { status, headers: { "Cache-Control": "no-store", ...headers } },
  );

/** POST: one message of the Model Context Protocol (streamable HTTP, without sessions). */
export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext);
  const info = context.get(requestInfoContext);
  const { origin } = new URL(request.url);
  // As the protocol requires: a page of another site must not reach this through a visitor's browser.
  const sender = request.headers.get("origin");
  if (sender !== null && sender !== origin) {
    info.securityEvent = "refused-origin";
    return refuse(403, "Pages of other sites cannot call this server.");
  }
  if (!allowsCall(info.caller.address))
    return refuse(429, "Too many messages from your address. Please wait a minute.", {
      headers: { "Retry-After": "60" },
    });
  const message = await readJson(request);
  if (message === undefined)
    return refuse(400, "The body is not readable as JSON.", { code: PARSE_ERROR });
  // A list of a thousand would count as one message.
  if (Array.isArray(message)) return refuse(400, "Send one message at a time, not a list.");
  // Only where assistants call does a process load the protocol.
  const { serveMcp } = await import("#app/features/assistants/serve-mcp.server.ts");
  const response = await serveMcp({ ...app, origin }, { request, message });
  response.headers.set("Cache-Control", "no-store");
  return response;
}
