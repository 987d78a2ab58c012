import { actionContext, appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { exportRequests } from "#app/features/requests/inbox/export-requests.server.ts";
import { parseFilters } from "#app/features/requests/inbox/schema.ts";
import type { Route } from "./+types/export";

/** The list that the query string describes, as a CSV file. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { userId } = requireStaff(context, "staff");
  const { timeZone } = await context.get(appContext).settings.get();
  return exportRequests(actionContext(context, userId), {
    timeZone,
    filters: parseFilters(new URL(request.url).searchParams),
  });
}
