import { consentProofPage } from "#app/features/requests/consent-proof.server.ts";
import { requireStaff } from "#app/features/staff/session.server.ts";
import { servicesContext } from "#app/services.ts";
import type { Route } from "./+types/consent";

/** A plain page to print, outside the portal's frame. */
export async function loader({ context, params }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  const { db, now } = context.get(servicesContext);
  return (
    (await consentProofPage(db, { id: params.id, now: now() })) ??
    new Response("There is no consent record for this request.", { status: 404 })
  );
}
