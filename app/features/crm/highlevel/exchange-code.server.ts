import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { toStorableText } from "#app/lib/text.ts";
import type { Vault } from "#app/lib/vault.server.ts";
import {
  EXCHANGES_PER_MINUTE,
  type ExchangeResponse,
  OAUTH_MESSAGES,
  STATE_LIFETIME_MS,
} from "../constants.ts";
import { saveConnection } from "./connections.server.ts";
import { getHighLevelConfig, requestTokens, type TokenPair } from "./oauth-client.server.ts";

const exchangeSchema = z.strictObject({
  code: z.string().trim().min(1).max(2_000),
  location_id: z.string().overwrite(toStorableText).trim().min(1).max(200).optional(),
  state: z.string().min(1).max(2_000).optional(),
});
const stateSchema = z.object({ userId: z.string(), until: z.number() });
const STATE_LOCATION = { table: "crm_connections", row: "new", column: "state" };
const WINDOW_SECONDS = 60;

/** The OAuth state of the Connect button, encrypted: who pressed it, and until when it is valid. */
export const createOAuthState = (vault: Vault, { userId, now }: { userId: string; now: Date }) =>
  vault.seal(JSON.stringify({ userId, until: now.getTime() + STATE_LIFETIME_MS }), STATE_LOCATION);

function isValidState(
  vault: Vault,
  { state, userId, now }: { state: string; userId: string; now: Date },
): boolean {
  const text = vault.open(state, STATE_LOCATION);
  const parsed = text ? stateSchema.safeParse(JSON.parse(text)) : undefined;
  return (
    parsed?.success === true && parsed.data.userId === userId && parsed.data.until > now.getTime()
  );
}

type ExchangeResult = { status: number; response: ExchangeResponse };

const refuse = (status: number, error: string, details?: string): ExchangeResult => ({
  status,
  response: { success: false, error, ...(details ? { details } : {}) },
});

/**
 * Exchanges a code for tokens, stores them encrypted, and returns them this one time. The caller
 * has checked that the actor is a superadmin.
 * @param input.hasRecentPassword the actor entered the password recently, which proves who asks
 */
export async function exchangeCode(
  context: ActionContext & Pick<AppContext, "env" | "vault" | "log">,
  { body, hasRecentPassword }: { body: unknown; hasRecentPassword: boolean },
): Promise<ExchangeResult> {
  const { db, env, log, actor, now, httpRequestId } = context;
  const isAllowed = await consumeRateLimit(db, {
    key: `oauth-exchange:${actor}`,
    limit: EXCHANGES_PER_MINUTE,
    windowSeconds: WINDOW_SECONDS,
    now,
  });
  if (!isAllowed) return refuse(429, "Too many tries. Wait a minute.");
  const config = getHighLevelConfig(env);
  if (!config)
    return refuse(
      409,
      "HighLevel is not set up on this server",
      "The id and the secret of this site's app at HighLevel are not set on the server.",
    );
  const parsed = exchangeSchema.safeParse(body);
  if (!parsed.success) return refuse(400, "Missing authorization code");
  const { code, location_id: requestedLocation, state } = parsed.data;
  const refusal = checkState(context, { state, hasRecentPassword });
  if (refusal) return refusal;
  const result = await requestTokens(config, { grant: { code }, now: () => now });
  if (!result.ok) {
    log.warn(
      { requestId: httpRequestId, status: result.status },
      "a code was not exchanged for tokens",
    );
    return refuse(result.final ? 400 : 502, "HighLevel did not exchange the code", result.error);
  }
  const { tokens } = result;
  const locationId = tokens.locationId ?? requestedLocation;
  if (!locationId)
    return refuse(
      502,
      "HighLevel named no location",
      "Use the manual page and enter the location ID.",
    );
  const withoutState = state === undefined;
  await saveConnection(context, { tokens, locationId, withoutState });
  log[withoutState ? "warn" : "info"](
    { requestId: httpRequestId, withoutState },
    "HighLevel is connected",
  );
  const response = buildResponse({ tokens, locationId, requestedLocation, withoutState });
  return { status: 200, response };
}

/**
 * A refusal unless the state is that of the actor's Connect button, or a recent password replaces
 * it.
 */
function checkState(
  { vault, actor, now }: ActionContext & Pick<AppContext, "vault">,
  { state, hasRecentPassword }: { state: string | undefined; hasRecentPassword: boolean },
): ExchangeResult | null {
  if (state !== undefined && !isValidState(vault, { state, userId: actor, now }))
    return refuse(
      400,
      "This connection was not started here",
      "The state is wrong or too old. Press Connect in Settings, Integrations, and try again.",
    );
  if (state === undefined && !hasRecentPassword)
    return refuse(
      403,
      OAUTH_MESSAGES.noState,
      "You typed your password too long ago. Sign out and in again in another tab, then press the button again.",
    );
  return null;
}

function buildResponse(exchange: {
  tokens: TokenPair;
  locationId: string;
  requestedLocation: string | undefined;
  withoutState: boolean;
}): ExchangeResponse {
  const { tokens, locationId, requestedLocation, withoutState } = exchange;
  const details = [
    requestedLocation && requestedLocation !== locationId
      ? `The tokens belong to location ${locationId}, not ${requestedLocation}.`
      : "",
    withoutState
      ? "Connected without a state: nobody can tell who asked for this code. Check that it is your location."
      : "",
  ].filter(Boolean);
  return {
    success: true,
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    location_id: locationId,
    ...(details.length > 0 ? { details: details.join(" ") } : {}),
  };
}
