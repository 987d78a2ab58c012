import { data } from "react-router";
import { actionContext, appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { handleClaimsForm } from "#app/features/claims/actions.server.ts";
import { ClaimsTable } from "#app/features/claims/components/admin/claims-table.tsx";
import { EvidenceRule } from "#app/features/claims/components/admin/evidence-rule.tsx";
import { loadClaimsPage } from "#app/features/claims/loaders.server.ts";
import { SettingsFrame } from "#app/features/settings/components/admin/settings-frame.tsx";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/claims";

export const handle = { section: "Settings" };
export const meta: Route.MetaFunction = () => [
  { title: "Claims settings" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "superadmin");
  const { db, now } = context.get(appContext);
  return loadClaimsPage(db, { now: now() });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "superadmin");
  const form = await readForm(request);
  const done = await handleClaimsForm(actionContext(context, userId), { form });
  return done ? data({ done }) : data({}, { status: 400 });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { failed: UNSENT });

export default function ClaimsSettings({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame
      title="Claims"
      intro="Every absolute claim that the site makes, with what our records say about it. Switch to the neutral wording whatever you cannot prove today."
    >
      <EvidenceRule {...loaderData} />
      <ClaimsTable claims={loaderData.claims} />
    </SettingsFrame>
  );
}
