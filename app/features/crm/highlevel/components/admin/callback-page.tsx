import { useState } from "react";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import { OAUTH_MESSAGES } from "../../../constants.ts";
import { CopyValue } from "./copy-value.tsx";
import { ExchangeError, ExchangeTokens, SetupInstructions } from "./exchange-result.tsx";
import { OAuthFrame } from "./oauth-frame.tsx";
import { useExchange } from "./use-exchange.ts";

type CallbackProps = {
  code: string;
  locationId: string;
  state: string;
  error: string;
  errorDescription: string;
};

/** HighLevel redirects here with a code, or with the reason why there is none. */
export function CallbackPage({ code, locationId, state, error, errorDescription }: CallbackProps) {
  const [alert, setAlert] = useState("");
  const { ready, busy, tokens, failure, run } = useExchange(OAUTH_MESSAGES.exchangeNetwork);
  const exchange = () => {
    if (!code) return setAlert(OAUTH_MESSAGES.missingCode);
    void run({ code, ...(locationId && { location_id: locationId }), ...(state && { state }) });
  };
  return (
    <OAuthFrame
      title="CRM OAuth callback"
      intro="HighLevel sends a code here. Exchanged for tokens, it connects this site to your location."
    >
      {error && !tokens ? (
        <ExchangeError title="Authorization error" error={error} details={errorDescription} />
      ) : null}
      {tokens ? (
        <>
          <ExchangeTokens tokens={tokens} />
          <SetupInstructions />
        </>
      ) : (
        <>
          {code ? (
            <CopyValue label="Authorization code" value={code} />
          ) : (
            <p>There is no authorization code in this address.</p>
          )}
          {locationId ? <CopyValue label="Location ID" value={locationId} /> : null}
          {code && !state ? (
            <p className="text-muted">
              This code came without a state, so nobody can tell who requested it. Exchange it only
              if you did.
            </p>
          ) : null}
          {failure ? <ExchangeError {...failure} /> : null}
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <button
              type="button"
              onClick={exchange}
              disabled={busy || !ready}
              className="btn btn-action"
            >
              {busy ? "Exchanging..." : "Exchange code for tokens"}
            </button>
            <a href="/oauth/exchange" className="link">
              Enter a code manually
            </a>
          </div>
        </>
      )}
      {alert ? <AlertDialog message={alert} onClose={() => setAlert("")} /> : null}
    </OAuthFrame>
  );
}
