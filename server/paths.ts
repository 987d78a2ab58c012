import { MACHINE_SEGMENTS, matchSegments, PRIVATE_SEGMENTS } from "#app/lib/path-kinds.ts";

/**
 * Public pages, whose paths are entirely lower-case; people and other sites also write them with
 * capitals.
 */
const LOWER_CASE_PAGES =
  /^\/(?:home-services|auto|resources|quiz|articles|quote|search|offline|contact-us|about-us|provider-signup|privacy-policy|terms-of-service|do-not-sell)(?:[/.]|$)|^\/(?:api|assistants|r|stop)$/;
const PLAIN_LETTERS = /^[\w/.-]*$/;

/**
 * The canonical spelling of a request path, or null where it is malformed. React Router ignores a
 * trailing slash and percent-encoding; rules that match paths must not be bypassed by that. The
 * portal, functions and paths with keys are case-sensitive: another case is another path, which
 * does not exist.
 */
export function getCanonicalPath(pathname: string): string | null {
  if (/%(2f|5c|25|00|3f|23)/i.test(pathname)) return null;
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  if (/[\u0000-\u001f\u007f\\%]|\/\//.test(path)) return null;
  const lower = path.toLowerCase();
  if (path !== lower && PLAIN_LETTERS.test(path) && LOWER_CASE_PAGES.test(lower)) path = lower;
  return encodeURI(path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path);
}

/** The page that a `.data` request belongs to. */
export function getPagePath(path: string): string {
  if (!path.endsWith(".data")) return path;
  return path.endsWith("/_.data")
    ? path.slice(0, -"/_.data".length) || "/"
    : path.slice(0, -".data".length);
}

/** Private pages, and pages that read their query. */
const NEVER_CACHED = matchSegments([
  ...PRIVATE_SEGMENTS,
  ...MACHINE_SEGMENTS,
  "assets",
  "do-not-sell",
  "og",
  "quote",
  "resources/tools-calculators/[^/]+",
  "search",
]);

/**
 * Whether a response depends on the query although its page may be cached: previews of staff, and
 * answers to a quiz (`a`).
 */
export function readsQuery(path: string, query: string): boolean {
  return (
    /(?:^|[?&])preview(?:[=&]|$)/.test(query) ||
    (path.startsWith("/quiz/") && /(?:^|[?&])a(?:[=&]|$)/.test(query))
  );
}

/** Whether a page may depend on its path alone, the same for every visitor. */
export function isCacheable(path: string): boolean {
  return !NEVER_CACHED.test(path) && !/\.[a-z0-9]+$/i.test(path);
}
