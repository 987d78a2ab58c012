import { actionContext } from "#app/app-context.ts";
import { authorizeStaff } from "#app/features/auth/authorize-staff.server.ts";
import { isPasswordRecent } from "#app/features/auth/recent-password.ts";
import { exchangeCode } from "#app/features/crm/highlevel/exchange-code.server.ts";
import { readJson } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/ghl-oauth-exchange";

const reply = (status: number, body: unknown) =>
  Response.json(body, { status, headers: { "Cache-Control": "no-store" } });

/**
 * POST {code, location_id?, state?} → {success, access_token, refresh_token, location_id, error,
 * details}; for superadmins.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const admitted = authorizeStaff(context, "superadmin");
  if ("refusal" in admitted) return admitted.refusal;
  const ctx = actionContext(context, admitted.staff.userId);
  const body: unknown = await readJson(request);
  const hasRecentPassword = isPasswordRecent(admitted.staff, ctx.now);
  const result = await exchangeCode(ctx, { body, hasRecentPassword });
  return reply(result.status, result.response);
}
