import { data, redirect } from "react-router";
import { actionContext, appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { handlePersonForm } from "#app/features/privacy/actions.server.ts";
import { PeoplePage } from "#app/features/privacy/components/admin/people-page.tsx";
import { PERSON_FAILURES } from "#app/features/privacy/constants.ts";
import { loadPersonPage } from "#app/features/privacy/loaders.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/people";

export const handle = { section: "People" };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { userId } = requireStaff(context, "staff");
  const app = context.get(appContext);
  return loadPersonPage(app, {
    token: new URL(request.url).searchParams.get("person"),
    staffId: userId,
    timeZone: (await app.settings.get()).timeZone,
  });
}

export async function action({ context, request }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  const form = await readForm(request);
  const result = await handlePersonForm(actionContext(context, userId), { form });
  if (!result.ok)
    return data(
      { ok: false as const, reason: result.reason, message: PERSON_FAILURES[result.reason] },
      { status: 400 },
    );
  return result.done === "found" ? redirect(result.path, 303) : result;
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, {
    ok: false as const,
    reason: "unreachable" as const,
    message: UNSENT,
  });

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  return <PeoplePage page={loaderData} outcome={actionData} />;
}
