import { Button } from "#app/components/admin/button.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { type Clock, When } from "#app/components/admin/when.tsx";
import type { Integration } from "../../constants.ts";
import type { IntegrationsPage } from "../../queries.server.ts";
import type { TestResult } from "../../test-integration.server.ts";

export type Fact = [label: string, value: React.ReactNode];

export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-2 room-max-xs:grid-cols-[minmax(0,1fr)]">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const BREAKER_LABELS = {
  closed: "Closed: deliveries flow",
  open: "Open: too many failures in a row",
  paused: "Paused: the target refuses all calls",
} as const;
type TargetState = IntegrationsPage["contactSync"]["state"];

function Breaker({ breaker, clock }: { breaker: TargetState["breaker"]; clock: Clock }) {
  if (!breaker) return "No delivery yet";
  if (breaker.state === "closed")
    return <span className="font-semibold text-ok">{BREAKER_LABELS.closed}</span>;
  return (
    <span>
      <span className="font-semibold text-danger">{BREAKER_LABELS[breaker.state]}</span>, since{" "}
      <When at={breaker.since} clock={clock} />
      {breaker.reason ? ` (${breaker.reason})` : ""}. Next try:{" "}
      <When at={breaker.nextProbeAt} clock={clock} never="soon" />
    </span>
  );
}

/** The state of deliveries to a target. */
export function listDeliveryFacts(state: TargetState, clock: Clock): Fact[] {
  return [
    ["Circuit breaker", <Breaker key="breaker" breaker={state.breaker} clock={clock} />],
    [
      "Waiting",
      state.oldestWaitingAt ? (
        <>
          {state.waiting}, the oldest since <When at={state.oldestWaitingAt} clock={clock} />
        </>
      ) : (
        state.waiting
      ),
    ],
    ["Held for review", state.held],
    ["Dead", state.dead],
    ["Delivered", state.delivered],
    ["Last delivery", <When key="last" at={state.lastDeliveredAt} clock={clock} />],
  ];
}

/** Tests the connection and shows the result. */
export function TestForm({
  integration,
  label,
  hint,
}: {
  integration: Integration;
  label: string;
  hint: string;
}) {
  const fetcher = useFetcher<TestResult>();
  const isBusy = fetcher.state !== "idle";
  const result = isBusy ? undefined : fetcher.data;
  return (
    <fetcher.Form method="post" className="mt-auto grid gap-2">
      <p className="text-[0.9375rem] text-muted">{hint}</p>
      <Button
        type="submit"
        name="integration"
        value={integration}
        disabled={isBusy}
        className="justify-self-start"
      >
        {isBusy ? "Testing" : label}
      </Button>
      <p
        role="status"
        className={result?.ok ? "font-semibold text-ok" : "font-semibold text-danger"}
      >
        {result?.text}
      </p>
    </fetcher.Form>
  );
}
