import type { AppContext } from "#app/app-context.ts";
import { listMergedRequests } from "#app/features/requests/merged-requests.sql.ts";
import { formatPastDay } from "#app/lib/format-time.ts";
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

/**
 * The photos of a request for staff, and those of the requests that were merged into it, each with the
 * day when it was sent, such as "May 4"; null for the request itself.
 */
export async function loadPhotoPanel(
  { db, now, settings }: Pick<AppContext, "db" | "now" | "settings">,
  requestId: string,
) {
  const [{ timeZone }, merged] = await Promise.all([
    settings.get(),
    listMergedRequests.rows(db, { requestId }),
  ]);
  const requests = [
    { id: requestId, day: null },
    ...merged.map(({ id, createdAt }) => ({
      id,
      day: formatPastDay(createdAt, { timeZone, now: now() }),
    })),
  ];
  const groups = await Promise.all(
    requests.map(async (request) => ({ ...request, photos: await listPhotos(db, request.id) })),
  );
  return groups.filter(({ photos }) => photos.length > 0);
}
export type PhotoPanelData = Awaited<ReturnType<typeof loadPhotoPanel>>;
