import { requestInfoContext, servicesContext } from "#app/services.ts";
import type { Route } from "./+types/metrics";

/** Figures for Prometheus, for callers on this machine or with METRICS_TOKEN as bearer. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { metrics, env } = context.get(servicesContext);
  const { address } = context.get(requestInfoContext).caller;
  const local = address === "::1" || address.startsWith("127.");
  const known = env.METRICS_TOKEN !== undefined && request.headers.get("authorization") === `Bearer ${env.METRICS_TOKEN}`;
  if (!local && !known) return new Response("Not Found\n", { status: 404, headers: { "Content-Type": "text/plain" } });
  return new Response(await metrics.metrics(), { headers: { "Content-Type": metrics.contentType, "Cache-Control": "no-store" } });
}
