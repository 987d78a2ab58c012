import { data } from "react-router";
import { appContext, requestInfoContext } from "#app/app-context.ts";
import { ButtonLink } from "#app/components/admin/button.tsx";
import { handleKeyForm } from "#app/features/api-keys/actions.server.ts";
import { KeyPage } from "#app/features/api-keys/components/admin/key-page.tsx";
import { KEYS_PATH } from "#app/features/api-keys/constants.ts";
import { getKeyPage } from "#app/features/api-keys/queries.server.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { SettingsFrame } from "#app/features/settings/components/admin/settings-frame.tsx";
import { API_CALL_DAYS } from "#app/features/settings/retention.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/api-key";

export const handle = { section: "Settings" };
export const meta: Route.MetaFunction = () => [
  { title: "API key" },
  { name: "robots", content: "noindex" },
];

export async function loader({ params, context }: Route.LoaderArgs) {
  requireStaff(context, "superadmin");
  const { db, settings, now } = context.get(appContext);
  const clock = { now: now(), timeZone: (await settings.get()).timeZone };
  const page = await getKeyPage(db, { id: params.id, now: clock.now });
  return data({ page, callDays: API_CALL_DAYS, clock }, { status: page ? 200 : 404 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = requireStaff(context, "superadmin");
  const { httpRequestId, caller } = context.get(requestInfoContext);
  const reply = await handleKeyForm(context.get(appContext), {
    form: await readForm(request),
    staff,
    address: caller.address,
    httpRequestId,
  });
  return data(
    { ...reply, refused: reply.message },
    { status: reply.message === undefined ? 200 : 400 },
  );
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { failed: UNSENT });

export default function ApiKeySettings({
  loaderData: { page, callDays, clock },
}: Route.ComponentProps) {
  return (
    <SettingsFrame title="API keys">
      {page ? (
        <KeyPage apiKey={page.key} calls={page.calls} callDays={callDays} clock={clock} />
      ) : (
        <div className="grid justify-items-start gap-3">
          <p>Key not found</p>
          <ButtonLink to={KEYS_PATH}>All keys</ButtonLink>
        </div>
      )}
    </SettingsFrame>
  );
}
