import { appContext } from "#app/app-context.ts";
import { findSharedOffer } from "#app/features/offers/view-offer.server.ts";
import {
  getVisitFile,
  respondWithCalendar,
} from "#app/features/offers/visits/visit-files.server.ts";
import { requireId, requireProvider } from "#app/features/provider-accounts/viewer.server.ts";
import { createNotFoundResponse } from "#app/lib/not-found-response.ts";
import type { Route } from "./+types/job-visit";

/** The visit of a job as a calendar file. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { providerId } = requireProvider(context);
  const app = context.get(appContext);
  const now = app.now();
  const offer = await findSharedOffer(app.db, {
    offerId: requireId(params.offerId),
    providerId,
    now,
  });
  const site = await app.settings.get();
  const found =
    offer && (await getVisitFile({ ...app, site, now }, { offerId: offer.id, side: "provider" }));
  return found ? respondWithCalendar(found.file) : createNotFoundResponse();
}
