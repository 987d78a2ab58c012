import { z } from "zod";
import type { AppContext, Staff } from "#app/app-context.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { storableText } from "#app/lib/text.ts";
import type { Vault } from "#app/lib/vault.server.ts";
import {
  EXCHANGES_PER_MINUTE,
  type ExchangeAnswer,
  OAUTH_MESSAGES,
  STATE_LIFETIME_MS,
} from "../constants.ts";
import { saveConnection } from "./connections.server.ts";
import { highLevelConfig, requestTokens } from "./oauth-client.server.ts";

const exchangeSchema = z.strictObject({
  code: z.string().trim().min(1).max(2_000),
  location_id: z.string().overwrite(storableText).trim().min(1).max(200).optional(),
  state: z.string().min(1).max(2_000).optional(),
});
const stateSchema = z.object({ userId: z.string(), until: z.number() });
const STATE_PLACE = { table: "crm_connections", row: "new", column: "state" };
const WINDOW_SECONDS = 60;

/** What the Connect button sends along: who pressed it, and until when it counts. */
export const makeState = (vault: Vault, { userId, now }: { userId: string; now: Date }) =>
  vault.seal(JSON.stringify({ userId, until: now.getTime() + STATE_LIFETIME_MS }), STATE_PLACE);

function isOurState(
  vault: Vault,
  { state, userId, now }: { state: string; userId: string; now: Date },
): boolean {
  const text = vault.open(state, STATE_PLACE);
  const parsed = text ? stateSchema.safeParse(JSON.parse(text)) : undefined;
  return (
    parsed?.success === true && parsed.data.userId === userId && parsed.data.until > now.getTime()
  );
}

/**
 * `hasRecentPassword`: the person typed the password a moment ago, so that it is certainly them who
 * asks.
 */
type Exchange = {
  body: unknown;
  staff: Pick<Staff, "userId">;
  hasRecentPassword: boolean;
  requestId: string;
};
const refuse = (status: number, error: string, details?: string) => ({
  status,
  answer: { success: false, error, ...(details ? { details } : {}) },
});

/**
 * Trades a code for tokens, keeps them sealed, and answers them this once. For a superadmin alone:
 * the caller has checked.
 */
export async function exchangeCode(
  services: Pick<AppContext, "db" | "env" | "vault" | "log" | "now">,
  { body, staff, hasRecentPassword, requestId }: Exchange,
): Promise<{ status: number; answer: ExchangeAnswer }> {
  const { db, env, vault, log } = services;
  const now = services.now();
  if (
    !(await consumeRateLimit(db.$client, {
      key: `oauth-exchange:${staff.userId}`,
      limit: EXCHANGES_PER_MINUTE,
      windowSeconds: WINDOW_SECONDS,
      now,
    }))
  )
    return refuse(429, "Too many tries. Wait a minute.");
  const config = highLevelConfig(env);
  if (!config)
    return refuse(
      409,
      "HighLevel is not set up on this server",
      "The id and the secret of this site's app at HighLevel are not set on the server.",
    );
  const parsed = exchangeSchema.safeParse(body);
  if (!parsed.success) return refuse(400, "Missing authorization code");
  const { code, location_id: wanted, state } = parsed.data;
  if (state !== undefined && !isOurState(vault, { state, userId: staff.userId, now }))
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
  const reply = await requestTokens(config, { grant: { code }, now: services.now });
  if (!reply.ok) {
    log.warn({ requestId, status: reply.status }, "a code was not exchanged for tokens");
    return refuse(reply.final ? 400 : 502, "HighLevel did not exchange the code", reply.error);
  }
  const locationId = reply.tokens.locationId ?? wanted;
  if (!locationId)
    return refuse(
      502,
      "HighLevel named no location",
      "Use the manual page and enter the location ID.",
    );
  const withoutState = state === undefined;
  await saveConnection(services, {
    tokens: reply.tokens,
    locationId,
    withoutState,
    actor: staff.userId,
    requestId,
    now,
  });
  log[withoutState ? "warn" : "info"]({ requestId, withoutState }, "HighLevel is connected");
  const answer = {
    success: true,
    access_token: reply.tokens.accessToken,
    refresh_token: reply.tokens.refreshToken,
    location_id: locationId,
  };
  const details = [
    wanted && wanted !== locationId
      ? `The tokens belong to location ${locationId}, not ${wanted}.`
      : "",
    withoutState
      ? "Connected without a state: nobody can tell who asked for this code. Check that it is your location."
      : "",
  ].filter(Boolean);
  return {
    status: 200,
    answer: details.length > 0 ? { ...answer, details: details.join(" ") } : answer,
  };
}
