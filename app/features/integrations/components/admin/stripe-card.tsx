import { type Clock, When } from "#app/components/admin/when.tsx";
import type { StripeState } from "#app/features/billing/stripe-state.server.ts";
import { type Fact, Facts, TestForm } from "./integration-parts.tsx";

type StripeCardProps = { stripe: StripeState; clock: Clock };

/** The connection to Stripe: a key to read billing, and webhooks for subscriptions and purchases. */
export function StripeCard({ stripe, clock }: StripeCardProps) {
  return (
    <section aria-label="Stripe" className="panel-card flex flex-col gap-4 p-5">
      <div>
        <h3 className="font-display text-lg font-extrabold">Stripe</h3>
        <ConnectionLine stripe={stripe} />
      </div>
      <Facts facts={listFacts(stripe, clock)} />
      {stripe.key ? (
        <TestForm
          integration="stripe"
          label="Test connection"
          hint="Asks for one entry of each list that billing reads, and changes nothing. Whether the key may start payments shows with the first one."
        />
      ) : (
        <p className="mt-auto text-[0.9375rem] text-muted">
          To connect it, set two things on the server and restart it: a restricted key that can read
          customers, payment methods, charges, invoices and subscriptions and can write Checkout
          sessions, and the webhook secret.
        </p>
      )}
    </section>
  );
}

function ConnectionLine({
  stripe: { host, key, hasWebhookSecret },
}: Pick<StripeCardProps, "stripe">) {
  if (!key && !hasWebhookSecret)
    return (
      <p className="text-muted">
        Not set up. Without it no billing is shown, and no credits can be bought.
      </p>
    );
  if (!key)
    return (
      <p className="font-semibold text-danger">
        There is no key: events arrive, but no billing is shown.
      </p>
    );
  if (!hasWebhookSecret)
    return (
      <p className="font-semibold text-danger">
        Events are refused without their secret: subscriptions and bought credits do not arrive.
      </p>
    );
  return <p className="text-muted">Connected to {host}</p>;
}

function listFacts(
  { key, hasWebhookSecret, webhookUrl, lastEvent }: StripeState,
  clock: Clock,
): Fact[] {
  return [
    [
      "Secret key",
      key ? `Set, ends in ${key.ending}${key.isTest ? ", test mode" : ""}` : "Not set",
    ],
    ["Webhook secret", hasWebhookSecret ? "Set" : "Not set"],
    ["Webhook", webhookUrl ?? "/webhooks/stripe, below the address of this site"],
    [
      "Last event",
      lastEvent ? (
        <>
          {lastEvent.type}, <When at={lastEvent.at} clock={clock} />
        </>
      ) : (
        "None yet"
      ),
    ],
  ];
}
