import { data } from "react-router";
import { appContext, requestInfoContext } from "#app/app-context.ts";
import { getRefusalStatus } from "#app/features/auth/constants.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { SettingsFrame } from "#app/features/settings/components/admin/settings-frame.tsx";
import { handleWebhookForm } from "#app/features/webhooks/actions.server.ts";
import { EndpointsPage } from "#app/features/webhooks/components/admin/endpoints-page.tsx";
import { listEndpoints } from "#app/features/webhooks/queries.server.ts";
import { API_PAGE } from "#app/lib/problem.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/webhooks";

export const handle = { section: "Settings" };
export const meta: Route.MetaFunction = () => [
  { title: "Webhooks" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "superadmin");
  const { db, settings, now } = context.get(appContext);
  const clock = { now: now(), timeZone: (await settings.get()).timeZone };
  return { endpoints: await listEndpoints(db), clock };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = requireStaff(context, "superadmin");
  const { httpRequestId, caller } = context.get(requestInfoContext);
  const form = await readForm(request);
  const reply = await handleWebhookForm(context.get(appContext), {
    form,
    staff,
    address: caller.address,
    httpRequestId,
  });
  const refusals = [reply.message, reply.isTried ? undefined : reply.failed, reply.errors];
  const isRefused = refusals.some((refusal) => refusal !== undefined);
  return data(reply, { status: isRefused ? getRefusalStatus(reply.message) : 200 });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { failed: UNSENT, message: UNSENT });

export default function WebhookSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SettingsFrame
      title="Webhooks"
      intro={
        <>
          Send events to your other systems when requests, offers, opt-outs or reviews change.
          Messages have ids and states, no personal data.{" "}
          <a href={`${API_PAGE}#webhooks`} className="link">
            What they receive, and how they verify it
          </a>
        </>
      }
    >
      <EndpointsPage {...loaderData} removed={actionData} />
    </SettingsFrame>
  );
}
