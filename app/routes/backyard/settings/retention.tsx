import { data } from "react-router";
import { actionContext, appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { RetentionPage } from "#app/features/settings/components/admin/retention-page.tsx";
import { SettingsFrame } from "#app/features/settings/components/admin/settings-frame.tsx";
import { saveRetentionSettings } from "#app/features/settings/mutations.server.ts";
import { getRetentionPage } from "#app/features/settings/retention.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/retention";

export const handle = { section: "Settings" };
export const meta: Route.MetaFunction = () => [
  { title: "Retention settings" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "superadmin");
  const { db, settings, now } = context.get(appContext);
  const { timeZone } = await settings.get();
  return { ...(await getRetentionPage(db)), clock: { now: now(), timeZone } };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "superadmin");
  const values = Object.fromEntries(await readForm(request));
  const result = await saveRetentionSettings(actionContext(context, userId), { values });
  if (!result.ok) return data({ errors: result.errors }, { status: 400 });
  return data({
    done:
      result.saved.length > 0
        ? "Retention saved. The next nightly run uses it."
        : "Nothing had changed.",
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { failed: UNSENT });

export default function RetentionSettings({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame
      title="Retention"
      intro="How long personal data is kept. A nightly run erases what is older; that cannot be undone."
    >
      <RetentionPage {...loaderData} />
    </SettingsFrame>
  );
}
