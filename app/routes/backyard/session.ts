import { appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/session";

/**
 * GET → {userId, role, leftMs}: the signed-in person and the time until the session ends, in ms, for tabs
 * that become visible or were idle; a redirect to the login, or 403, where access has ended.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { userId, role, sessionEndsAt } = requireStaff(context);
  const { now } = context.get(appContext);
  return Response.json({ userId, role, leftMs: sessionEndsAt.getTime() - now().getTime() });
}
