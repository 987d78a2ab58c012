import { appContext } from "#app/app-context.ts";
import { getSharedRequestId } from "#app/features/offers/view-offer.server.ts";
import { createPhotoResponse } from "#app/features/photos/photo-response.server.ts";
import { requireId, requireProvider } from "#app/features/provider-accounts/viewer.server.ts";
import type { Route } from "./+types/job-photo";

/** GET [?size=thumb]: a photo of a job, while its page shows the customer's details. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { providerId } = requireProvider(context);
  const app = context.get(appContext);
  const offerId = requireId(params.offerId);
  const { photoId } = params;
  const requestId = await getSharedRequestId(app.db, {
    offerId,
    providerId,
    now: app.now(),
  });
  return createPhotoResponse({ app, request }, { requestId, photoId });
}
