import MiniSearch, { type Query } from "minisearch";
import { MAX_QUERY_LENGTH, MAX_QUERY_WORDS, PLACES, SYNONYMS } from "./constants.ts";
import type { SearchDocument, SearchKind } from "./schema.ts";
import { countTypos, joinNeighbors, splitWords, stem } from "./split-words.ts";

const FIELD_BOOST = { name: 4, words: 2.5, summary: 0.5, signs: 0.8 };
/** Relative to 1 for the whole word: "car" finds cars first, and carpets after them. */
const PREFIX_WEIGHT = 0.2;
/**
 * `b` is below the library's default of 0.7, so that document length matters little: a service with
 * many words is not a worse hit than one with few.
 */
const BM25_PARAMETERS = { k: 1.2, b: 0.5, d: 0.5 };
/** Most people who search want a professional; advice comes next. */
const KIND_BOOST: Record<SearchKind, number> = {
  "Home service": 2,
  "Auto service": 1.8,
  Category: 1,
  Guide: 1,
  Tool: 1,
  Article: 0.9,
  Quiz: 1,
  Page: 1,
};
/** Weight of a place beside other words. */
const PLACE_FACTOR = 0.4;
/** Weight of a word with none, one, two or three typos. */
const TYPO_WEIGHT = [1, 1, 0.4, 0.2];
const OTHER_FIRST_LETTER_WEIGHT = 0.5;

export type ScoredHit = Pick<SearchDocument, "path" | "name" | "kind" | "summary" | "scene"> & {
  score: number;
  /** The words of the page that match, and stems of such words. */
  terms: string[];
};
export type SiteSearch = (query: string, limit: number) => ScoredHit[];

/** How many typos a word may have and still match: none below three letters. */
const getAllowedTypos = (word: string) =>
  word.length < 3 ? 0 : word.length < 7 ? 1 : word.length < 10 ? 2 : 3;

/** One entry a path: MiniSearch rejects a second one. */
function mergeByPath(documents: readonly SearchDocument[]): SearchDocument[] {
  const merged = new Map<string, SearchDocument>();
  for (const document of documents) {
    const first = merged.get(document.path);
    merged.set(
      document.path,
      first ? { ...first, words: [...first.words, document.name, ...document.words] } : document,
    );
  }
  return [...merged.values()];
}

/** The words of a text, one phrase per line; only neighbors within a phrase are joined. */
const listIndexedWords = (text: string) =>
  text.split("\n").flatMap((phrase) => {
    const words = splitWords(phrase);
    return [...words, ...joinNeighbors(words)];
  });

/**
 * Builds the search over a list of pages, in a few milliseconds; a query takes a fraction of one.
 * It finds the pages that contain all words or, if there are none, those that contain some of them.
 */
export function createSiteSearch(documents: readonly SearchDocument[]): SiteSearch {
  const indexedTerms = new Set<string>();
  const index = new MiniSearch<SearchDocument>({
    idField: "path",
    fields: ["name", "words", "summary", "signs"],
    storeFields: ["name", "kind", "summary", "scene"],
    extractField: (document, field) =>
      field === "words" || field === "signs"
        ? (document[field] ?? []).join("\n")
        : document[field as "path" | "name" | "kind" | "summary" | "scene"],
    tokenize: listIndexedWords,
    processTerm: (word) => {
      const forms = [...new Set([word, stem(word)])];
      for (const form of forms) indexedTerms.add(form);
      return forms;
    },
    // Words of a query are already normalized.
    searchOptions: {
      boost: FIELD_BOOST,
      weights: { fuzzy: 0.45, prefix: PREFIX_WEIGHT },
      bm25: BM25_PARAMETERS,
      tokenize: (word) => [word],
      processTerm: (word) => word,
    },
  });
  index.addAll(mergeByPath(documents));

  return (query, limit) => {
    const words = splitWords(query.slice(0, MAX_QUERY_LENGTH)).slice(0, MAX_QUERY_WORDS);
    if (words.length === 0) return [];
    const joined = joinNeighbors(words).map((pair) => (indexedTerms.has(pair) ? [pair] : []));
    const queries = words.map((word, index) =>
      buildWordQuery(word, [...(joined[index - 1] ?? []), ...(joined[index] ?? [])], {
        indexedTerms,
        isLast: index === words.length - 1,
        factor: words.length > 1 && PLACES.has(word) ? PLACE_FACTOR : 1,
      }),
    );
    const strict = index.search({ combineWith: "AND", queries });
    const found = strict.length > 0 ? strict : index.search({ combineWith: "OR", queries });
    return found.slice(0, limit).map((hit) => ({
      path: hit.id,
      name: hit.name,
      kind: hit.kind,
      summary: hit.summary,
      scene: hit.scene,
      score: hit.score,
      terms: hit.terms,
    }));
  };
}

/**
 * The query for one word in all its forms: as typed, its stem, its synonyms, and joined with its
 * neighbors. Typos are allowed only where no page has the word.
 */
function buildWordQuery(
  word: string,
  joined: string[],
  {
    indexedTerms,
    isLast,
    factor,
  }: { indexedTerms: ReadonlySet<string>; isLast: boolean; factor: number },
): Query {
  const forms = new Set([word, stem(word), ...joined]);
  const synonyms =
    (Object.hasOwn(SYNONYMS, word) && SYNONYMS[word]) ||
    (Object.hasOwn(SYNONYMS, stem(word)) && SYNONYMS[stem(word)]) ||
    [];
  for (const other of synonyms) forms.add(other);
  const isIndexed = [...forms].some((form) => indexedTerms.has(form));
  const typos = isIndexed ? 0 : getAllowedTypos(word);
  const weights = new Map<string, number>();
  const getWeight = (term: string): number => {
    let weight = weights.get(term);
    if (weight === undefined) {
      weight = calculateWeight(word, term, typos);
      weights.set(term, weight);
    }
    return weight;
  };
  return {
    combineWith: "OR",
    // A form that is not indexed only adds noise, except the word itself: it may be the beginning
    // or a misspelling of an indexed one.
    queries: [...forms].filter((form) => form === word || indexedTerms.has(form)),
    prefix: isLast ? (term: string) => term === word : false,
    // Two swapped letters are two changes for the index and one typo for a person.
    fuzzy: typos > 0 ? (term: string) => (term === word ? typos + 1 : false) : false,
    boostDocument: (_path: string, term: string, stored?: Record<string, unknown>) =>
      factor *
      KIND_BOOST[(stored?.kind as SearchKind | undefined) ?? "Page"] *
      (typos > 0 ? getWeight(term) : 1),
  };
}

/** How well a word of the index matches a misspelled word, from 0 to 1. */
function calculateWeight(word: string, term: string, typos: number): number {
  if (term.startsWith(word)) return 1;
  const count = countTypos(word, term, typos);
  if (count > typos) return 0;
  return (TYPO_WEIGHT[count] ?? 0) * (term[0] === word[0] ? 1 : OTHER_FIRST_LETTER_WEIGHT);
}
