import { useEffect, useState } from "react";
import { OAUTH_FUNCTION } from "../../../constants.ts";
import {
  type ExchangedTokens,
  type ExchangeFailure,
  parseExchangeResponse,
} from "../../parse-exchange-response.ts";

/** `ready`: the page is hydrated; before that, pressing the button does nothing. */
type Exchange = {
  ready: boolean;
  busy: boolean;
  tokens: ExchangedTokens | null;
  failure: ExchangeFailure | null;
  run: (body: { code: string; location_id?: string; state?: string }) => Promise<void>;
};

/** What to do without permission, by HTTP status. The page keeps the code. */
const HINTS: Record<number, string | undefined> = {
  401: "Nobody is signed in here, or the session has ended. Sign in to the staff portal as a superadmin in another tab, then press the button again.",
  403: "Only a superadmin may connect HighLevel. Ask one to sign in and to press Connect in Settings, Integrations.",
};

/**
 * Exchanges a code for tokens and holds them in the page's memory only.
 * @param networkError message for a request without a response
 */
export function useExchange(networkError: string): Exchange {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const [busy, setBusy] = useState(false);
  const [tokens, setTokens] = useState<ExchangedTokens | null>(null);
  const [failure, setFailure] = useState<ExchangeFailure | null>(null);
  const run: Exchange["run"] = async (body) => {
    setBusy(true);
    setFailure(null);
    try {
      const response = await fetch(OAUTH_FUNCTION, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      const result = parseExchangeResponse(await response.text());
      if ("tokens" in result) setTokens(result.tokens);
      else
        setFailure({
          ...result.failure,
          details: result.failure.details ?? HINTS[response.status],
        });
    } catch {
      setFailure({ error: networkError });
    }
    setBusy(false);
  };
  return { ready, busy, tokens, failure, run };
}
