import { exchangeCode } from "#app/features/crm/exchange-code.server.ts";
import { admitStaff } from "#app/features/staff/admit-staff.server.ts";
import { isPasswordRecent } from "#app/features/staff/recent-password.ts";
import { requestInfoContext, servicesContext } from "#app/services.ts";
import type { Route } from "./+types/ghl-oauth-exchange";

const answer = (status: number, body: unknown, headers?: Record<string, string>) => Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });

export const loader = () => answer(405, { success: false, error: "Send the request as POST." }, { Allow: "POST" });

/** POST {code, location_id?, state?} → {success, access_token, refresh_token, location_id, error, details}; for superadmins. */
export async function action({ request, context }: Route.ActionArgs) {
  const admitted = admitStaff(context, "superadmin");
  if ("refusal" in admitted) return admitted.refusal;
  if (request.method !== "POST") return answer(405, { success: false, error: "Send the request as POST." }, { Allow: "POST" });
  const { requestId } = context.get(requestInfoContext);
  const services = context.get(servicesContext);
  const body: unknown = await request.json().catch(() => undefined);
  const hasRecentPassword = isPasswordRecent(admitted.staff, services.now());
  const result = await exchangeCode(services, { body, staff: admitted.staff, hasRecentPassword, requestId });
  return answer(result.status, result.answer);
}
