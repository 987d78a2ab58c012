import { useFetcher } from "react-router";
import type { Integration, IntegrationsPage, TestResult } from "../../integrations.server.ts";
import { type Clock, When } from "./when.tsx";

type Fact = [label: string, value: React.ReactNode];

export function IntegrationCards({ page, clock }: { page: IntegrationsPage; clock: Clock }) {
  const { state } = page.contactSync;
  const when = (at: Date | null) => <When at={at} clock={clock} />;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card
        integration="contact-sync"
        title="CRM contact sync"
        host={page.contactSync.host}
        unset="CONTACT_SYNC_URL is not set. Requests are stored and wait; they are delivered when it is set."
        facts={[
          ["Circuit breaker", <Breaker key="breaker" breaker={state.breaker} clock={clock} />],
          [
            "Waiting",
            state.oldestWaitingAt ? (
              <>
                {state.waiting}, the oldest since {when(state.oldestWaitingAt)}
              </>
            ) : (
              state.waiting
            ),
          ],
          ["Held for review", state.held],
          ["Dead", state.dead],
          ["Delivered", state.delivered],
          ["Last delivery", when(state.lastDeliveredAt)],
        ]}
        testLabel="Test connection"
        testHint="Sends one request with key and secret but no record: it shows whether the address answers, and makes no contact."
      />
      <Card
        integration="mail"
        title="Mail"
        host={page.mail.host}
        unset="SMTP_URL is not set. Mails are written to files in the data folder and reach nobody."
        facts={[["Last mail", when(page.mail.lastSentAt)]]}
        testLabel="Send a test mail"
        testHint="Sends one mail to your own address."
      />
    </div>
  );
}

const BREAKER_WORDS = { closed: "Closed: deliveries flow", open: "Open: too many failures in a row", paused: "Paused: the target refuses all calls" } as const;

function Breaker({ breaker, clock }: { breaker: IntegrationsPage["contactSync"]["state"]["breaker"]; clock: Clock }) {
  if (!breaker) return "No delivery yet";
  if (breaker.state === "closed") return <span className="font-semibold text-ok">{BREAKER_WORDS.closed}</span>;
  return (
    <span>
      <span className="font-semibold text-danger">{BREAKER_WORDS[breaker.state]}</span>, since <When at={breaker.since} clock={clock} />
      {breaker.reason ? ` (${breaker.reason})` : ""}. Next try: <When at={breaker.nextProbeAt} clock={clock} never="soon" />
    </span>
  );
}

type CardProps = { integration: Integration; title: string; host: string | null; unset: string; facts: Fact[]; testLabel: string; testHint: string };

function Card({ integration, title, host, unset, facts, testLabel, testHint }: CardProps) {
  const fetcher = useFetcher<TestResult>();
  const busy = fetcher.state !== "idle";
  const result = busy ? undefined : fetcher.data;
  return (
    <section aria-label={title} className="panel-card flex flex-col gap-4 p-5">
      <div>
        <h3 className="font-display text-lg font-extrabold">{title}</h3>
        <p className={host ? "text-muted" : "font-semibold text-danger"}>{host ? `Connected to ${host}` : unset}</p>
      </div>
      <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-2">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <fetcher.Form method="post" className="mt-auto grid gap-2">
        <p className="text-[0.9375rem] text-muted">{testHint}</p>
        <button type="submit" name="integration" value={integration} disabled={busy} className="btn-small justify-self-start">
          {busy ? "Testing" : testLabel}
        </button>
        <p role="status" className={result?.ok ? "font-semibold text-ok" : "font-semibold text-danger"}>
          {result?.text}
        </p>
      </fetcher.Form>
    </section>
  );
}
