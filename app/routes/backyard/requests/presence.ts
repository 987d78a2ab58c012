import { appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { receivePresence } from "#app/features/requests/presence/receive-presence.server.ts";
import type { Route } from "./+types/presence";

export const handle = { methods: ["POST"] };

export function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  return null;
}

/** What somebody does with an open request, for the other portals. */
export async function action({ context, request }: Route.ActionArgs) {
  const { userId, name } = requireStaff(context, "staff");
  const status = await receivePresence(context.get(appContext), { request, userId, name });
  return new Response(null, { status });
}
