import { useCallback, useEffect, useState } from "react";
import { BILLING_PATH, INVALID_RESPONSE } from "#app/features/billing/constants.ts";
import { type BillingInfo, billingAnswerSchema } from "#app/features/billing/schema.ts";
import type { ProviderDetailData } from "../../present-providers.server.ts";
import { CreditsPanel } from "./credits-panel.tsx";
import { Facts } from "./provider-parts.tsx";

type Billing = NonNullable<ProviderDetailData["billing"]>;
type Loaded = { state: "loading" } | { state: "failed"; message: string } | { state: "ready"; info: BillingInfo };

const UNREACHABLE = "Could not load.";
const dollars = (amount: number) => amount.toLocaleString("en-US", { style: "currency", currency: "USD" });
const day = (iso: string) => new Date(iso).toLocaleDateString("en-US", { dateStyle: "medium" });

async function fetchBilling(stripeCustomerId: string, signal: AbortSignal): Promise<Loaded> {
  let body: unknown;
  try {
    const answer = await fetch(BILLING_PATH, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ stripe_customer_id: stripeCustomerId }),
      signal,
    });
    body = await answer.json().catch(() => undefined);
  } catch {
    return { state: "failed", message: UNREACHABLE };
  }
  const parsed = billingAnswerSchema.safeParse(body);
  if (!parsed.success) return { state: "failed", message: INVALID_RESPONSE };
  return "billing_info" in parsed.data ? { state: "ready", info: parsed.data.billing_info } : { state: "failed", message: parsed.data.error };
}

/** What the payment company knows of a provider, their subscription, and what moved their credits. */
export function BillingTab({ billing, providerId }: { billing: Billing; providerId: string }) {
  const { stripeCustomerId, isConnected, subscription, credits, entries } = billing;
  return (
    <div className="grid gap-4">
      <section aria-labelledby="payments-title" className="panel-card grid gap-3 p-4">
        <h3 id="payments-title" className="font-bold">
          Payments
        </h3>
        {isConnected && stripeCustomerId ? <Payments stripeCustomerId={stripeCustomerId} /> : <NotLinked isConnected={isConnected} providerId={providerId} />}
        {stripeCustomerId ? <p className="text-sm break-all text-muted">Stripe customer {stripeCustomerId}</p> : null}
      </section>
      <section aria-labelledby="subscription-title" className="panel-card grid gap-3 p-4">
        <h3 id="subscription-title" className="font-bold">
          Subscription
        </h3>
        {subscription ? (
          <Facts
            facts={[
              ["Status", subscription.status],
              ["Package tier", subscription.tier ?? "None"],
              ["Current period ends", subscription.periodEnd ?? "Unknown"],
            ]}
          />
        ) : (
          <p className="text-muted">There is no subscription.</p>
        )}
      </section>
      <CreditsPanel credits={credits} entries={entries} />
    </div>
  );
}

/** Why nothing is shown, and what has to be done. */
function NotLinked({ isConnected, providerId }: { isConnected: boolean; providerId: string }) {
  if (!isConnected) {
    return (
      <div className="grid gap-1">
        <p className="font-semibold">Billing is not connected.</p>
        <p>
          Set STRIPE_SECRET_KEY on the server to a restricted key that may read customers, payment methods, charges, invoices and subscriptions, and STRIPE_WEBHOOK_SECRET to the
          secret of its webhook endpoint; then restart. Settings, Integrations shows how it stands.
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-1">
      <p className="font-semibold">This provider has no account at Stripe yet.</p>
      <p className="wrap-anywhere">
        It is linked by itself with the first subscription or purchase of credits whose metadata at Stripe has provider_id <span className="font-semibold">{providerId}</span>.
      </p>
    </div>
  );
}

/** Asked for when the tab is opened. */
function Payments({ stripeCustomerId }: { stripeCustomerId: string }) {
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
    const leaving = new AbortController();
    load(leaving.signal);
    return () => leaving.abort();
  }, [load]);
  return (
    <div aria-busy={loaded.state === "loading"} className="min-h-28">
      <p role="status" className={loaded.state === "loading" ? "text-muted" : "sr-only"}>
        {loaded.state === "loading" ? "Asking Stripe" : loaded.state === "ready" ? "Billing is shown." : ""}
      </p>
      {loaded.state === "failed" ? (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <span className="text-danger">{loaded.message}</span>
          <button type="button" onClick={() => load(new AbortController().signal)} className="btn-small">
            Retry
          </button>
        </div>
      ) : null}
      {loaded.state === "ready" ? <Facts facts={factsOf(loaded.info)} /> : null}
    </div>
  );
}

const factsOf = (info: BillingInfo): [string, string][] => [
  ["Card ending in", info.last_four ?? "No card"],
  ["Last payment", info.last_payment_date ? day(info.last_payment_date) : "None yet"],
  ["Last payment amount", info.last_payment_amount === null ? "None yet" : dollars(info.last_payment_amount)],
  ["Outstanding balance", dollars(info.outstanding_balance)],
];
