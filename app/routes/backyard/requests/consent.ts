import { appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { renderConsentProof } from "#app/features/privacy/consent-proof.server.ts";
import type { Route } from "./+types/consent";

/** A plain page to print, outside the portal's frame. */
export async function loader({ context, params }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  const { db, now } = context.get(appContext);
  return (
    (await renderConsentProof(db, { id: params.id, now: now() })) ??
    new Response("There is no consent record for this request.", { status: 404 })
  );
}
