import { PRIVATE_SEGMENTS } from "#app/lib/path-kinds.ts";

/** Pages that a browser must not open ahead of the visitor: they are private or depend on a query. */
const NOT_PRERENDERED = [...PRIVATE_SEGMENTS, "quote", "search"];

const linkCondition = {
  and: [
    { href_matches: "/*" },
    ...NOT_PRERENDERED.flatMap((name) => [
      { not: { href_matches: `/${name}` } },
      { not: { href_matches: `/${name}/*` } },
    ]),
    { not: { selector_matches: "[rel~=nofollow], [download]" } },
  ],
};

/** The pages that a browser may open in advance, as the text of a `speculationrules` script. */
export const SPECULATION_RULES = JSON.stringify({
  prerender: [{ where: linkCondition, eagerness: "moderate" }],
});
