import { useCallback, useEffect, useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { BILLING_PATH, INVALID_RESPONSE } from "#app/features/billing/constants.ts";
import { type BillingInfo, billingBodySchema } from "#app/features/billing/schema.ts";
import { formatSubscriptionStatus } from "../../../format-provider.ts";
import type { ProviderDetailData } from "../../loaders.server.ts";
import { CreditsPanel } from "./credits-panel.tsx";

type Billing = NonNullable<ProviderDetailData["billing"]>;
type Loaded =
  | { state: "loading" }
  | { state: "failed"; message: string }
  | { state: "ready"; info: BillingInfo };

const UNREACHABLE = "Could not load.";
const UNKNOWN = "–";
const formatDollars = (amount: number) =>
  amount.toLocaleString("en-US", { style: "currency", currency: "USD" });

async function fetchBilling(stripeCustomerId: string | null, signal: AbortSignal): Promise<Loaded> {
  let body: unknown;
  try {
    const response = await fetch(BILLING_PATH, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ stripe_customer_id: stripeCustomerId }),
      signal,
    });
    body = await response.json().catch(() => undefined);
  } catch {
    return { state: "failed", message: UNREACHABLE };
  }
  const parsed = billingBodySchema.safeParse(body);
  if (!parsed.success) return { state: "failed", message: INVALID_RESPONSE };
  return "billing_info" in parsed.data
    ? { state: "ready", info: parsed.data.billing_info }
    : { state: "failed", message: parsed.data.error };
}

/**
 * A provider's payments at Stripe, their subscription, and the latest changes of their credits.
 */
export function BillingTab({ billing, providerId }: { billing: Billing; providerId: string }) {
  const { stripeCustomerId, isConnected, timeZone, subscription } = billing;
  return (
    <div className="grid gap-4">
      <section aria-labelledby="payments-title" className="panel-card grid gap-3 p-4">
        <h3 id="payments-title" className="font-bold">
          Payments
        </h3>
        <Payments stripeCustomerId={stripeCustomerId} timeZone={timeZone} />
        {stripeCustomerId ? (
          <p className="text-sm break-all text-muted">Stripe customer {stripeCustomerId}</p>
        ) : null}
        {isConnected && !stripeCustomerId ? (
          <p className="text-sm wrap-anywhere text-muted">
            It is linked automatically with the first subscription or purchase of credits whose
            metadata at Stripe has provider_id <span className="font-semibold">{providerId}</span>.
          </p>
        ) : null}
      </section>
      <section aria-labelledby="subscription-title" className="panel-card grid gap-3 p-4">
        <h3 id="subscription-title" className="font-bold">
          Subscription
        </h3>
        {subscription ? (
          <Facts
            facts={[
              ["Status", formatSubscriptionStatus(subscription.status)],
              ["Package tier", subscription.tier ?? "None"],
              ["Current period ends", subscription.periodEnd ?? "Unknown"],
            ]}
          />
        ) : (
          <p className="text-muted">There is no subscription.</p>
        )}
      </section>
      <CreditsPanel {...billing} />
    </div>
  );
}

/** Labels with their values. */
function Facts({ facts }: { facts: [string, string][] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 room-sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-lg font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Loaded when the tab is opened. The labels are shown whatever the result. */
function Payments({
  stripeCustomerId,
  timeZone,
}: {
  stripeCustomerId: string | null;
  timeZone: string;
}) {
  const [loaded, setLoaded] = useState<Loaded>({ state: "loading" });
  const load = useCallback(
    (signal: AbortSignal) => {
      setLoaded({ state: "loading" });
      void fetchBilling(stripeCustomerId, signal).then((next) => {
        if (!signal.aborted) setLoaded(next);
      });
    },
    [stripeCustomerId],
  );
  useEffect(() => {
    const unmounted = new AbortController();
    load(unmounted.signal);
    return () => unmounted.abort();
  }, [load]);
  return (
    <div aria-busy={loaded.state === "loading"} className="grid gap-3">
      <p role="status" className={loaded.state === "loading" ? "text-muted" : "sr-only"}>
        {loaded.state === "loading"
          ? "Loading from Stripe"
          : loaded.state === "ready"
            ? "Billing is shown."
            : ""}
      </p>
      {loaded.state === "failed" ? (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <span className="font-semibold">{loaded.message}</span>
          <Button onClick={() => load(new AbortController().signal)}>Retry</Button>
        </div>
      ) : null}
      <Facts facts={listFacts(loaded.state === "ready" ? loaded.info : null, timeZone)} />
    </div>
  );
}

const formatDay = (iso: string, timeZone: string) =>
  new Date(iso).toLocaleDateString("en-US", { dateStyle: "medium", timeZone });

/** @param info null until it is loaded */
const listFacts = (info: BillingInfo | null, timeZone: string): [string, string][] => [
  ["Card ending in", info ? (info.last_four ?? "No card") : UNKNOWN],
  [
    "Last payment",
    info
      ? info.last_payment_date
        ? formatDay(info.last_payment_date, timeZone)
        : "None yet"
      : UNKNOWN,
  ],
  [
    "Last payment amount",
    info
      ? info.last_payment_amount === null
        ? "None yet"
        : formatDollars(info.last_payment_amount)
      : UNKNOWN,
  ],
  ["Outstanding balance", info ? formatDollars(info.outstanding_balance) : UNKNOWN],
];
