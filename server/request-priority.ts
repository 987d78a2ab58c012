import type { Priority } from "./admission.ts";
import { pagePath } from "./paths.ts";

const PROBES = new Set(["/healthz", "/readyz", "/metrics"]);
/** What the wizard asks for before it sends, and what it sends. */
const INTAKE = new Set(["/functions/v1/quote-form", "/functions/v1/contact-sync"]);

/** How long this request may be held back under load. */
export function priorityOf({ method, path, loginPath }: { method: string; path: string; loginPath: string }): Priority {
  if (PROBES.has(path)) return "probe";
  const page = pagePath(path);
  return INTAKE.has(path) || page === loginPath || (page === "/quote" && method === "POST") ? "important" : "usual";
}
