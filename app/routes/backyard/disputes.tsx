import { actionContext, appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { handleDecisionForm } from "#app/features/offers/disputes/actions.server.ts";
import { DisputesPage } from "#app/features/offers/disputes/components/admin/disputes-page.tsx";
import { loadDisputesPage } from "#app/features/offers/disputes/load-staff-page.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/disputes";

export const handle = { section: "Disputes" };
export const meta: Route.MetaFunction = () => [
  { title: "Disputes" },
  { name: "robots", content: "noindex" },
];

export function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  return loadDisputesPage(context.get(appContext), new URL(request.url).searchParams);
}

export async function action({ context, request }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  const form = await readForm(request);
  return handleDecisionForm(actionContext(context, userId), { form });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { failed: UNSENT });

export default function Disputes({ loaderData }: Route.ComponentProps) {
  return <DisputesPage {...loaderData} />;
}
