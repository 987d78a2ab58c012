import { appContext, requestInfoContext } from "#app/app-context.ts";
import { recordCall } from "#app/features/calls/record-call.server.ts";
import { callEventSchema } from "#app/features/calls/schema.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import { readBytes } from "#app/lib/read-body.server.ts";
import { hasStandardSignature } from "#app/lib/signature.server.ts";
import type { Route } from "./+types/calls";

const refuse = (status: number, error: string) =>
  Response.json({ success: false, error }, { status });

/**
 * POST {type, id, at, source?} of the phone system, signed according to Standard Webhooks →
 * {success:true}. A repeated event counts once.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { env, db, now } = context.get(appContext);
  const secret = env.CALLS_WEBHOOK_SECRET;
  if (!secret)
    return refuse(401, "Call events are not set up here: CALLS_WEBHOOK_SECRET is not set.");
  const body = await readBytes(request);
  if (!hasStandardSignature({ secret, headers: request.headers, body, now: now() })) {
    context.get(requestInfoContext).securityEvent = "forged-webhook";
    return refuse(401, "The signature is missing, wrong or too old.");
  }
  const event = callEventSchema.safeParse(parseJson(new TextDecoder().decode(body)));
  if (!event.success) {
    const [issue] = event.error.issues;
    return refuse(400, `${issue?.path.join(".") || "body"}: ${issue?.message}`);
  }
  await recordCall(db, event.data);
  return Response.json({ success: true });
}
