import { useState } from "react";
import { useSubmit } from "react-router";
import { Button, ButtonLink } from "#app/components/admin/button.tsx";
import { Dialog, DialogButtons } from "#app/components/admin/dialog.tsx";
import { type Fact, FactList } from "#app/components/admin/fact-list.tsx";
import { useCurrentReply } from "#app/components/admin/use-current-reply.ts";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import { useStaffForm } from "#app/components/admin/use-staff-form.ts";
import { type Clock, When } from "#app/components/admin/when.tsx";
import { PasswordPrompt } from "#app/features/auth/components/admin/password-prompt.tsx";
import { formatQuantity } from "#app/lib/format-values.ts";
import { LOG_DAYS, PAUSE_AFTER_HOURS, ROTATION_HOURS, WEBHOOKS_PATH } from "../../constants.ts";
import type { EndpointPage as EndpointData } from "../../queries.server.ts";
import type { WebhookReply } from "../../schema.ts";
import { DeliveriesTable } from "./deliveries-table.tsx";
import { EndpointFields } from "./endpoint-fields.tsx";
import { EndpointStateBadge } from "./endpoints-page.tsx";
import { NewSecret } from "./new-secret.tsx";

type EndpointPageProps = EndpointData & { clock: Clock };
type EndpointProps = Pick<EndpointPageProps, "endpoint" | "clock">;

/** One endpoint: its state, what waits, its settings, its secret and its latest messages. */
export function EndpointPage({ endpoint, deliveries, counts, clock }: EndpointPageProps) {
  const { submit, isBusy } = useEndpointIntent(endpoint.id);
  return (
    <div className="grid gap-6">
      <section aria-label={endpoint.name} className="panel-card grid gap-4 p-5">
        <div className="flex flex-wrap items-center gap-3">
          <h3 className="font-display text-lg font-extrabold wrap-anywhere">{endpoint.name}</h3>
          <EndpointStateBadge state={endpoint.state} />
        </div>
        <EndpointFacts endpoint={endpoint} counts={counts} clock={clock} />
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={WEBHOOKS_PATH}>All endpoints</ButtonLink>
          <Button disabled={isBusy} onClick={() => submit("test")}>
            Send a test message
          </Button>
          {endpoint.pausedAt ? (
            <Button tone="primary" disabled={isBusy} onClick={() => submit("resume")}>
              Resume
            </Button>
          ) : (
            <Button disabled={isBusy} onClick={() => submit("pause")}>
              Pause
            </Button>
          )}
          {counts.failed > 0 ? (
            <Button disabled={isBusy} onClick={() => submit("replay-failed")}>
              Resend all failed ({counts.failed.toLocaleString("en-US")})
            </Button>
          ) : null}
          <RemoveButton endpoint={endpoint} />
        </div>
      </section>
      <DeliveriesTable
        deliveries={deliveries}
        clock={clock}
        isBusy={isBusy}
        sendAgain={(delivery) => submit("replay", { delivery })}
      />
      <p className="text-muted">
        Messages are kept for {LOG_DAYS} days. A message keeps its id when it is resent, so the
        receiver can tell that it already has it.
      </p>
      <SettingsForm endpoint={endpoint} />
      <SecretForm endpoint={endpoint} clock={clock} />
    </div>
  );
}

/** Sends an intent about the endpoint, and shows what became of it. */
function useEndpointIntent(id: string) {
  const fetcher = useFetcher<WebhookReply>();
  useResultToast(fetcher.data as WebhookReply | undefined);
  const submit = (intent: string, more: Record<string, string> = {}) =>
    void fetcher.submit({ intent, id, ...more }, { method: "post", action: WEBHOOKS_PATH });
  return { submit, isBusy: fetcher.state !== "idle" };
}

const PAUSE_TEXTS = {
  staff: "Staff paused it",
  failures: `No delivery succeeded for ${PAUSE_AFTER_HOURS} hours`,
  gone: "The endpoint returned 410 (Gone), which asks us to stop sending",
} as const;

function EndpointFacts({
  endpoint,
  counts,
  clock,
}: EndpointProps & Pick<EndpointPageProps, "counts">) {
  const facts: Fact[] = [
    ["Endpoint URL", endpoint.url],
    ["Events", endpoint.events.join(", ")],
    [
      "Created",
      <>
        <When at={endpoint.createdAt} clock={clock} />
        {endpoint.createdBy ? ` by ${endpoint.createdBy}` : ""}
      </>,
    ],
    ["Queued", formatQuantity(counts.waiting, "message")],
  ];
  if (endpoint.pausedAt)
    facts.push([
      "Paused",
      <>
        <When key="paused" at={endpoint.pausedAt} clock={clock} />
        {endpoint.pauseReason ? `: ${PAUSE_TEXTS[endpoint.pauseReason]}.` : ""} Events are queued
        until you resume, at most {LOG_DAYS} days.
      </>,
    ]);
  else if (endpoint.failingSince)
    facts.push(["Failing since", <When key="since" at={endpoint.failingSince} clock={clock} />]);
  return <FactList facts={facts} />;
}

function RemoveButton({ endpoint }: Pick<EndpointProps, "endpoint">) {
  const [isOpen, setOpen] = useState(false);
  // Not a fetcher: the list is where one goes afterwards, and it says what became of it.
  const submit = useSubmit();
  return (
    <>
      <Button tone="danger" onClick={() => setOpen(true)}>
        Remove
      </Button>
      {isOpen ? (
        <Dialog title={`Remove ${endpoint.name}?`} isAlert onClose={() => setOpen(false)}>
          <p className="mt-2">
            It gets no more messages. Its queued messages and log will be deleted, and this cannot
            be undone.
          </p>
          <DialogButtons
            label="Remove endpoint"
            isDestructive
            onConfirm={() => {
              void submit(
                { intent: "remove", id: endpoint.id },
                { method: "post", action: WEBHOOKS_PATH },
              );
              setOpen(false);
            }}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      ) : null}
    </>
  );
}

function SettingsForm({ endpoint }: Pick<EndpointProps, "endpoint">) {
  const { Form, form, errors, isBusy } = useStaffForm<WebhookReply>();
  return (
    <section aria-labelledby="endpoint-settings" className="panel-card grid gap-4 p-5">
      <h3 id="endpoint-settings" className="font-display text-lg font-extrabold">
        Settings
      </h3>
      <Form
        ref={form}
        method="post"
        action={WEBHOOKS_PATH}
        noValidate
        className="grid max-w-2xl gap-4"
      >
        <input type="hidden" name="id" value={endpoint.id} />
        <EndpointFields errors={errors} values={endpoint} />
        <Button
          type="submit"
          name="intent"
          value="update"
          disabled={isBusy}
          className="justify-self-start"
        >
          Save changes
        </Button>
      </Form>
    </section>
  );
}

function SecretForm({ endpoint, clock }: EndpointProps) {
  const { Form, form, reply, isBusy } = useStaffForm<WebhookReply>();
  const current = useCurrentReply(reply);
  const until = endpoint.earlierSecretUntil;
  return (
    <section aria-labelledby="endpoint-secret" className="panel-card grid gap-4 p-5">
      <h3 id="endpoint-secret" className="font-display text-lg font-extrabold">
        Secret
      </h3>
      <p>
        It signs every message. After you rotate it, messages are signed with the new and the
        earlier secret for {ROTATION_HOURS} hours, so the receiver can switch without missing any.
      </p>
      {until && until > clock.now ? (
        <p className="text-muted">
          The earlier secret ends <When at={until} clock={clock} />.
        </p>
      ) : null}
      <Form ref={form} method="post" action={WEBHOOKS_PATH} onInput={current.onInput}>
        <input type="hidden" name="id" value={endpoint.id} />
        <Button type="submit" name="intent" value="rotate" disabled={isBusy}>
          Rotate secret
        </Button>
      </Form>
      <PasswordPrompt reply={current.reply} Form={Form} />
      {reply?.secret ? <NewSecret secret={reply.secret} name={reply.name} /> : null}
    </section>
  );
}
