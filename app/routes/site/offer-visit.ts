import { appContext } from "#app/app-context.ts";
import { findSharedOffer } from "#app/features/offers/view-offer.server.ts";
import {
  getVisitFile,
  respondWithCalendar,
} from "#app/features/offers/visits/visit-files.server.ts";
import { createNotFoundResponse } from "#app/lib/not-found-response.ts";
import type { Route } from "./+types/offer-visit";

/** The visit of an accepted offer as a calendar file, for the provider. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const now = app.now();
  const offer = await findSharedOffer(app.db, { token: params.token, now });
  const site = await app.settings.get();
  const found =
    offer && (await getVisitFile({ ...app, site, now }, { offerId: offer.id, side: "provider" }));
  return found ? respondWithCalendar(found.file) : createNotFoundResponse();
}
