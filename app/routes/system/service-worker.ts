import { appContext } from "#app/app-context.ts";
import { acceptsEncoding } from "#app/lib/accepted-encoding.ts";
import { createNotFoundResponse } from "#app/lib/not-found-response.ts";
import { workerScripts } from "#app/offline.server.ts";
import type { Route } from "./+types/service-worker";

// A worker obeys the security policy of its own script: without `connect-src` it could fetch
// nothing.
const POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; connect-src 'self'";

/** Browsers request the worker at every visit; mostly it has not changed. */
export function loader({ context, request }: Route.LoaderArgs) {
  const script = workerScripts?.[context.get(appContext).env.OFFLINE_PAGES];
  if (!script) return createNotFoundResponse();
  const headers = {
    "Cache-Control": "no-cache",
    ETag: script.etag,
    "Content-Security-Policy": POLICY,
  };
  if (request.headers.get("if-none-match") === script.etag)
    return new Response(null, { status: 304, headers });
  const compressed = acceptsEncoding(request.headers.get("accept-encoding"), "br");
  return new Response(compressed ? new Uint8Array(script.brotli) : script.body, {
    headers: {
      ...headers,
      "Content-Type": "text/javascript; charset=utf-8",
      Vary: "Accept-Encoding",
      ...(compressed && { "Content-Encoding": "br" }),
    },
  });
}
