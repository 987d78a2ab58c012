import { SPECULATION_RULES } from "#app/speculation-rules.server.ts";

/**
 * The islands script inserts them once a page has loaded. Not cached: the page's policy allows the
 * present text alone.
 */
export function loader() {
  return new Response(SPECULATION_RULES, {
    headers: {
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": "no-store",
    },
  });
}
