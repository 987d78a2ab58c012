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
 * A page that the search can find. `path` identifies it: of two documents with one path the first
 * is shown, with the words of both.
 */
export type SearchDocument = {
  path: string;
  name: string;
  kind: SearchKind;
  /** One sentence, shown under the name. */
  summary: string;
  /** Name of its picture. */
  scene: string;
  /** Words and phrases that people may search for this page by. */
  words: string[];
  /** Sentences that describe what is wrong where this page helps. */
  signs?: string[];
};

export type SearchHit = Pick<SearchDocument, "path" | "name" | "scene"> & {
  /** What the page says about the query, in parts: those at odd positions are words that match. */
  snippet: string[];
  /**
   * An emergency is no page: its hit leads to what to do now. One that needs 911 stands alone;
   * before any other, this comes first.
   */
  kind: SearchKind | "Emergency" | "Do this first";
};

/** Response of GET /functions/v1/search */
export type SearchResponse = {
  hits: SearchHit[];
  /** How many the results page has. */
  total: number;
};
