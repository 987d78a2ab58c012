import { MACHINE_SEGMENTS, matchSegments, PRIVATE_SEGMENTS } from "#app/lib/path-kinds.ts";

/**
 * The server's configuration of the worker, prepended to the worker's text. URLs are paths on our
 * own origin.
 */
export type OfflineConfig = {
  /** Changes with the worker, the style sheet and the cached URLs; part of the cache's name. */
  version: string;
  /** Set by the operator (OFFLINE_PAGES): the worker then removes itself and its caches. */
  off: boolean;
  pages: readonly string[];
  /** One of `pages`; it is shown instead of every page that is not cached. */
  fallback: string;
  /** Scripts, fonts and images of the cached pages. */
  assets: readonly string[];
};

/** First path segments of pages that the worker never handles. */
export const BYPASSED_SEGMENTS = [...PRIVATE_SEGMENTS, ...MACHINE_SEGMENTS, "quote"] as const;
const BYPASSED_PATH = matchSegments(BYPASSED_SEGMENTS);

/**
 * The kind of request that the worker may answer; null leaves the request to the browser as if
 * there were no worker.
 */
export function classifyRequest(
  request: { method: string; mode: string; url: string },
  origin: string,
  assets: ReadonlySet<string>,
): "page" | "asset" | null {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== origin) return null;
  if (request.mode !== "navigate")
    return assets.has(url.pathname) && url.search === "" ? "asset" : null;
  // A dot in the last segment: a file or a `.data` request, not a page.
  return BYPASSED_PATH.test(url.pathname) ||
    url.pathname.includes(".", url.pathname.lastIndexOf("/"))
    ? null
    : "page";
}
