import { useEffect, useState } from "react";
import { type ExchangeAnswer, OAUTH_FUNCTION, OAUTH_MESSAGES } from "../../constants.ts";

export type Tokens = { accessToken: string; refreshToken: string; locationId: string; details?: string };
type Failure = { error: string; details?: string };
/** `ready`: the script runs; before that a press would do nothing. */
type Exchange = {
  ready: boolean;
  busy: boolean;
  tokens: Tokens | null;
  failure: Failure | null;
  run: (body: { code: string; location_id?: string; state?: string }) => Promise<void>;
};

/** What a person without the right can do: the page stays, and the code with it. */
const HINTS: Record<number, string | undefined> = {
  401: "Nobody is signed in here, or the session has ended. Sign in to the staff portal as a superadmin in another tab, then press the button again.",
  403: "Only a superadmin may connect HighLevel. Ask one to sign in and to press Connect in Settings, Integrations.",
};

/** The exchange of a code for tokens, which live in the page alone. @param networkError said where no answer came */
export function useExchange(networkError: string): Exchange {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const [busy, setBusy] = useState(false);
  const [tokens, setTokens] = useState<Tokens | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run: Exchange["run"] = async (body) => {
    setBusy(true);
    setFailure(null);
    try {
      const response = await fetch(OAUTH_FUNCTION, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
      const answer = (await response.json().catch(() => ({}))) as ExchangeAnswer;
      if (answer.success && answer.access_token && answer.refresh_token)
        setTokens({ accessToken: answer.access_token, refreshToken: answer.refresh_token, locationId: answer.location_id ?? "", details: answer.details });
      else setFailure({ error: answer.error || OAUTH_MESSAGES.unknown, details: answer.details ?? HINTS[response.status] });
    } catch {
      setFailure({ error: networkError });
    }
    setBusy(false);
  };
  return { ready, busy, tokens, failure, run };
}
