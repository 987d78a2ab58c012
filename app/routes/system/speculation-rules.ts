import { SPECULATION_RULES } from "#app/speculation-rules.server.ts";

/**
 * The islands script inserts them once a page has loaded. An older text from a browser's cache has no
 * effect: the page's policy allows only the present one.
 */
export function loader() {
  return new Response(SPECULATION_RULES, {
    headers: {
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": "public, max-age=86400",
    },
  });
}
