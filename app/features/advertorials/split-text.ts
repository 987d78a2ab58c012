import { truncateText } from "#app/lib/text.ts";

const LINE_END = /\r\n?|\u2028|\u2029/g;
const BLANK_LINES = /\n\s*\n/;
const SENTENCE_END = /[.!?]["”’)]*\s/g;
const BULLET = /^(?:[-*•·–▪◦]|\d{1,3}[.)])\s+/;

/**
 * A text in parts of at most `most` letters: where a sentence ends, or else a word, or else
 * anywhere.
 */
function splitLongText(text: string, most: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const head = truncateText(rest, most);
    const sentence = [...head.matchAll(SENTENCE_END)].at(-1);
    const at =
      (sentence ? sentence.index + sentence[0].length : head.lastIndexOf(" ") + 1) || head.length;
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...parts, rest].filter(Boolean);
}

/**
 * The paragraphs of a text: what blank lines part, or single ones where the text is too long for
 * one paragraph.
 */
export function splitParagraphs(text: string, most: number): string[] {
  const plain = text.replace(LINE_END, "\n");
  const parts =
    !BLANK_LINES.test(plain.trim()) && plain.length > most
      ? plain.split("\n")
      : plain.split(BLANK_LINES);
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap((part) => splitLongText(part, most));
}

/** The lines of a text as items of a list, without the bullets or numbers that they began with. */
export const splitItems = (text: string): string[] =>
  text
    .replace(LINE_END, "\n")
    .split("\n")
    .map((line) => line.trim().replace(BULLET, ""))
    .filter(Boolean);
