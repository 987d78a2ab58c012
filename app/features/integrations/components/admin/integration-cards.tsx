import { type Clock, When } from "#app/components/admin/when.tsx";
import type { Integration } from "../../constants.ts";
import type { IntegrationsPage } from "../../queries.server.ts";
import { HighLevelCard } from "./highlevel-card.tsx";
import { type Fact, Facts, listDeliveryFacts, TestForm } from "./integration-parts.tsx";
import { NightlyCheckCard } from "./nightly-check-card.tsx";
import { StripeCard } from "./stripe-card.tsx";
import { TextsCard } from "./texts-card.tsx";

export function IntegrationCards({ page, clock }: { page: IntegrationsPage; clock: Clock }) {
  return (
    <div className="grid items-start gap-6 room-lg:grid-cols-2">
      <div className="grid gap-6">
        <Card
          integration="contact-sync"
          title="CRM contact sync"
          host={page.contactSync.host}
          unset="Its address is not set on the server. Requests for it are stored and wait; they are delivered when it is set."
          facts={listDeliveryFacts(page.contactSync.state, clock)}
          testLabel="Test connection"
          testHint="Sends one request with key and secret but no record: it shows whether the address responds, and creates no contact."
        />
        <HighLevelCard state={page.highLevel} clock={clock} />
        <NightlyCheckCard report={page.highLevel.report} clock={clock} />
      </div>
      <div className="grid gap-6">
        <Card
          integration="mail"
          title="Email"
          host={page.mail.host}
          unset="No mail server is set. Emails are written to files in the data folder of the server and reach nobody."
          facts={[["Last email", <When key="last" at={page.mail.lastSentAt} clock={clock} />]]}
          testLabel="Send a test email"
          testHint="Sends one email to your own address."
        />
        <TextsCard texts={page.texts} clock={clock} />
        <StripeCard stripe={page.stripe} clock={clock} />
        <AiCard ai={page.ai} />
      </div>
    </div>
  );
}

const PROVIDERS = {
  anthropic: "Anthropic",
  openai: "OpenAI",
  "openai-compatible": "OpenAI-compatible server",
} as const;

function AiCard({ ai }: { ai: IntegrationsPage["ai"] }) {
  const common = { integration: "ai", title: "AI generation" } as const;
  if (!ai.model)
    return (
      <Card
        {...common}
        status="The built-in generator creates quizzes from fault trees. It needs no key and no network."
        facts={[["Generator", "Built-in"]]}
        testLabel="Test generator"
        testHint="To have an AI model write instead, set a provider, a model and a key on the server."
      />
    );
  const { provider, name, host, keyEnding, spentCents, budgetCents } = ai.model;
  return (
    <Card
      {...common}
      status={`Connected to ${host}`}
      facts={[
        ["Generator", PROVIDERS[provider]],
        ["Model", name],
        ["Key", keyEnding ? `Set, ends in ${keyEnding}` : "None"],
        [
          "Used today",
          spentCents === null
            ? "Unknown: no prices are set"
            : `${formatDollars(spentCents)} of ${formatDollars(budgetCents)}`,
        ],
      ]}
      testLabel="Test model"
      testHint="Asks the model for one word, which costs next to nothing."
    />
  );
}

const formatDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

type CardProps = {
  integration: Integration;
  title: string;
  host?: string | null;
  /** Shown in place of the host. */
  unset?: string;
  status?: string;
  facts: Fact[];
  testLabel: string;
  testHint: string;
};

function Card({ integration, title, host, unset, status, facts, testLabel, testHint }: CardProps) {
  return (
    <section aria-label={title} className="panel-card flex flex-col gap-4 p-5">
      <div>
        <h3 className="font-display text-lg font-extrabold">{title}</h3>
        <p className={host || status ? "text-muted" : "font-semibold text-danger"}>
          {status ?? (host ? `Connected to ${host}` : unset)}
        </p>
      </div>
      <Facts facts={facts} />
      <TestForm integration={integration} label={testLabel} hint={testHint} />
    </section>
  );
}
