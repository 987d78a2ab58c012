import { appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/session";

/**
 * Who is signed in and for how long without activity, in ms, for tabs that come to the front or
 * were quiet for long; a redirect to the login, or 403, where they may not stay.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { userId, role, sessionEndsAt } = requireStaff(context);
  const { now } = context.get(appContext);
  return Response.json({ userId, role, leftMs: sessionEndsAt.getTime() - now().getTime() });
}
