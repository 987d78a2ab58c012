import { appContext } from "#app/app-context.ts";
import { getSharedRequestId } from "#app/features/offers/view-offer.server.ts";
import { createPhotoResponse } from "#app/features/photos/photo-response.server.ts";
import type { Route } from "./+types/offer-photo";

/** GET [?size=thumb]: a photo for the provider, while the offer's page shows the customer's details. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const requestId = await getSharedRequestId(app.db, { token: params.token, now: app.now() });
  return createPhotoResponse({ app, request }, { requestId, photoId: params.photoId });
}
