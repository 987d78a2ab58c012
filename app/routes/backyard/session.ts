import { requireStaff } from "#app/features/staff/session.server.ts";
import type { Route } from "./+types/session";

/** Who is signed in, for tabs that come to the front: 401 or 403 where they may not stay. */
export function loader({ context }: Route.LoaderArgs) {
  const { userId, role } = requireStaff(context);
  return Response.json({ userId, role });
}
