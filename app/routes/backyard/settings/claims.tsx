import { data } from "react-router";
import { actionContext, appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { ClaimsTable } from "#app/features/settings/components/admin/claims-table.tsx";
import { SettingsFrame } from "#app/features/settings/components/admin/settings-frame.tsx";
import { listShownClaims } from "#app/features/settings/loaders.server.ts";
import { setClaimWording } from "#app/features/settings/mutations.server.ts";
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
  return { claims: await listShownClaims(context.get(appContext).db) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "superadmin");
  const form = await readForm(request);
  const isNeutral = form.get("neutral") === "yes";
  const result = await setClaimWording(actionContext(context, userId), {
    id: String(form.get("claim")),
    isNeutral,
  });
  return result.ok
    ? data({ done: isNeutral ? "The neutral wording is shown." : "The claim is shown." })
    : data({}, { status: 400 });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { failed: UNSENT });

export default function ClaimsSettings({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame
      title="Claims"
      intro="Every absolute claim that the site makes. Switch to the neutral wording whatever you cannot prove today."
    >
      <ClaimsTable {...loaderData} />
    </SettingsFrame>
  );
}
