/** A token of content files that was not replaced: `{brand}`, `{claim:licensed-insured}`. */
const TOKEN = /\{[a-z-]+(?::[a-z0-9-]+)?\}/gi;
/** Contains a placeholder for the search words, as schema.org requires. */
const SEARCH_ACTION = /"SearchAction".*?\{search_term_string\}.*?\}/g;

/**
 * Finds tokens that were not replaced in a page: in its text, its attributes, its JSON-LD. Style
 * sheets and scripts are skipped: they contain braces anyway.
 */
export function findRawTokens(html: string): string[] {
  const text = html
    .replace(/<style[\s\S]*?<\/style>/g, "")
    .replace(/<script(?! type="application\/ld\+json")[\s\S]*?<\/script>/g, "")
    .replace(SEARCH_ACTION, "");
  return [...text.matchAll(TOKEN)].map(([token]) => token);
}
