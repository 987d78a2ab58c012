import { data } from "react-router";
import { actionContext, appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { CreditPriceForm } from "#app/features/billing/components/admin/credit-price-form.tsx";
import { getCreditPrice, saveCreditPrice } from "#app/features/billing/credit-price.server.ts";
import { disconnectHighLevel } from "#app/features/crm/highlevel/connections.server.ts";
import { DeliveryTarget } from "#app/features/integrations/components/admin/delivery-target.tsx";
import { IntegrationCards } from "#app/features/integrations/components/admin/integration-cards.tsx";
import { INTEGRATIONS } from "#app/features/integrations/constants.ts";
import { setDeliveryTarget } from "#app/features/integrations/mutations.server.ts";
import { getIntegrations } from "#app/features/integrations/queries.server.ts";
import { testIntegration } from "#app/features/integrations/test-integration.server.ts";
import { getNotificationSettings } from "#app/features/notifications/queries.server.ts";
import { NewRequestMails } from "#app/features/settings/components/admin/new-request-mails.tsx";
import { SettingsFrame } from "#app/features/settings/components/admin/settings-frame.tsx";
import { setNewRequestMails } from "#app/features/settings/mutations.server.ts";
import { setTextSwitch } from "#app/features/texts/switch.server.ts";
import { CONTACT_SYNC_TARGET, HIGHLEVEL_TARGET, TARGET_LABELS } from "#app/lib/delivery-targets.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/integrations";

export const handle = { section: "Settings" };
export const meta: Route.MetaFunction = () => [
  { title: "Integrations settings" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context }: Route.LoaderArgs) {
  const staff = requireStaff(context, "superadmin");
  const app = context.get(appContext);
  const { timeZone, deliveryTarget } = await app.settings.get();
  const { newRequestMails } = await getNotificationSettings(app.db);
  return {
    page: await getIntegrations(app, staff),
    deliveryTarget,
    newRequestMails,
    creditPrice: await getCreditPrice(app.db),
    clock: { now: app.now(), timeZone },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = requireStaff(context, "superadmin");
  const ctx = actionContext(context, staff.userId);
  const form = await readForm(request);
  if (form.get("intent") === "mails") {
    const isOn = form.get("on") === "yes";
    await setNewRequestMails(ctx, { isOn });
    return data({
      done: isOn ? "Staff get an email for new requests." : "Staff get no email for new requests.",
    });
  }
  if (form.get("intent") === "texts") {
    const isOn = form.get("on") === "yes";
    const { env } = context.get(appContext);
    const result = await setTextSwitch({ ...ctx, env }, { isOn });
    return data(
      result.ok
        ? { done: isOn ? "Texts to customers are on." : "Texts to customers are off." }
        : { refused: "Texts are not set up on the server." },
    );
  }
  if (form.get("intent") === "credit-price") {
    const result = await saveCreditPrice(ctx, { values: Object.fromEntries(form) });
    return result.ok
      ? data({ done: result.saved.length > 0 ? "Price saved." : "Nothing had changed." })
      : data({ errors: result.errors }, { status: 400 });
  }
  if (form.get("intent") === "disconnect") {
    await disconnectHighLevel(ctx);
    return data({ done: "HighLevel is disconnected." });
  }
  if (form.get("intent") === "target") {
    const target = form.get("target") === HIGHLEVEL_TARGET ? HIGHLEVEL_TARGET : CONTACT_SYNC_TARGET;
    const result = await setDeliveryTarget(ctx, { target });
    return data(
      result.ok
        ? { done: `New requests go to: ${TARGET_LABELS[target]}.` }
        : { refused: "HighLevel is not connected. Connect it first." },
    );
  }
  const requested = form.get("integration");
  const integration = INTEGRATIONS.find((name) => name === requested) ?? "contact-sync";
  return data(
    await testIntegration(context.get(appContext), {
      integration,
      staff,
      httpRequestId: ctx.httpRequestId,
    }),
  );
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { failed: UNSENT, ok: false, text: UNSENT });

export default function IntegrationsSettings({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame
      title="Integrations"
      intro="Systems that this one talks to. Their addresses and keys are set in the environment of the server, never here."
    >
      <IntegrationCards page={loaderData.page} clock={loaderData.clock} />
      <CreditPriceForm price={loaderData.creditPrice} />
      <DeliveryTarget target={loaderData.deliveryTarget} />
      <NewRequestMails isOn={loaderData.newRequestMails} />
    </SettingsFrame>
  );
}
