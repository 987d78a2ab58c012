import type { Database } from "#app/db/client.server.ts";
import { createNotFoundResponse } from "#app/lib/not-found-response.ts";
import { getPhotoImage } from "./queries.server.ts";

/** The page that a browser puts around an opened image fits it to the screen with inline styles. */
const IMAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/**
 * The response with one photo of a request, full size or with `?size=thumb` small; 404 where the
 * caller has no request (`null`), or it has no such photo. The server adds `no-store`: after a stop
 * or with a revoked key, no copy is shown either.
 */
export async function createPhotoResponse(
  { db, request }: { db: Database; request: Request },
  { requestId, photoId }: { requestId: string | null; photoId: string },
): Promise<Response> {
  const size = new URL(request.url).searchParams.get("size") === "thumb" ? "thumb" : "full";
  const image = requestId && (await getPhotoImage(db, { requestId, photoId, size }));
  if (!image) return createNotFoundResponse();
  return new Response(new Uint8Array(image), {
    headers: {
      "Content-Type": "image/jpeg",
      "Content-Length": String(image.length),
      "Content-Disposition": 'inline; filename="photo.jpg"',
      "Content-Security-Policy": IMAGE_POLICY,
      "Cross-Origin-Resource-Policy": "same-origin",
    },
  });
}
