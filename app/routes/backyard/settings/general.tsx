import { data } from "react-router";
import { GeneralForm } from "#app/features/settings/components/staff/general-form.tsx";
import { SettingsFrame } from "#app/features/settings/components/staff/settings-frame.tsx";
import { getGeneralPage } from "#app/features/settings/general.server.ts";
import { saveGeneralSettings } from "#app/features/settings/mutations.server.ts";
import { readGeneralForm } from "#app/features/settings/read-general-form.ts";
import { requireStaff } from "#app/features/staff/session.server.ts";
import { requestInfoContext, servicesContext } from "#app/services.ts";
import type { Route } from "./+types/general";

export const handle = { section: "Settings" };
export const meta: Route.MetaFunction = () => [{ title: "General settings" }, { name: "robots", content: "noindex" }];

export function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "superadmin");
  return getGeneralPage(context.get(servicesContext).db);
}

export async function action({ request, context }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "superadmin");
  const { db, now } = context.get(servicesContext);
  const { requestId } = context.get(requestInfoContext);
  const result = await saveGeneralSettings(db, { ...readGeneralForm(await request.formData()), actor: userId, requestId, now: now() });
  if (!result.ok) return data({ errors: result.errors }, { status: 400 });
  return data({ done: result.saved.length > 0 ? "Settings saved." : "Nothing had changed." });
}

export default function GeneralSettings({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame title="General" intro="What pages, consent text and mails say about the business. Changes show on the public site within a second.">
      <GeneralForm {...loaderData} />
    </SettingsFrame>
  );
}
