import type { SearchDocument } from "./schema.ts";
import { splitWords, stem } from "./split-words.ts";

/** Characters before the first match that fit in a row, and how many of more are shown. */
const MAX_LEAD = 44;
const SHORT_LEAD = 24;

/** Splits a text at its words that match, whole: those are the parts at odd positions. */
export function markMatches(text: string, matches: ReadonlySet<string>): string[] {
  const isMatch = (word: string) =>
    splitWords(word).some((form) => matches.has(form) || matches.has(stem(form)));
  const parts: string[] = [];
  let plain = "";
  // With the words captured, they are at odd positions.
  for (const [index, piece] of text.split(/([\p{L}\p{M}\p{N}'’]+)/u).entries()) {
    if (index % 2 === 1 && isMatch(piece)) {
      parts.push(plain, piece);
      plain = "";
    } else plain += piece;
  }
  return [...parts, plain];
}

/** Begins shortly before the first match, at a word. */
function cutLead([lead = "", ...others]: string[]): string[] {
  if (others.length === 0 || lead.length <= MAX_LEAD) return [lead, ...others];
  const start = lead.indexOf(" ", lead.length - SHORT_LEAD);
  return [`...${start < 0 ? " " : lead.slice(start)}`, ...others];
}

type Described = Pick<SearchDocument, "name" | "summary" | "words" | "signs">;

/**
 * What a list of hits says about a page, marked like `markMatches`: its summary or, where neither
 * that nor the name has a match, the sentence or phrase that has one.
 */
export function buildSnippet(page: Described, matches: ReadonlySet<string>): string[] {
  const { name, summary, words, signs = [] } = page;
  const marked = markMatches(summary, matches);
  const hasMatch = (text: string) => markMatches(text, matches).length > 1;
  if (marked.length > 1 || hasMatch(name)) return cutLead(marked);
  const sign = signs.find(hasMatch);
  if (sign) return cutLead(markMatches(sign, matches));
  const phrases = words.filter(hasMatch);
  // Phrases that are written for readers begin with a capital letter.
  const phrase = phrases.find((text) => /^\p{Lu}/u.test(text)) ?? phrases[0];
  return phrase ? markMatches(`${capitalize(phrase)}. ${summary}`, matches) : marked;
}

const capitalize = (phrase: string) =>
  phrase.replace(/^(?:ac|ev|hvac|rv|tv)\b|^./u, (first) => first.toUpperCase());
