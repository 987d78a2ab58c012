import { data } from "react-router";
import { appContext, requestInfoContext } from "#app/app-context.ts";
import { handleKeyForm } from "#app/features/api-keys/actions.server.ts";
import { KeysPage } from "#app/features/api-keys/components/admin/keys-page.tsx";
import { listKeys } from "#app/features/api-keys/queries.server.ts";
import { getRefusalStatus } from "#app/features/auth/constants.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { SettingsFrame } from "#app/features/settings/components/admin/settings-frame.tsx";
import { API_PAGE } from "#app/lib/problem.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/api-keys";

export const handle = { section: "Settings" };
export const meta: Route.MetaFunction = () => [
  { title: "API keys" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "superadmin");
  const { db, settings, now } = context.get(appContext);
  const clock = { now: now(), timeZone: (await settings.get()).timeZone };
  return { keys: await listKeys(db, { now: clock.now }), clock };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = requireStaff(context, "superadmin");
  const { httpRequestId, caller } = context.get(requestInfoContext);
  const form = await readForm(request);
  const reply = await handleKeyForm(context.get(appContext), {
    form,
    staff,
    address: caller.address,
    httpRequestId,
  });
  const isRefused = [reply.message, reply.failed, reply.errors].some(
    (refusal) => refusal !== undefined,
  );
  return data(reply, { status: isRefused ? getRefusalStatus(reply.message) : 200 });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { failed: UNSENT, message: UNSENT });

export default function ApiKeysSettings({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame
      title="API keys"
      intro={
        <>
          Programs that read and change requests, providers and metrics.{" "}
          <a href={API_PAGE} className="link">
            How they call the API
          </a>
        </>
      }
    >
      <KeysPage {...loaderData} />
    </SettingsFrame>
  );
}
