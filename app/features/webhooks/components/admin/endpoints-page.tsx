import { Link } from "react-router";
import { Badge } from "#app/components/admin/badge.tsx";
import { Button, ButtonLink } from "#app/components/admin/button.tsx";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { useCurrentReply } from "#app/components/admin/use-current-reply.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import { useStaffForm } from "#app/components/admin/use-staff-form.ts";
import { type Clock, When } from "#app/components/admin/when.tsx";
import { PasswordPrompt } from "#app/features/auth/components/admin/password-prompt.tsx";
import { WEBHOOKS_PATH } from "../../constants.ts";
import type { EndpointState, ListedEndpoint } from "../../queries.server.ts";
import type { WebhookReply } from "../../schema.ts";
import { EndpointFields } from "./endpoint-fields.tsx";
import { NewSecret } from "./new-secret.tsx";

const STATES: Record<EndpointState, { label: string; tone: "ok" | "warning" | "danger" }> = {
  working: { label: "Active", tone: "ok" },
  failing: { label: "Failing", tone: "warning" },
  paused: { label: "Paused", tone: "danger" },
};

export function EndpointStateBadge({ state }: { state: EndpointState }) {
  const { label, tone } = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}

type EndpointsPageProps = {
  endpoints: ListedEndpoint[];
  clock: Clock;
  /** What became of an endpoint that was removed on its own page. */
  removed: Pick<WebhookReply, "done" | "failed"> | undefined;
};

/** The endpoints of other programs, and the form for a new one. */
export function EndpointsPage({ endpoints, clock, removed }: EndpointsPageProps) {
  useResultToast(removed);
  return (
    <div className="grid gap-6">
      <NewEndpointForm />
      <div className="panel-card relative overflow-x-auto">
        <DataTable
          caption="Webhook endpoints"
          order="newest first"
          hasRowHeaders
          columns={listColumns(clock)}
          rows={endpoints}
          rowKey={({ id }) => id}
        />
        {endpoints.length === 0 ? <p className="p-5 text-muted">No endpoints yet.</p> : null}
      </div>
    </div>
  );
}

/** Creates an endpoint, and shows its secret once. No event is chosen for it. */
function NewEndpointForm() {
  // The page shows the secret, so there is no toast.
  const { Form, form, reply, errors, isBusy } = useStaffForm<
    WebhookReply,
    Pick<WebhookReply, "errors">
  >(({ errors: fieldErrors }) => ({ errors: fieldErrors }));
  const current = useCurrentReply(reply);
  return (
    <section aria-labelledby="new-endpoint" className="panel-card grid gap-4 p-5">
      <h3 id="new-endpoint" className="font-display text-lg font-extrabold">
        New endpoint
      </h3>
      <Form
        ref={form}
        method="post"
        onInput={current.onInput}
        noValidate
        className="grid max-w-2xl gap-4"
      >
        <EndpointFields errors={errors} />
        <Button
          type="submit"
          name="intent"
          value="create"
          disabled={isBusy}
          tone="primary"
          className="justify-self-start"
        >
          Create endpoint
        </Button>
      </Form>
      <PasswordPrompt reply={current.reply} Form={Form} />
      {reply?.secret ? <NewSecret secret={reply.secret} name={reply.name} /> : null}
      {reply?.path ? (
        <ButtonLink to={reply.path} className="justify-self-start">
          Send a test message
        </ButtonLink>
      ) : null}
    </section>
  );
}

const listColumns = (clock: Clock): [Column<ListedEndpoint>, ...Column<ListedEndpoint>[]] => [
  {
    header: "Endpoint",
    cell: ({ id, name, url }) => (
      <>
        <Link to={`${WEBHOOKS_PATH}/${id}`} className="block font-semibold wrap-anywhere">
          {name}
        </Link>
        <span className="text-sm text-muted wrap-anywhere">{url}</span>
      </>
    ),
  },
  { header: "State", cell: ({ state }) => <EndpointStateBadge state={state} /> },
  {
    header: "Events",
    cell: ({ events }) => <span className="text-[0.9375rem]">{events.join(", ")}</span>,
    from: "lg",
    narrow: ({ events }) => events.join(", "),
  },
  {
    header: "Created",
    cell: ({ createdAt }) => <When at={createdAt} clock={clock} />,
    from: "md",
    narrow: ({ createdAt }) => (
      <>
        Created <When at={createdAt} clock={clock} />
      </>
    ),
  },
];
