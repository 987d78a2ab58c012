import { parseJson } from "#app/lib/parse-json.ts";
import { OAUTH_MESSAGES } from "../constants.ts";

export type ExchangedTokens = {
  accessToken: string;
  refreshToken: string;
  locationId: string;
  details?: string;
};
export type ExchangeFailure = { error: string; details?: string };
export type ExchangeResult = { tokens: ExchangedTokens } | { failure: ExchangeFailure };

const getText = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** Parses the body of the token exchange (`ExchangeResponse`), which may come from a proxy. */
export function parseExchangeResponse(body: string): ExchangeResult {
  const response = parseObject(body);
  const [details, error] = [getText(response?.details), getText(response?.error)];
  const [accessToken, refreshToken] = [
    getText(response?.access_token),
    getText(response?.refresh_token),
  ];
  if (response?.success === true && accessToken && refreshToken)
    return {
      tokens: {
        accessToken,
        refreshToken,
        locationId: getText(response.location_id) ?? "",
        details,
      },
    };
  return {
    failure: {
      error:
        error ?? (response?.success === false ? OAUTH_MESSAGES.unknown : OAUTH_MESSAGES.invalid),
      details,
    },
  };
}

function parseObject(body: string): Record<string, unknown> | null {
  const parsed = parseJson(body);
  return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : null;
}
