import { actionContext, appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { exportOutcomes } from "#app/features/sources/export-outcomes.server.ts";
import type { Route } from "./+types/outcomes";

/** Hired requests for an ad platform, as a CSV file: `?platform=google&days=30`. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { userId } = requireStaff(context, "staff");
  const { settings } = context.get(appContext);
  return exportOutcomes(
    { ...actionContext(context, userId), site: await settings.get() },
    { query: new URL(request.url).searchParams },
  );
}
