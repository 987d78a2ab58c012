import { actionContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { exportPerson } from "#app/features/privacy/export-person.server.ts";
import type { Route } from "./+types/export";

export function loader({ context, request }: Route.LoaderArgs) {
  const { userId } = requireStaff(context, "staff");
  const query = new URL(request.url).searchParams;
  return exportPerson(actionContext(context, userId), { query });
}
