import { trimEndWhere } from "#app/lib/text.ts";
/**
 * A face as path data. Lengths in thousandths of the type size, y upwards; a letter is its advance
 * width and its outline.
 */
export type Face = {
  glyphs: Readonly<Record<string, readonly [advance: number, outline: string]>>;
  kerning: Readonly<Record<string, number>>;
};
export type OgGlyphs = { display: Face; text: Face };

/** Type in a face. Tracking is added after every letter, in thousandths of the type size. */
export type Type = { face: Face; tracking: number };

const ELLIPSIS = "\u2026";
/** What Unicode does not take apart. */
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
 * The text with the letters that the face has: accents it lacks are left off, what cannot be drawn
 * at all is dropped.
 */
export function drawableText(text: string, face: Face): string {
  const has = (letter: string) => Object.hasOwn(face.glyphs, letter);
  const letters = Array.from(
    text
      .toWellFormed()
      .normalize("NFC")
      .replace(/[^\S\u00a0]+/g, " "),
    (letter) => {
      const known = LOOKALIKES[letter] ?? letter;
      return Array.from(has(known) ? known : known.normalize("NFKD"))
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

/** Where each letter begins, and where the text ends, in thousandths of the type size. */
export function placeLetters(
  text: string,
  { face, tracking }: Type,
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

/** Width of a text at a size, in the unit of the size. */
export function measureText(text: string, type: Type, size: number): number {
  return (placeLetters(text, type).width * size) / 1000;
}

type Fits = (line: string) => boolean;

/**
 * The text, or as much of its beginning as fits with an ellipsis: whole words, or letters where one
 * word is most of it.
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

/** As few lines as possible, or null where a word is wider than a line. */
function fillLines(words: readonly string[], fits: Fits): string[] | null {
  const lines: string[] = [];
  for (const word of words) {
    if (!fits(word)) return null;
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The same number of lines, as equal in width as the words allow. */
function balanceLines(
  words: readonly string[],
  count: number,
  fits: Fits,
  widthOf: (line: string) => number,
): string[] {
  type Setting = { lines: string[]; cost: number };
  const known = new Map<string, Setting | null>();
  const best = (from: number, left: number): Setting | null => {
    const key = `${from} ${left}`;
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    let found: Setting | null = null;
    for (let to = left === 1 ? words.length : from + 1; to <= words.length - left + 1; to++) {
      const line = words.slice(from, to).join(" ");
      if (!fits(line)) break;
      const rest: Setting | null = left === 1 ? { lines: [], cost: 0 } : best(to, left - 1);
      const cost = widthOf(line) ** 2 + (rest?.cost ?? 0);
      if (rest && (!found || cost < found.cost)) found = { lines: [line, ...rest.lines], cost };
    }
    known.set(key, found);
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

/** Sizes to try, from the largest: each with the most lines it may have. */
export type Step = { size: number; lines: number };
export type Fitted = { size: number; lines: string[]; whole: boolean };

/**
 * Sets a text in balanced lines at the first size where it fits the width; at the last one it is
 * cut, as the last resort.
 */
export function fitLines(text: string, type: Type, steps: readonly Step[], width: number): Fitted {
  const words = text.split(" ").filter(Boolean);
  const widthOf = (size: number) => (line: string) => measureText(line, type, size);
  let last: Step = { size: 1, lines: 1 };
  for (const step of steps) {
    const fits: Fits = (line) => widthOf(step.size)(line) <= width;
    const lines = fillLines(words, fits);
    if (lines && lines.length <= step.lines)
      return {
        size: step.size,
        lines: balanceLines(words, lines.length, fits, widthOf(step.size)),
        whole: true,
      };
    last = step;
  }
  const fits: Fits = (line) => widthOf(last.size)(line) <= width;
  const pieces = words.flatMap((word) => (fits(word) ? [word] : breakWord(word, fits)));
  const lines = fillLines(pieces, fits) ?? [];
  if (lines.length <= last.lines) return { size: last.size, lines, whole: true };
  const kept = lines.slice(0, last.lines - 1);
  const rest = shorten(lines.slice(last.lines - 1).join(" "), fits);
  return { size: last.size, lines: rest ? [...kept, rest] : kept, whole: false };
}
