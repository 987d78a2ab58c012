import { parseJson } from "#app/lib/parse-json.ts";
import { OAUTH_MESSAGES } from "../constants.ts";

export type Tokens = {
  accessToken: string;
  refreshToken: string;
  locationId: string;
  details?: string;
};
export type ExchangeFailure = { error: string; details?: string };
export type ExchangeRead = { tokens: Tokens } | { failure: ExchangeFailure };

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/**
 * The answer of the token exchange (`ExchangeAnswer`) from its body, which a proxy may have
 * written.
 */
export function readExchange(body: string): ExchangeRead {
  const answer = parseObject(body);
  const [details, error] = [textOf(answer?.details), textOf(answer?.error)];
  const [accessToken, refreshToken] = [textOf(answer?.access_token), textOf(answer?.refresh_token)];
  if (answer?.success === true && accessToken && refreshToken)
    return {
      tokens: { accessToken, refreshToken, locationId: textOf(answer.location_id) ?? "", details },
    };
  return {
    failure: {
      error: error ?? (answer?.success === false ? OAUTH_MESSAGES.unknown : OAUTH_MESSAGES.invalid),
      details,
    },
  };
}

function parseObject(body: string): Record<string, unknown> | null {
  const parsed = parseJson(body);
  return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : null;
}
