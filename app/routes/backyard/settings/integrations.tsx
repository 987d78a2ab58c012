import { data } from "react-router";
import { IntegrationCards } from "#app/features/settings/components/staff/integration-cards.tsx";
import { SettingsFrame } from "#app/features/settings/components/staff/settings-frame.tsx";
import { getIntegrations, testIntegration } from "#app/features/settings/integrations.server.ts";
import { requireStaff } from "#app/features/staff/session.server.ts";
import { requestInfoContext, servicesContext } from "#app/services.ts";
import type { Route } from "./+types/integrations";

export const handle = { section: "Settings" };
export const meta: Route.MetaFunction = () => [{ title: "Integrations settings" }, { name: "robots", content: "noindex" }];

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "superadmin");
  const services = context.get(servicesContext);
  const { timeZone } = await services.settings.get();
  return { page: await getIntegrations(services), clock: { now: services.now(), timeZone } };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = requireStaff(context, "superadmin");
  const { requestId } = context.get(requestInfoContext);
  const integration = (await request.formData()).get("integration") === "mail" ? "mail" : "contact-sync";
  return data(await testIntegration(context.get(servicesContext), { integration, staff, requestId }));
}

export default function IntegrationsSettings({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame title="Integrations" intro="Systems that this one talks to. Their addresses and keys are set in the environment of the server, never here.">
      <IntegrationCards {...loaderData} />
    </SettingsFrame>
  );
}
