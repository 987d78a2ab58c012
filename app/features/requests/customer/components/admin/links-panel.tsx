import { Button } from "#app/components/admin/button.tsx";
import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { LINK_REFUSALS, type LinkFormResult } from "../../link-schema.ts";
import type { ListedLink } from "../../load-links.server.ts";

type LinksPanelProps = {
  links: readonly ListedLink[];
  requestId: string;
  canMail: boolean;
  now: number;
};

/** The customer's own page: show or send a link to it, and revoke links that went astray. */
export function LinksPanel({ links, requestId, canMail, now }: LinksPanelProps) {
  const fetcher = useFetcher<LinkFormResult>();
  const isBusy = fetcher.state !== "idle";
  const result = isBusy ? undefined : fetcher.data;
  const submit = (fields: Record<string, string>) =>
    void fetcher.submit({ id: requestId, ...fields }, { method: "post" });
  return (
    <section aria-labelledby="request-links" className="panel-card p-4">
      <h3 id="request-links" className="font-bold">
        Customer's page
      </h3>
      <p className="mt-1 text-sm text-muted">
        There the customer sees the request and answers. Whoever has a link can act for them.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {canMail ? (
          <Button disabled={isBusy} onClick={() => submit({ intent: "mail-link" })}>
            Email a link
          </Button>
        ) : null}
        <Button disabled={isBusy} onClick={() => submit({ intent: "show-link" })}>
          Show a link
        </Button>
      </div>
      <p role="status" className="mt-1 text-sm font-semibold text-ok">
        {result?.ok ? DONE[result.intent] : ""}
      </p>
      <p role="alert" className="text-sm text-danger">
        {result && !result.ok ? LINK_REFUSALS[result.reason] : ""}
      </p>
      {result?.ok && result.intent === "show-link" ? (
        <input
          readOnly
          aria-label="Link to the customer's page"
          value={result.url}
          onFocus={(event) => event.target.select()}
          className="field-small mt-1 w-full"
        />
      ) : null}
      {links.length > 0 ? (
        <details className="mt-2">
          <summary className="py-1 text-sm font-semibold">Links: {links.length}</summary>
          <ul className="mt-1 grid gap-2 text-sm">
            {links.map((link) => (
              <LinkRow
                key={link.id}
                link={link}
                now={now}
                isBusy={isBusy}
                onRevoke={() => submit({ intent: "revoke-link", keyId: link.id })}
              />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

const DONE = {
  "show-link": "Copy it now. It is not shown again.",
  "mail-link": "A link is on its way to the address in the request.",
  "revoke-link": "The link no longer works.",
} as const;

type LinkRowProps = { link: ListedLink; now: number; isBusy: boolean; onRevoke: () => void };

function LinkRow({ link, now, isBusy, onRevoke }: LinkRowProps) {
  const { madeFor, madeBy, createdAt, lastUsedAt, isRevoked } = link;
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <span>
        {madeFor}
        {madeBy ? ` (${madeBy})` : ""}, <TimeAgo at={createdAt} now={now} />
        <span className="block text-muted">
          {isRevoked ? (
            "Revoked"
          ) : lastUsedAt ? (
            <>
              Last opened <TimeAgo at={lastUsedAt} now={now} />
            </>
          ) : (
            "Not opened yet"
          )}
        </span>
      </span>
      {isRevoked ? null : (
        <Button disabled={isBusy} onClick={onRevoke} tone="danger">
          Revoke
        </Button>
      )}
    </li>
  );
}
