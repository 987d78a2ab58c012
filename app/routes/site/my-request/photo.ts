import { appContext } from "#app/app-context.ts";
import { createPhotoResponse } from "#app/features/photos/photo-response.server.ts";
import { openRequestKey } from "#app/features/requests/customer/keys.server.ts";
import type { Route } from "./+types/photo";

/** GET [?size=thumb]: a photo for the customer who added it. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const opened = await openRequestKey(app, { key: params.key, now: app.now() });
  const { photoId } = params;
  return createPhotoResponse({ app, request }, { requestId: opened?.requestId ?? null, photoId });
}
