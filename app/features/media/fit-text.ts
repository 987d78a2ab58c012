import { trimEndWhere } from "#app/lib/text.ts";

/** A typeface as path data. Lengths are in thousandths of the font size, y upwards. */
export type Face = {
  glyphs: Readonly<Record<string, readonly [advance: number, outline: string]>>;
  kerning: Readonly<Record<string, number>>;
};
export type OgGlyphs = { display: Face; text: Face };

/** `tracking`: space added after every letter, in thousandths of the font size. */
export type TextStyle = { face: Face; tracking: number };

const ELLIPSIS = "\u2026";
/** Replacements for characters that Unicode does not decompose. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  "\u2010": "-",
  "\u2011": "-",
  "\u2212": "-",
  "\u2015": "\u2014",
  "\u2032": "'",
  "\u2033": '"',
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
  Œ: "OE",
  œ: "oe",
  ı: "i",
};

/**
 * The text reduced to the glyphs of the face: accents that it lacks are removed, and characters that
 * cannot be drawn are dropped.
 */
export function toDrawableText(text: string, face: Face): string {
  const has = (letter: string) => Object.hasOwn(face.glyphs, letter);
  const letters = Array.from(
    text
      .toWellFormed()
      .normalize("NFC")
      .replace(/[^\S\u00a0]+/g, " "),
    (letter) => {
      const replaced = LOOKALIKES[letter] ?? letter;
      return Array.from(has(replaced) ? replaced : replaced.normalize("NFKD"))
        .filter(has)
        .join("");
    },
  );
  return letters
    .join("")
    .replace(/(?<=[\p{L}\p{N}])'/gu, "\u2019")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** The x position of each letter and the width of the text, in thousandths of the font size. */
export function layOutLetters(
  text: string,
  { face, tracking }: TextStyle,
): { letters: { outline: string; x: number }[]; width: number } {
  let width = 0;
  let before = "";
  const letters: { outline: string; x: number }[] = [];
  for (const letter of text) {
    const [advance, outline] = face.glyphs[letter] ?? [0, ""];
    width += before === "" ? 0 : tracking + (face.kerning[before + letter] ?? 0);
    if (outline) letters.push({ outline, x: width });
    width += advance;
    before = letter;
  }
  return { letters, width };
}

/** The width of a text, in the unit of `size`. */
export function measureText(text: string, style: TextStyle, size: number): number {
  return (layOutLetters(text, style).width * size) / 1000;
}

type Fits = (line: string) => boolean;

/**
 * The text, or as much of its start as fits with an ellipsis. Cuts between words, or inside a word
 * that is more than half of the text.
 */
function shorten(text: string, fits: Fits): string {
  if (fits(text)) return text;
  const letters = Array.from(text);
  while (letters.length > 0) {
    letters.pop();
    const start = trimEnd(letters.join(""));
    if (start === "" || !fits(start + ELLIPSIS)) continue;
    const space = start.lastIndexOf(" ");
    return (
      (space > start.length / 2 && text[start.length] !== " "
        ? trimEnd(start.slice(0, space))
        : start) + ELLIPSIS
    );
  }
  return "";
}

const trimEnd = (text: string) => trimEndWhere(text, /[\s.,:;&/(-]/);

/** Wraps words into as few lines as possible; null where a word is wider than a line. */
function wrapWords(words: readonly string[], fits: Fits): string[] | null {
  const lines: string[] = [];
  for (const word of words) {
    if (!fits(word)) return null;
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Breaks words into this number of lines, as equal in width as possible. */
function balanceLines(
  words: readonly string[],
  count: number,
  fits: Fits,
  measure: (line: string) => number,
): string[] {
  type Setting = { lines: string[]; cost: number };
  const memo = new Map<string, Setting | null>();
  const best = (from: number, left: number): Setting | null => {
    const key = `${from} ${left}`;
    const cached = memo.get(key);
    if (cached !== undefined) return cached;
    let found: Setting | null = null;
    for (let to = left === 1 ? words.length : from + 1; to <= words.length - left + 1; to++) {
      const line = words.slice(from, to).join(" ");
      if (!fits(line)) break;
      const rest: Setting | null = left === 1 ? { lines: [], cost: 0 } : best(to, left - 1);
      const cost = measure(line) ** 2 + (rest?.cost ?? 0);
      if (rest && (!found || cost < found.cost)) found = { lines: [line, ...rest.lines], cost };
    }
    memo.set(key, found);
    return found;
  };
  return count > 0 ? (best(0, count)?.lines ?? []) : [];
}

function breakWord(word: string, fits: Fits): string[] {
  const pieces: string[] = [];
  for (const letter of word) {
    const longer = (pieces.at(-1) ?? "") + letter;
    if (pieces.length > 0 && fits(longer)) pieces[pieces.length - 1] = longer;
    else pieces.push(letter);
  }
  return pieces;
}

/** A font size to try, with the most lines that it may have. */
export type SizeStep = { size: number; lines: number };
export type FittedText = { size: number; lines: string[]; isComplete: boolean };

/**
 * Lays out a text in balanced lines at the first size that fits the width. If none fits, it is cut at
 * the last size.
 */
export function fitLines(
  text: string,
  style: TextStyle,
  steps: readonly SizeStep[],
  width: number,
): FittedText {
  const words = text.split(" ").filter(Boolean);
  const measure = (size: number) => (line: string) => measureText(line, style, size);
  let last: SizeStep = { size: 1, lines: 1 };
  for (const step of steps) {
    const fits: Fits = (line) => measure(step.size)(line) <= width;
    const lines = wrapWords(words, fits);
    if (lines && lines.length <= step.lines)
      return {
        size: step.size,
        lines: balanceLines(words, lines.length, fits, measure(step.size)),
        isComplete: true,
      };
    last = step;
  }
  const fits: Fits = (line) => measure(last.size)(line) <= width;
  const pieces = words.flatMap((word) => (fits(word) ? [word] : breakWord(word, fits)));
  const lines = wrapWords(pieces, fits) ?? [];
  if (lines.length <= last.lines) return { size: last.size, lines, isComplete: true };
  const kept = lines.slice(0, last.lines - 1);
  const rest = shorten(lines.slice(last.lines - 1).join(" "), fits);
  return { size: last.size, lines: rest ? [...kept, rest] : kept, isComplete: false };
}
