import { type AppContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { getRequestUrl } from "#app/features/requests/customer/keys.server.ts";
import { finishSubmission } from "#app/features/requests/intake/finish-submission.server.ts";
import {
  idempotencyKeySchema,
  intakeBodySchema,
} from "#app/features/requests/intake/schema.server.ts";
import { submitRequest } from "#app/features/requests/intake/submit-request.server.ts";
import { isDatabaseDown } from "#app/lib/errors.server.ts";
import { readJson } from "#app/lib/read-body.server.ts";
import { isSameSecret } from "#app/lib/secret.server.ts";
import type { Route } from "./+types/contact-sync";

/** Also called from other sites and servers: cookies are never read here. */
const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "POST, OPTIONS",
  "Access-Control-Allow-Headers":
    "authorization, apikey, content-type, idempotency-key, x-client-info, x-region, x-webhook-secret",
  "Access-Control-Max-Age": "86400",
};

type Reply = { success: true; request_url?: string } | { success: false; error: string };

const respond = (status: number, body: Reply, extra: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { ...CORS, "Cache-Control": "no-store", ...extra } });
const reply = (status: number, error: string, extra?: Record<string, string>) =>
  respond(status, { success: false, error }, extra);

export const handle = { methods: ["POST", "OPTIONS"] };

/** The preflight of browsers on other sites. */
export const loader = () => new Response(null, { status: 204, headers: CORS });

/**
 * POST {type:"INSERT", record, meta?} → {success:true} once request, consent and outbox row are
 * committed. With `meta`, `request_url` is the address of the customer's own page.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext);
  const info = context.get(requestInfoContext);
  const { caller, httpRequestId } = info;
  if (!isKnownCaller(request.headers, app)) {
    info.securityEvent = "forged-webhook";
    return reply(401, "The key is missing or wrong.");
  }

  const body = intakeBodySchema.safeParse(await readJson(request));
  if (!body.success) return reply(400, describeIssue(body.error.issues[0]));
  const key = request.headers.get("idempotency-key") ?? undefined;
  if (key !== undefined && !idempotencyKeySchema.safeParse(key).success)
    return reply(400, "Idempotency-Key: 8 to 100 letters, digits, - or _.");

  try {
    const { deliveryTarget } = await app.settings.get();
    const result = await submitRequest(app.db, app.consentTexts, {
      ...body.data,
      idempotencyKey: key,
      caller,
      now: app.now(),
      target: deliveryTarget,
      contactKeys: app.contactKeys,
    });
    if (result.ok) {
      const { quiz_slug: quiz } = body.data.record.additional_details;
      finishSubmission(app, { ...result, hasQuiz: Boolean(quiz) });
      return respond(200, {
        success: true,
        ...(result.key && { request_url: getRequestUrl(app.env, result.key) }),
      });
    }
    if (result.reason === "key-conflict")
      return reply(409, "This Idempotency-Key belongs to another request.");
    const { phone } = await app.settings.get();
    return reply(
      429,
      `Too many requests from your address. Please wait a minute, or call ${phone}.`,
      { "Retry-After": "60" },
    );
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    app.log.warn(
      { requestId: httpRequestId, err: error },
      "a quote request could not be stored: the database is down",
    );
    return reply(503, "We cannot store your request right now. Please try again in a moment.", {
      "Retry-After": "5",
    });
  }
}

function isKnownCaller(headers: Headers, { env }: AppContext): boolean {
  const bearer = headers.get("authorization")?.replace(/^Bearer\s+/i, "");
  const secret = headers.get("x-webhook-secret");
  if (secret && env.CONTACT_SYNC_SECRET && isSameSecret(secret, env.CONTACT_SYNC_SECRET))
    return true;
  // The public key identifies the caller; it is not a secret.
  return (
    bearer === env.PUBLIC_API_KEY ||
    (bearer === undefined && headers.get("apikey") === env.PUBLIC_API_KEY)
  );
}

const describeIssue = (issue: { path: PropertyKey[]; message: string } | undefined) =>
  `${issue?.path.join(".") || "body"}: ${issue?.message ?? "not readable as JSON"}`;
