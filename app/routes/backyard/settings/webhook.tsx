import { data } from "react-router";
import { appContext } from "#app/app-context.ts";
import { ButtonLink } from "#app/components/admin/button.tsx";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { SettingsFrame } from "#app/features/settings/components/admin/settings-frame.tsx";
import { EndpointPage } from "#app/features/webhooks/components/admin/endpoint-page.tsx";
import { WEBHOOKS_PATH } from "#app/features/webhooks/constants.ts";
import { getEndpointPage } from "#app/features/webhooks/queries.server.ts";
import type { Route } from "./+types/webhook";

export const handle = { section: "Settings" };
export const meta: Route.MetaFunction = () => [
  { title: "Webhook endpoint" },
  { name: "robots", content: "noindex" },
];

export async function loader({ params, context }: Route.LoaderArgs) {
  requireStaff(context, "superadmin");
  const { db, settings, now } = context.get(appContext);
  const clock = { now: now(), timeZone: (await settings.get()).timeZone };
  const page = await getEndpointPage(db, { id: params.id });
  return data({ page, clock }, { status: page ? 200 : 404 });
}

export default function WebhookEndpointSettings({
  loaderData: { page, clock },
}: Route.ComponentProps) {
  return (
    <SettingsFrame title="Webhooks">
      {page ? (
        <EndpointPage {...page} clock={clock} />
      ) : (
        <div className="grid justify-items-start gap-3">
          <p>Endpoint not found</p>
          <ButtonLink to={WEBHOOKS_PATH}>All endpoints</ButtonLink>
        </div>
      )}
    </SettingsFrame>
  );
}
