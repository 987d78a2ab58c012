import type { Priority } from "./admission.ts";
import { getPagePath } from "./paths.ts";

const PROBES = new Set(["/healthz", "/readyz", "/metrics"]);
const INTAKE = "/functions/v1/contact-sync";

/** Whether this is a customer's quote request, or the preflight of one from another site. */
export const isQuoteRequest = ({ method, path }: { method: string; path: string }) =>
  path === INTAKE
    ? method === "POST" || method === "OPTIONS"
    : method === "POST" && getPagePath(path) === "/quote";

/**
 * The priority of a request under load. Pages are normal, even those on which a quote request or a
 * sign-in begins.
 */
export function getPriority({
  method,
  path,
  loginPath,
}: {
  method: string;
  path: string;
  loginPath: string;
}): Priority {
  if (PROBES.has(path)) return "probe";
  const isSignIn = method === "POST" && getPagePath(path) === loginPath;
  return isSignIn || isQuoteRequest({ method, path }) ? "high" : "normal";
}
