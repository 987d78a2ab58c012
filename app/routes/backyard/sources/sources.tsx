import { data } from "react-router";
import { actionContext, appContext } from "#app/app-context.ts";
import { ROLE_RANK } from "#app/features/auth/constants.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { setAdContactHashes } from "#app/features/settings/mutations.server.ts";
import { SourcesPage } from "#app/features/sources/components/admin/sources-page.tsx";
import { loadSourcesPage } from "#app/features/sources/loaders.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/sources";

export const handle = { section: "Sources" };
export const meta: Route.MetaFunction = () => [
  { title: "Sources" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { role } = requireStaff(context, "staff");
  const query = new URL(request.url).searchParams;
  return {
    ...(await loadSourcesPage(context.get(appContext), { query })),
    isSuperadmin: ROLE_RANK[role] >= ROLE_RANK.superadmin,
  };
}

/** The one form: whether files for ad platforms may have hashes of contact data. */
export async function action({ request, context }: Route.ActionArgs) {
  requireStaff(context, "staff");
  const form = await readForm(request);
  if (form.get("intent") !== "ad-hashes") return data({}, { status: 400 });
  const { userId } = requireStaff(context, "superadmin");
  const isOn = form.get("on") === "yes";
  await setAdContactHashes(actionContext(context, userId), { isOn });
  return data({
    done: isOn
      ? "On for requests from now on. The privacy policy says so."
      : "Off. Files have click IDs only.",
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { failed: UNSENT });

export default function Sources({ loaderData }: Route.ComponentProps) {
  return <SourcesPage {...loaderData} />;
}
