import type { AppContext } from "#app/app-context.ts";
import {
  createStorageUnavailableResponse,
  redirectToFile,
} from "#app/features/private-files/file-response.server.ts";
import { createNotFoundResponse } from "#app/lib/not-found-response.ts";
import { getPhoto } from "./queries.server.ts";
import { PHOTO_CONTENT_TYPE, PHOTO_FILES } from "./stored-files.server.ts";

/** The page that a browser puts around an opened image fits it to the screen with inline styles. */
const IMAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";
const DISPOSITION = 'inline; filename="photo.jpg"';

type PhotoContext = Pick<AppContext, "db" | "privateStore" | "log">;

/**
 * The response with one photo of a request, full size or with `?size=thumb` small; 404 where the
 * caller has no request (`null`), or it has no such photo. In object storage, it redirects to the photo
 * there. The server adds `no-store`: after a stop or with a revoked key, no copy is shown either.
 */
export async function createPhotoResponse(
  { app, request }: { app: PhotoContext; request: Request },
  { requestId, photoId }: { requestId: string | null; photoId: string },
): Promise<Response> {
  const { db, privateStore } = app;
  const size = new URL(request.url).searchParams.get("size") === "thumb" ? "thumb" : "full";
  const photo =
    requestId &&
    (await getPhoto(db, { requestId, photoId, size, prefersFile: privateStore !== null }));
  if (!photo) return createNotFoundResponse();
  const { image, fileId } = photo;
  if (privateStore && fileId)
    return redirectToFile(privateStore, {
      fileId,
      name: PHOTO_FILES[size],
      contentType: PHOTO_CONTENT_TYPE,
      disposition: DISPOSITION,
    });
  if (!image) return createStorageUnavailableResponse(app);
  return new Response(new Uint8Array(image), {
    headers: {
      "Content-Type": PHOTO_CONTENT_TYPE,
      "Content-Length": String(image.length),
      "Content-Disposition": DISPOSITION,
      "Content-Security-Policy": IMAGE_POLICY,
      "Cross-Origin-Resource-Policy": "same-origin",
    },
  });
}
