import { data } from "react-router";
import { getNotificationSettings } from "#app/features/notifications/queries.server.ts";
import { IntegrationCards } from "#app/features/settings/components/staff/integration-cards.tsx";
import { NewRequestMails } from "#app/features/settings/components/staff/new-request-mails.tsx";
import { SettingsFrame } from "#app/features/settings/components/staff/settings-frame.tsx";
import { getIntegrations, testIntegration } from "#app/features/settings/integrations.server.ts";
import { switchNewRequestMails } from "#app/features/settings/mutations.server.ts";
import { requireStaff } from "#app/features/staff/session.server.ts";
import { requestInfoContext, servicesContext } from "#app/services.ts";
import type { Route } from "./+types/integrations";

export const handle = { section: "Settings" };
export const meta: Route.MetaFunction = () => [{ title: "Integrations settings" }, { name: "robots", content: "noindex" }];

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "superadmin");
  const services = context.get(servicesContext);
  const { timeZone } = await services.settings.get();
  const { newRequestMails } = await getNotificationSettings(services.db.$client);
  return { page: await getIntegrations(services), newRequestMails, clock: { now: services.now(), timeZone } };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = requireStaff(context, "superadmin");
  const { requestId } = context.get(requestInfoContext);
  const { db, now } = context.get(servicesContext);
  const form = await request.formData();
  if (form.get("intent") === "mails") {
    const on = form.get("on") === "yes";
    await switchNewRequestMails(db, { on, actor: staff.userId, requestId, now: now() });
    return data({ done: on ? "Staff get a mail for new requests." : "Staff get no mail for new requests." });
  }
  const integration = form.get("integration") === "mail" ? "mail" : "contact-sync";
  return data(await testIntegration(context.get(servicesContext), { integration, staff, requestId }));
}

export default function IntegrationsSettings({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame title="Integrations" intro="Systems that this one talks to. Their addresses and keys are set in the environment of the server, never here.">
      <IntegrationCards page={loaderData.page} clock={loaderData.clock} />
      <NewRequestMails isOn={loaderData.newRequestMails} />
    </SettingsFrame>
  );
}
