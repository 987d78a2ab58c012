import type { Priority } from "./admission.ts";
import { pagePath } from "./paths.ts";

const PROBES = new Set(["/healthz", "/readyz", "/metrics"]);
const INTAKE = "/functions/v1/contact-sync";

/**
 * Whether a customer's quote request comes with this, or a browser on another site asks whether it
 * may send one.
 */
export const isQuoteRequest = ({ method, path }: { method: string; path: string }) =>
  path === INTAKE
    ? method === "POST" || method === "OPTIONS"
    : method === "POST" && pagePath(path) === "/quote";

/**
 * How long this request may be held back under load. Pages are usual, also those that a quote
 * request or a sign-in begins on.
 */
export function priorityOf({
  method,
  path,
  loginPath,
}: {
  method: string;
  path: string;
  loginPath: string;
}): Priority {
  if (PROBES.has(path)) return "probe";
  const isSignIn = method === "POST" && pagePath(path) === loginPath;
  return isSignIn || isQuoteRequest({ method, path }) ? "important" : "usual";
}
