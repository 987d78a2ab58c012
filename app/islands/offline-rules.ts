/**
 * What the server tells the worker; it stands in front of the worker's text. Addresses are paths on
 * our own origin.
 */
export type OfflineConfig = {
  /** Changes with the worker, the style sheet and the kept addresses; part of the cache's name. */
  version: string;
  /** The operator's switch: the worker then removes itself and all it keeps. */
  off: boolean;
  pages: readonly string[];
  /** The one of `pages` that stands in for every page that is not kept. */
  fallback: string;
  /** Scripts, fonts and pictures that the kept pages show. */
  assets: readonly string[];
};

/**
 * First segments of pages that belong to one person, change something or speak to machines. The
 * worker never answers for them.
 */
export const UNTOUCHED = [
  "backyard",
  "functions",
  "oauth",
  "offers",
  "quote",
  "stop",
  "webhooks",
  "healthz",
  "readyz",
  "metrics",
] as const;
const untouchedPath = new RegExp(`^/(?:${UNTOUCHED.join("|")})(?:/|$)`);

/**
 * What the worker may answer; null leaves the request to the browser as if there were no worker.
 */
export function kindOfRequest(
  request: { method: string; mode: string; url: string },
  origin: string,
  assets: ReadonlySet<string>,
): "page" | "asset" | null {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== origin) return null;
  if (request.mode !== "navigate")
    return assets.has(url.pathname) && url.search === "" ? "asset" : null;
  // A dot in the last segment: a file or a `.data` request, not a page.
  return untouchedPath.test(url.pathname) ||
    url.pathname.includes(".", url.pathname.lastIndexOf("/"))
    ? null
    : "page";
}
