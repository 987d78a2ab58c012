import type { AppContext } from "#app/app-context.ts";
import { acceptsPhotos, listPhotos } from "./queries.server.ts";

/** The photos of a request for the customer's page, and whether more can be added. */
export async function loadPhotosSection(
  { db }: Pick<AppContext, "db">,
  { requestId }: { requestId: string },
) {
  const [photos, canAdd] = await Promise.all([
    listPhotos(db, requestId),
    acceptsPhotos(db, requestId),
  ]);
  return { photos, canAdd };
}
