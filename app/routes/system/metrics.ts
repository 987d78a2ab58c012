import { appContext, requestInfoContext } from "#app/app-context.ts";
import { createNotFoundResponse } from "#app/lib/not-found-response.ts";
import { isSameSecret } from "#app/lib/secret.server.ts";
import type { Route } from "./+types/metrics";

/**
 * Headers that proxies add. A request with one of these came from elsewhere, whatever its address
 * is.
 */
const FORWARDING_HEADERS = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
  "cf-connecting-ip",
  "true-client-ip",
];

/**
 * Metrics for Prometheus, for callers on this machine without a proxy, or with METRICS_TOKEN as
 * bearer.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { metrics, env } = context.get(appContext);
  const { address } = context.get(requestInfoContext).caller;
  if (!isLocal(request.headers, address) && !hasToken(request.headers, env.METRICS_TOKEN))
    return createNotFoundResponse();
  return new Response(await metrics.metrics(), {
    headers: { "Content-Type": metrics.contentType, "Cache-Control": "no-store" },
  });
}

const isLocal = (headers: Headers, address: string) =>
  (address === "::1" || address.startsWith("127.")) &&
  !FORWARDING_HEADERS.some((name) => headers.has(name));

function hasToken(headers: Headers, token: string | undefined): boolean {
  const given = /^Bearer (\S+)$/.exec(headers.get("authorization") ?? "")?.[1];
  return token !== undefined && given !== undefined && isSameSecret(given, token);
}
