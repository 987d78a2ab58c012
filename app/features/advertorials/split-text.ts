import { truncateText } from "#app/lib/text.ts";

const LINE_END = /\r\n?|\u2028|\u2029/g;
const BLANK_LINES = /\n\s*\n/;
const SENTENCE_END = /[.!?]["”’)]*\s/g;
const BULLET = /^(?:[-*•·–▪◦]|\d{1,3}[.)])\s+/;

/**
 * Splits a text into parts of at most `maxLength` characters: at sentence ends, else between words, else
 * anywhere.
 */
function splitLongText(text: string, maxLength: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > maxLength) {
    const head = truncateText(rest, maxLength);
    const sentence = [...head.matchAll(SENTENCE_END)].at(-1);
    const at =
      (sentence ? sentence.index + sentence[0].length : head.lastIndexOf(" ") + 1) || head.length;
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...parts, rest].filter(Boolean);
}

/**
 * Splits a text into paragraphs at blank lines, or at single line breaks when the text is too long
 * for one paragraph.
 */
export function splitParagraphs(text: string, maxLength: number): string[] {
  const plain = text.replace(LINE_END, "\n");
  const parts =
    !BLANK_LINES.test(plain.trim()) && plain.length > maxLength
      ? plain.split("\n")
      : plain.split(BLANK_LINES);
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap((part) => splitLongText(part, maxLength));
}

/** Splits a text into list items by line, without bullets or numbers. */
export const splitItems = (text: string): string[] =>
  text
    .replace(LINE_END, "\n")
    .split("\n")
    .map((line) => line.trim().replace(BULLET, ""))
    .filter(Boolean);
