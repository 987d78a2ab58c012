import { ManualPart } from "#app/components/layouts/manual-page.tsx";
import { CodeBlock } from "#app/components/ui/code-block.tsx";
import { formatQuantity } from "#app/lib/format-values.ts";
import {
  DEADLINE_MS,
  EVENT_LABELS,
  PAUSE_AFTER_HOURS,
  RETRY_PAUSES_MS,
  ROTATION_HOURS,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from "../constants.ts";

/** What `data` of each event has. */
const FIELDS: Readonly<Record<WebhookEvent, string>> = {
  "request.created": "id, version",
  "request.updated": "id, version",
  "offer.created": "id, request_id, provider_id, state, customer_approved",
  "offer.updated": "id, request_id, provider_id, state, customer_approved",
  "opt_out.created": "id, scope (all, company or provider), provider_id, request_ids",
  "review.created": "id, request_id, provider_id, rating, is_hidden",
  "review.updated": "id, request_id, provider_id, rating, is_hidden",
};

const EXAMPLE = {
  type: "request.updated",
  timestamp: "2026-11-02T15:04:05.678Z",
  data: { id: "019a4f6e-3d1c-7c52-9a37-5f0f3f1c2d4b", version: 4 },
};

const Code = ({ children }: { children: string }) => <code className="font-mono">{children}</code>;

/** What a developer needs to receive webhooks: the events, the signature and the retries. */
export function WebhookManual() {
  const attempts = RETRY_PAUSES_MS.length + 1;
  return (
    <ManualPart id="webhooks" title="Webhooks">
      <p>
        Instead of polling, subscribe: a superadmin adds your endpoint URL in Settings, Webhooks,
        and chooses events. Each is a POST that follows{" "}
        <a href="https://www.standardwebhooks.com/" className="link">
          Standard Webhooks
        </a>
        , so that its libraries check it for you. Messages have ids, states and numbers, no personal
        data: read the rest with a key.
      </p>
      <CodeBlock label="Example: a message">{JSON.stringify(EXAMPLE, null, 2)}</CodeBlock>
      <dl className="grid gap-2">
        {WEBHOOK_EVENTS.map((event) => (
          <div key={event}>
            <dt>
              <code className="font-mono font-bold">{event}</code>
            </dt>
            <dd className="pl-4">
              {EVENT_LABELS[event]}. <Code>data</Code>: {FIELDS[event]}.
            </dd>
          </div>
        ))}
      </dl>
      <p>
        An opt-out lists the requests that this phone number or email address sent before, at most
        the newest hundred: all that the CRM has, and of the others the open ones of the last 14
        days. One person can be two events, number and email address. Stop contact at once, and read{" "}
        <Code>do_not_contact</Code> before each attempt all the same.
      </p>
      <p>
        Check the signature before anything else. The signed text is <Code>webhook-id</Code>,{" "}
        <Code>webhook-timestamp</Code> and the body as it arrived, joined by periods; the key is the
        secret after <Code>whsec_</Code>, decoded from base64; HMAC-SHA256 in base64 must be one of
        the entries of <Code>webhook-signature</Code> that begin with <Code>v1,</Code>. Refuse
        timestamps that are more than five minutes off. While a secret is replaced, messages are
        signed with both for {ROTATION_HOURS} hours.
      </p>
      <p>
        Answer with any status from 200 to 299 within {DEADLINE_MS / 1_000} seconds, and work
        afterwards. Anything else, redirects too, is tried again:{" "}
        {formatQuantity(attempts, "attempt")} over three days, with longer pauses each time, or
        after the <Code>Retry-After</Code> that you send. An endpoint that accepts nothing for{" "}
        {PAUSE_AFTER_HOURS} hours, or answers 410, is paused until a superadmin resumes it; its
        events wait meanwhile.
      </p>
      <p>
        A message can come twice, and an older one after a newer one: <Code>webhook-id</Code> is the
        same for each copy, and <Code>version</Code> counts up. Your URL must be https, on the
        public internet.
      </p>
    </ManualPart>
  );
}
