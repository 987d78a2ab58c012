/**
 * Public pages, whose addresses are lower-case from end to end; people and other sites also write
 * them with capitals.
 */
const LOWER_CASE_PAGES =
  /^\/(?:home-services|auto|resources|quiz|articles|quote|search|offline|contact-us|about-us|provider-signup|privacy-policy|terms-of-service|do-not-sell)(?:[/.]|$)/;
const PLAIN_LETTERS = /^[\w/.-]*$/;

/**
 * The one spelling of a request path, or null where it cannot be read. React Router matches without
 * regard to a trailing slash and to percent-encoding; rules that look at paths must not be fooled
 * by that. The portal, functions and paths with keys keep their case: a wrong one is another path,
 * which does not exist.
 */
export function canonicalPath(pathname: string): string | null {
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
export function pagePath(path: string): string {
  if (!path.endsWith(".data")) return path;
  return path.endsWith("/_.data")
    ? path.slice(0, -"/_.data".length) || "/"
    : path.slice(0, -".data".length);
}

/** Private pages, and pages that read their query. */
const NEVER_CACHED =
  /^\/(?:resources\/tools-calculators\/[^/]+|backyard|oauth|quote|search|do-not-sell|functions|webhooks|healthz|readyz|metrics|assets|og|stop|offers)(?:\/|$)/;

/**
 * Whether an answer depends on the query though its page may be kept: previews of staff, and
 * answers to a quiz (`a`).
 */
export function readsQuery(path: string, query: string): boolean {
  return (
    /(?:^|[?&])preview(?:[=&]|$)/.test(query) ||
    (path.startsWith("/quiz/") && /(?:^|[?&])a(?:[=&]|$)/.test(query))
  );
}

/** Whether a page may be a function of its path alone, the same for every visitor. */
export function isCacheable(path: string): boolean {
  return !NEVER_CACHED.test(path) && !/\.[a-z0-9]+$/i.test(path);
}
