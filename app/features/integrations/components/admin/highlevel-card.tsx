import { Button, ButtonAnchor } from "#app/components/admin/button.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import { type Clock, When } from "#app/components/admin/when.tsx";
import type { HighLevelState } from "#app/features/crm/highlevel/state.server.ts";
import { type Fact, Facts, listDeliveryFacts, TestForm } from "./integration-parts.tsx";

type CardProps = { state: HighLevelState; clock: Clock };

/** The connection to HighLevel's own API: who is connected, and its state. */
export function HighLevelCard({ state, clock }: CardProps) {
  const { host, connection, connectUrl } = state;
  const facts = listFacts(state, clock);
  return (
    <section aria-label="HighLevel" className="panel-card flex flex-col gap-4 p-5">
      <div>
        <h3 className="font-display text-lg font-extrabold">HighLevel</h3>
        <ConnectionLine state={state} clock={clock} />
      </div>
      {facts.length > 0 ? <Facts facts={facts} /> : null}
      {connectUrl ? (
        <div className="flex flex-wrap items-start gap-3">
          <ButtonAnchor
            href={connectUrl}
            tone={connection?.health === "healthy" ? "plain" : "primary"}
          >
            {connection ? "Reconnect" : "Connect"}
          </ButtonAnchor>
          {connection ? <Disconnect /> : null}
        </div>
      ) : null}
      {host ? (
        <TestForm
          integration="highlevel"
          label="Test connection"
          hint="Asks for the list of custom fields with the stored tokens, and changes nothing."
        />
      ) : null}
    </section>
  );
}

function ConnectionLine({ state: { host, connection }, clock }: CardProps) {
  if (!host)
    return (
      <p className="text-muted">
        Not set up. The id and the secret of this site's app at HighLevel have to be set on the
        server.
      </p>
    );
  if (!connection)
    return (
      <p className="font-semibold text-danger">
        Not connected to {host}. Requests for it are stored and wait.
      </p>
    );
  const { health, expiresAt } = connection;
  if (health === "healthy") return <p className="text-muted">Connected to {host}</p>;
  if (health === "unreadable")
    return (
      <p className="font-semibold text-danger">
        The stored tokens cannot be read: the secret of this server has changed. Reconnect.
      </p>
    );
  const end = <When at={expiresAt} clock={clock} />;
  return (
    <div>
      <p className="font-semibold text-danger">
        {health === "expired" ? (
          <>
            The tokens for {host} ended {end}. Press Reconnect.
          </>
        ) : (
          <>New tokens could not be fetched, and the present ones end {end}.</>
        )}
      </p>
      <p className="mt-1 text-[0.9375rem]">
        {health === "expired"
          ? "Requests for HighLevel are stored and wait. They go out after the connection is made again."
          : `Until then deliveries go on. It is tried again each minute${health === "expiring" ? ": press Reconnect before that time." : "; press Reconnect if it lasts."}`}
      </p>
    </div>
  );
}

function listFacts({ connection, target, optOuts }: HighLevelState, clock: Clock): Fact[] {
  const facts: Fact[] = [];
  if (connection)
    facts.push(
      ["Location", connection.locationId],
      ["Connected", <When key="connected" at={connection.connectedAt} clock={clock} />],
      ["Tokens end", <When key="ends" at={connection.expiresAt} clock={clock} />],
      [
        "Tokens renewed",
        <When key="renewed" at={connection.refreshedAt} clock={clock} never="Not yet" />,
      ],
    );
  if (connection?.refreshError)
    facts.push([
      "Last error",
      <span key="error" className="font-semibold text-danger">
        {connection.refreshError}
      </span>,
    ]);
  if (connection || target.breaker) facts.push(...listDeliveryFacts(target, clock));
  // Opt-outs are queued without a connection too: contacts of the contact-sync function are in the
  // same CRM.
  if (optOuts.waiting + optOuts.dead > 0)
    facts.push(["Opt-outs", describeOptOuts(optOuts, { isConnected: connection !== null })]);
  return facts;
}

function describeOptOuts(
  { waiting, dead }: HighLevelState["optOuts"],
  { isConnected }: { isConnected: boolean },
): string {
  const parts = [
    ...(waiting > 0 ? [`${waiting} waiting${isConnected ? "" : " for a connection"}`] : []),
    ...(dead > 0 ? [`${dead} could not be delivered`] : []),
  ];
  return `${parts.join(", ")}${dead > 0 || !isConnected ? ": set do-not-disturb in HighLevel" : ""}`;
}

function Disconnect() {
  const fetcher = useFetcher<{ done?: string }>();
  useResultToast(fetcher.data);
  return (
    <details>
      <summary className="btn-small btn-danger cursor-pointer">Disconnect</summary>
      <fetcher.Form method="post" className="mt-2 grid gap-2">
        <p className="text-[0.9375rem]">
          The tokens are deleted. Requests for HighLevel wait until somebody connects again.
        </p>
        <Button
          type="submit"
          name="intent"
          value="disconnect"
          disabled={fetcher.state !== "idle"}
          tone="danger"
          className="justify-self-start"
        >
          Yes, disconnect
        </Button>
      </fetcher.Form>
    </details>
  );
}
