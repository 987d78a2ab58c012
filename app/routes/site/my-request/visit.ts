import { appContext } from "#app/app-context.ts";
import { findConnectedOffer } from "#app/features/offers/visits/queries.server.ts";
import {
  getVisitFile,
  respondWithCalendar,
} from "#app/features/offers/visits/visit-files.server.ts";
import { openRequestKey } from "#app/features/requests/customer/keys.server.ts";
import { createNotFoundResponse } from "#app/lib/not-found-response.ts";
import type { Route } from "./+types/visit";

/** The visit of a request as a calendar file, for the customer. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const now = app.now();
  const opened = await openRequestKey(app, { key: params.key, now });
  const offerId = opened && (await findConnectedOffer(app.db, opened.requestId));
  const site = await app.settings.get();
  const found =
    offerId && (await getVisitFile({ ...app, site, now }, { offerId, side: "customer" }));
  return found ? respondWithCalendar(found.file) : createNotFoundResponse();
}
