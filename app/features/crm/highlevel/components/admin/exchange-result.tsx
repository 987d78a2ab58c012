import { useEffect, useRef } from "react";
import type { ExchangedTokens } from "../../parse-exchange-response.ts";
import { CopyValue } from "./copy-value.tsx";

export function ExchangeError({
  title = "Error",
  error,
  details,
}: {
  title?: string;
  error: string;
  details?: string;
}) {
  return (
    <div role="alert" className="rounded-lg border-2 border-danger p-4 wrap-anywhere">
      <p className="font-semibold text-danger">
        {title}: {error}
      </p>
      {details ? <p className="mt-1">{details}</p> : null}
    </div>
  );
}

/**
 * The new tokens, which are shown only once.
 * @param shownLength how many characters of a token are shown, by default all
 */
export function ExchangeTokens({
  tokens,
  shownLength,
}: {
  tokens: ExchangedTokens;
  shownLength?: number;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const cut = (token: string) =>
    shownLength && token.length > shownLength ? `${token.slice(0, shownLength)}...` : token;
  return (
    <section aria-labelledby="tokens" className="grid gap-5">
      <div>
        <h2 id="tokens" ref={heading} tabIndex={-1} className="h3 text-ok">
          The exchange worked
        </h2>
        <p className="mt-1">
          HighLevel is connected, and the tokens are stored encrypted. They are shown only this
          once.
        </p>
        {tokens.details ? (
          <p className="mt-3 rounded-lg border border-line bg-cream p-3 font-semibold">
            {tokens.details}
          </p>
        ) : null}
      </div>
      <CopyValue label="Access token" value={tokens.accessToken} shown={cut(tokens.accessToken)} />
      <CopyValue
        label="Refresh token"
        value={tokens.refreshToken}
        shown={cut(tokens.refreshToken)}
      />
      <CopyValue label="Location ID" value={tokens.locationId} />
    </section>
  );
}

export function SetupInstructions() {
  return (
    <section aria-labelledby="setup">
      <h2 id="setup" className="font-display text-lg font-extrabold">
        Setup instructions
      </h2>
      <ol className="mt-2 grid list-decimal gap-1 pl-5">
        <li>
          You do not need to paste anything: this site has stored the tokens and refreshes them
          automatically.
        </li>
        <li>
          Open{" "}
          <a href="/backyard/settings/integrations" className="link">
            Settings, Integrations
          </a>{" "}
          and press Test connection on the HighLevel card.
        </li>
        <li>
          Choose HighLevel as the delivery target there. Requests that are waiting for another
          target still go to that one.
        </li>
        <li>
          Copy the tokens only for another system that needs them. The refresh token works once: the
          first system that uses it invalidates it for the other.
        </li>
      </ol>
    </section>
  );
}
