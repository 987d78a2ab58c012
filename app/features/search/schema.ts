export type SearchKind =
  | "Home service"
  | "Auto service"
  | "Category"
  | "Guide"
  | "Tool"
  | "Article"
  | "Quiz"
  | "Page";

/**
 * A page that the search can find. `path` names it: of two documents with one path the first is
 * shown, with the words of both.
 */
export type SearchDocument = {
  path: string;
  name: string;
  kind: SearchKind;
  /** One sentence, shown under the name. */
  summary: string;
  /** What people may type when they look for this page: words and phrases. */
  words: string[];
};

export type SearchHit = Pick<SearchDocument, "path" | "name" | "kind" | "summary">;

/** Answer of GET /functions/v1/search */
export type SearchAnswer = { hits: SearchHit[] };
