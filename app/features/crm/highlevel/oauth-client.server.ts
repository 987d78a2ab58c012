import { z } from "zod";
import type { Env } from "#app/lib/env.server.ts";
import { CALLBACK_PATH, REQUEST_TIMEOUT_MS } from "../constants.ts";
import { sendJson } from "../send-json.server.ts";

export type HighLevelConfig = {
  baseUrl: string;
  authorizeUrl: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** Milliseconds that a response may take. */
  timeoutMs: number;
};

/** Null if the environment has no client id and secret of this site's app at HighLevel. */
export function getHighLevelConfig(env: Env): HighLevelConfig | null {
  const { CRM_CLIENT_ID: clientId, CRM_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  const origin = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, "");
  return {
    baseUrl: env.CRM_API_BASE_URL.replace(/\/$/, ""),
    authorizeUrl: env.CRM_AUTHORIZE_URL,
    clientId,
    clientSecret,
    redirectUri: origin + CALLBACK_PATH,
    timeoutMs: REQUEST_TIMEOUT_MS,
  };
}

/** The OAuth scopes that this program needs. */
const SCOPES = [
  "contacts.readonly",
  "contacts.write",
  "locations/customFields.readonly",
  "locations/customFields.write",
];

/** URL of HighLevel's page where a person chooses a location and grants access. */
export function buildAuthorizeUrl(config: HighLevelConfig, state: string): string {
  const url = new URL(config.authorizeUrl);
  const query = {
    response_type: "code",
    redirect_uri: config.redirectUri,
    client_id: config.clientId,
    scope: SCOPES.join(" "),
    state,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

export type TokenPair = {
  accessToken: string;
  refreshToken: string;
  expiresInMs: number;
  locationId: string | null;
};
export type TokenResult =
  | { ok: true; tokens: TokenPair }
  /** `final`: the code or refresh token was used or revoked; a retry cannot succeed. */
  | { ok: false; final: boolean; status: number | null; error: string };

const tokenSchema = z.object({
  access_token: z.string().min(1).max(10_000),
  refresh_token: z.string().min(1).max(10_000),
  expires_in: z.number().positive(),
  userType: z.string().optional(),
  locationId: z.string().min(1).max(200).optional().catch(undefined),
});
const MAX_DETAILS = 200;
const problemSchema = z.object({
  error_description: z.string().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
});

/** HighLevel's error message, for the person who connects; never logged. */
function formatErrorDetails(body: unknown): string {
  const parsed = problemSchema.safeParse(body);
  const words = parsed.success
    ? (parsed.data.error_description ?? parsed.data.message ?? parsed.data.error)
    : undefined;
  return words ? `: ${words.slice(0, MAX_DETAILS)}` : "";
}

/** Fetches a pair of tokens for a code or a refresh token. Both can be used only once. */
export async function requestTokens(
  config: HighLevelConfig,
  options: { grant: { code: string } | { refreshToken: string }; now: () => Date },
): Promise<TokenResult> {
  const { grant } = options;
  const form = new URLSearchParams({
    client_id: config.clientId,
    client_secret: config.clientSecret,
    user_type: "Location",
    redirect_uri: config.redirectUri,
  });
  if ("code" in grant) {
    form.set("grant_type", "authorization_code");
    form.set("code", grant.code);
  } else {
    form.set("grant_type", "refresh_token");
    form.set("refresh_token", grant.refreshToken);
  }
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    Accept: "application/json",
  };
  const response = await sendJson({
    url: `${config.baseUrl}/oauth/token`,
    method: "POST",
    headers,
    body: form.toString(),
    timeoutMs: config.timeoutMs,
    now: options.now,
  });
  if (response.status === null)
    return { ok: false, final: false, status: null, error: response.error };
  return parseTokenResponse(response);
}

function parseTokenResponse({ status, body }: { status: number; body: unknown }): TokenResult {
  if (status < 200 || status >= 300)
    return {
      ok: false,
      final: status === 400 || status === 401 || status === 422,
      status,
      error: `status ${status}${formatErrorDetails(body)}`,
    };
  const parsed = tokenSchema.safeParse(body);
  if (!parsed.success)
    return { ok: false, final: false, status, error: "the answer holds no tokens" };
  const { access_token, refresh_token, expires_in, userType, locationId = null } = parsed.data;
  if (userType === "Company")
    return {
      ok: false,
      final: true,
      status,
      error: "the tokens are those of an agency, choose one location",
    };
  return {
    ok: true,
    tokens: {
      accessToken: access_token,
      refreshToken: refresh_token,
      expiresInMs: expires_in * 1000,
      locationId,
    },
  };
}
