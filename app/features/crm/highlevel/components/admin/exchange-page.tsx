import { useId, useState } from "react";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import { OAUTH_MESSAGES, TOKEN_SHOWN } from "../../../constants.ts";
import { ExchangeError, ExchangeTokens } from "./exchange-result.tsx";
import { OAuthFrame } from "./oauth-frame.tsx";
import { useExchange } from "./use-exchange.ts";

/** Manual token exchange, for a code that HighLevel did not send to the callback page. */
export function ExchangePage() {
  const [alert, setAlert] = useState("");
  const { ready, busy, tokens, failure, run } = useExchange(OAUTH_MESSAGES.network);
  const exchange = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [code = "", locationId = ""] = ["code", "location_id"].map((name) =>
      String(form.get(name) ?? "").trim(),
    );
    if (!code || !locationId) return setAlert(OAUTH_MESSAGES.missingFields);
    void run({ code, location_id: locationId });
  };
  return (
    <OAuthFrame
      title="CRM manual token exchange"
      intro="For an authorization code that HighLevel did not send back to this site."
    >
      {tokens ? (
        <>
          <ExchangeTokens tokens={tokens} shownLength={TOKEN_SHOWN} />
          <p>
            The next steps are in{" "}
            <a href="/backyard/settings/integrations" className="link">
              Settings, Integrations
            </a>
            .
          </p>
        </>
      ) : (
        <form onSubmit={exchange} noValidate className="grid gap-4">
          <p className="rounded-lg border border-line bg-cream p-3">
            A code that is entered manually has no state, so nobody can tell who requested it. Use
            only a code that you requested yourself, just now. Connect in Settings is safer.
          </p>
          <TextField label="Authorization code" name="code" />
          <TextField label="Location ID" name="location_id" />
          {failure ? <ExchangeError {...failure} /> : null}
          <button
            type="submit"
            disabled={busy || !ready}
            className="btn btn-action justify-self-start"
          >
            {busy ? "Exchanging..." : "Exchange code for tokens"}
          </button>
        </form>
      )}
      {alert ? <AlertDialog message={alert} onClose={() => setAlert("")} /> : null}
    </OAuthFrame>
  );
}

function TextField({ label, name }: { label: string; name: string }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}{" "}
        <span aria-hidden="true" className="text-danger">
          *
        </span>
      </label>
      <input
        id={id}
        name={name}
        required
        autoComplete="off"
        spellCheck={false}
        className="input mt-1"
      />
    </div>
  );
}
