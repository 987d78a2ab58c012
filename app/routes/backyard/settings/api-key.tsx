import { data } from "react-router";
import { appContext } from "#app/app-context.ts";
import { ButtonLink } from "#app/components/admin/button.tsx";
import { KeyPage } from "#app/features/api-keys/components/admin/key-page.tsx";
import { KEYS_PATH } from "#app/features/api-keys/constants.ts";
import { getKeyPage } from "#app/features/api-keys/queries.server.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { SettingsFrame } from "#app/features/settings/components/admin/settings-frame.tsx";
import { API_CALL_DAYS } from "#app/features/settings/retention.ts";
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
