import { exportPerson } from "#app/features/privacy/export-person.server.ts";
import { requireStaff } from "#app/features/staff/session.server.ts";
import { requestInfoContext, servicesContext } from "#app/services.ts";
import type { Route } from "./+types/export";

export function loader({ context, request }: Route.LoaderArgs) {
  const { userId } = requireStaff(context, "staff");
  const { requestId } = context.get(requestInfoContext);
  return exportPerson(context.get(servicesContext), {
    query: new URL(request.url).searchParams,
    staffId: userId,
    requestId,
  });
}
