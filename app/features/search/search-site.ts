import MiniSearch, { type Query } from "minisearch";
import { EVERYDAY_WORDS, MAX_QUERY_LENGTH, MAX_WORDS } from "./constants.ts";
import type { SearchDocument, SearchHit, SearchKind } from "./schema.ts";
import { countTypos, joinNeighbors, splitWords, stem } from "./split-words.ts";

const FIELD_BOOST = { name: 4, words: 2.5, summary: 0.5 };
/** Relative to 1 for the whole word: "car" is a car first, then the beginning of a carpet. */
const PREFIX_WEIGHT = 0.2;
/**
 * A service with many words is not a worse hit than one with few; the library's default for `b` is
 * 0.7.
 */
const LENGTH_MATTERS_LITTLE = { k: 1.2, b: 0.5, d: 0.5 };
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
/** Weight of a word with none, one, two or three typos. */
const TYPO_WEIGHT = [1, 1, 0.4, 0.2];
const OTHER_FIRST_LETTER = 0.5;

export type SiteSearch = (query: string, limit: number) => SearchHit[];

/** Typos that a word may have and still match: none below three letters. */
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

/** Phrases are separated, so that only real neighbors are joined. */
const listIndexedWords = (text: string) =>
  text.split("\n").flatMap((phrase) => {
    const words = splitWords(phrase);
    return [...words, ...joinNeighbors(words)];
  });

/**
 * Builds the search over a list of pages, in some milliseconds; a query takes a fraction of one. If
 * any pages contain all words, only those are found; otherwise those with some of the words.
 */
export function createSiteSearch(documents: readonly SearchDocument[]): SiteSearch {
  const known = new Set<string>();
  const index = new MiniSearch<SearchDocument>({
    idField: "path",
    fields: ["name", "words", "summary"],
    storeFields: ["name", "kind", "summary"],
    extractField: (document, field) =>
      field === "words"
        ? document.words.join("\n")
        : document[field as "path" | "name" | "kind" | "summary"],
    tokenize: listIndexedWords,
    processTerm: (word) => {
      const forms = [...new Set([word, stem(word)])];
      for (const form of forms) known.add(form);
      return forms;
    },
    // Words of a query are already normalized.
    searchOptions: {
      boost: FIELD_BOOST,
      weights: { fuzzy: 0.45, prefix: PREFIX_WEIGHT },
      bm25: LENGTH_MATTERS_LITTLE,
      tokenize: (word) => [word],
      processTerm: (word) => word,
    },
  });
  index.addAll(mergeByPath(documents));

  return (query, limit) => {
    const words = splitWords(query.slice(0, MAX_QUERY_LENGTH)).slice(0, MAX_WORDS);
    if (words.length === 0) return [];
    const joined = joinNeighbors(words).map((pair) => (known.has(pair) ? [pair] : []));
    const queries = words.map((word, place) =>
      buildWordQuery(word, [...(joined[place - 1] ?? []), ...(joined[place] ?? [])], {
        known,
        isLast: place === words.length - 1,
      }),
    );
    const all = index.search({ combineWith: "AND", queries });
    const found = all.length > 0 ? all : index.search({ combineWith: "OR", queries });
    return found
      .slice(0, limit)
      .map((hit) => ({ path: hit.id, name: hit.name, kind: hit.kind, summary: hit.summary }));
  };
}

/**
 * One word in all its forms: as typed, its stem, what our pages call it, joined with its neighbors;
 * with typos only where no page has the word.
 */
function buildWordQuery(
  word: string,
  joined: string[],
  { known, isLast }: { known: ReadonlySet<string>; isLast: boolean },
): Query {
  const forms = new Set([word, stem(word), ...joined]);
  const everyday =
    (Object.hasOwn(EVERYDAY_WORDS, word) && EVERYDAY_WORDS[word]) ||
    (Object.hasOwn(EVERYDAY_WORDS, stem(word)) && EVERYDAY_WORDS[stem(word)]) ||
    [];
  for (const other of everyday) forms.add(other);
  const isKnown = [...forms].some((form) => known.has(form));
  const typos = isKnown ? 0 : getAllowedTypos(word);
  const weights = new Map<string, number>();
  const weigh = (term: string): number => {
    let weight = weights.get(term);
    if (weight === undefined) {
      weight = calculateWeight(word, term, typos);
      weights.set(term, weight);
    }
    return weight;
  };
  return {
    combineWith: "OR",
    // An unknown form only adds noise, except the word itself, which may begin or misspell a known
    // one.
    queries: [...forms].filter((form) => form === word || known.has(form)),
    prefix: isLast ? (term: string) => term === word : false,
    // Two swapped letters are two changes for the index and one typo for a person.
    fuzzy: typos > 0 ? (term: string) => (term === word ? typos + 1 : false) : false,
    boostDocument: (_path: string, term: string, stored?: Record<string, unknown>) =>
      KIND_BOOST[(stored?.kind as SearchKind | undefined) ?? "Page"] *
      (typos > 0 ? weigh(term) : 1),
  };
}

/** How well a word of the index matches a misspelled word, from 0 to 1. */
function calculateWeight(word: string, term: string, typos: number): number {
  if (term.startsWith(word)) return 1;
  const count = countTypos(word, term, typos);
  if (count > typos) return 0;
  return (TYPO_WEIGHT[count] ?? 0) * (term[0] === word[0] ? 1 : OTHER_FIRST_LETTER);
}
