import { useEffect, useState } from "react";
import { OAUTH_FUNCTION } from "../../../constants.ts";
import { type ExchangeFailure, readExchange, type Tokens } from "../../read-exchange.ts";

/** `ready`: the script runs; before that a press would do nothing. */
type Exchange = {
  ready: boolean;
  busy: boolean;
  tokens: Tokens | null;
  failure: ExchangeFailure | null;
  run: (body: { code: string; location_id?: string; state?: string }) => Promise<void>;
};

/** What a person without the right can do: the page stays, and the code with it. */
const HINTS: Record<number, string | undefined> = {
  401: "Nobody is signed in here, or the session has ended. Sign in to the staff portal as a superadmin in another tab, then press the button again.",
  403: "Only a superadmin may connect HighLevel. Ask one to sign in and to press Connect in Settings, Integrations.",
};

/**
 * The exchange of a code for tokens, which live in the page alone. @param networkError said where
 * no answer came
 */
export function useExchange(networkError: string): Exchange {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const [busy, setBusy] = useState(false);
  const [tokens, setTokens] = useState<Tokens | null>(null);
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
      const answer = readExchange(await response.text());
      if ("tokens" in answer) setTokens(answer.tokens);
      else
        setFailure({
          ...answer.failure,
          details: answer.failure.details ?? HINTS[response.status],
        });
    } catch {
      setFailure({ error: networkError });
    }
    setBusy(false);
  };
  return { ready, busy, tokens, failure, run };
}
