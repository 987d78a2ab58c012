import { appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { readJson } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/get-provider-billing";

const HEADERS = { "Cache-Control": "no-store" };

/**
 * POST {stripe_customer_id} → {billing_info: {last_four, last_payment_date, last_payment_amount,
 * outstanding_balance}}
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  const body: unknown = await readJson(request);
  const reply = await context.get(appContext).billing.getBilling({ body, staffId: userId });
  return Response.json(reply.body, { status: reply.status, headers: HEADERS });
}
