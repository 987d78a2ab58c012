import type { MiddlewareHandler } from "hono";
import type { AppContext } from "#app/app-context.ts";
import { getStoredName } from "#app/features/media/image-files.server.ts";
import { readImageUrl } from "#app/features/media/image-versions.ts";

const FOREVER = "public, max-age=31536000, immutable";
/** A missing image may be stored again. */
const MISSING = "public, max-age=60";
const RETRY_SECONDS = "5";

/**
 * Serves images of the media library. The path contains a hash of the image, so its content never
 * changes. While the store does not respond, nobody may remember an image as missing.
 */
export function serveImages({
  images,
  log,
}: Pick<AppContext, "images" | "log">): MiddlewareHandler {
  return async (c, next) => {
    const { path, method } = c.req;
    if (!path.startsWith("/media/") || (method !== "GET" && method !== "HEAD")) return next();
    const address = readImageUrl(path);
    // Other paths below /media are files of the build, if any.
    const file =
      address &&
      (await images.get(getStoredName(path)).catch((error: unknown) => {
        log.error({ err: error }, "an image could not be read");
        return "unavailable" as const;
      }));
    if (file === "unavailable")
      return c.text("Service Unavailable\n", 503, {
        "Retry-After": RETRY_SECONDS,
        "Cache-Control": "no-store",
      });
    if (!file) return c.text("Not Found\n", 404, { "Cache-Control": MISSING });
    if (method === "HEAD") await file.close();
    const headers = {
      "Content-Type": `image/${address.format}`,
      "Content-Length": String(file.bytes),
      "Cache-Control": FOREVER,
    };
    return new Response(method === "HEAD" ? null : file.open(), { headers });
  };
}
