import { PRIVATE_SEGMENTS } from "#app/lib/path-kinds.ts";

/** Pages that a browser must not open ahead of the visitor: they are private or depend on a query. */
const NOT_PRERENDERED = [...PRIVATE_SEGMENTS, "quote", "search"];

/** The pages that a browser may open in advance; each page names this file in a header. */
export function loader() {
  const where = {
    and: [
      { href_matches: "/*" },
      ...NOT_PRERENDERED.flatMap((name) => [
        { not: { href_matches: `/${name}` } },
        { not: { href_matches: `/${name}/*` } },
      ]),
      { not: { selector_matches: "[rel~=nofollow], [download]" } },
    ],
  };
  return new Response(JSON.stringify({ prerender: [{ where, eagerness: "moderate" }] }), {
    headers: {
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": "public, max-age=86400",
    },
  });
}
