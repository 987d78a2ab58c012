import { appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { createPhotoResponse } from "#app/features/photos/photo-response.server.ts";
import type { Route } from "./+types/photo";

/** GET [?size=thumb]: a photo that the customer added. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  const { id: requestId, photoId } = params;
  return createPhotoResponse({ app: context.get(appContext), request }, { requestId, photoId });
}
