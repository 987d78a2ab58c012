import { getOpenApiJson } from "#app/features/api/openapi.server.ts";
import type { Route } from "./+types/openapi";

/** The document changes only with a release. */
const MAX_AGE_SECONDS = 300;

export function loader({ request }: Route.LoaderArgs) {
  const { body, etag } = getOpenApiJson();
  const headers = { "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}`, ETag: etag };
  return request.headers.get("if-none-match") === etag
    ? new Response(null, { status: 304, headers })
    : new Response(body, {
        headers: { ...headers, "Content-Type": "application/json", "X-Robots-Tag": "noindex" },
      });
}
