import { actionContext } from "#app/app-context.ts";
import { readAuditFilter } from "#app/features/audit/audit-filter.ts";
import { exportAudit } from "#app/features/audit/export-audit.server.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/audit-export";

/** The rows of a filter as a CSV file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { userId } = requireStaff(context, "superadmin");
  const filter = readAuditFilter(new URL(request.url).searchParams);
  return exportAudit(actionContext(context, userId), { filter });
}
