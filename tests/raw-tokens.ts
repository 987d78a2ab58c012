/** A token of content files that nobody replaced: `{brand}`, `{claim:licensed-insured}`. */
const TOKEN = /\{[a-z-]+(?::[a-z0-9-]+)?\}/gi;
/** Names a place for the words of a search, by the rules of schema.org. */
const SEARCH_ACTION = /"SearchAction".*?\{search_term_string\}.*?\}/g;

/**
 * Tokens that stand raw in an answer of the site: in its words, its attributes, its JSON-LD. Style
 * sheets and scripts have braces of their own.
 */
export function findRawTokens(answer: string): string[] {
  const words = answer
    .replace(/<style[\s\S]*?<\/style>/g, "")
    .replace(/<script(?! type="application\/ld\+json")[\s\S]*?<\/script>/g, "")
    .replace(SEARCH_ACTION, "");
  return [...words.matchAll(TOKEN)].map(([token]) => token);
}
