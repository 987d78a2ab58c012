import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { perProcess } from "#app/lib/content.server.ts";

const FILE = join(process.cwd(), "content/common-passwords.bin");
const HASH_BYTES = 4;

/**
 * What stands for a word in the list: the first four bytes of its hash. Any other word looks like
 * one of the 54,000 once in 80,000 times.
 */
const hashOf = (word: string) => createHash("sha256").update(word).digest().readUInt32BE(0);

/** Packs words into the bytes of the list, in the order of their hashes. */
export function packWords(words: readonly string[]): Buffer {
  const hashes = [...new Set(words.map(hashOf))].sort((a, b) => a - b);
  const bytes = Buffer.alloc(hashes.length * HASH_BYTES);
  hashes.forEach((hash, place) => void bytes.writeUInt32BE(hash, place * HASH_BYTES));
  return bytes;
}

/** Read when the first password is chosen: 210 KB, made by scripts/pack-common-passwords.ts. */
const list = perProcess(() => readFileSync(FILE));

function isListed(word: string): boolean {
  const bytes = list();
  const wanted = hashOf(word);
  let from = 0;
  let to = bytes.length / HASH_BYTES;
  while (from < to) {
    const middle = (from + to) >> 1;
    const found = bytes.readUInt32BE(middle * HASH_BYTES);
    if (found === wanted) return true;
    if (found < wanted) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** So long that no list has them, and yet among the first that are tried. */
const FAMOUS = new Set([
  "correcthorsebatterystaple",
  "tobeornottobe",
  "maytheforcebewithyou",
  "thequickbrownfox",
]);

/** Fewer letters than this, again and again, or a run of more, are as good as in the list. */
const SHORTEST = 4;

const LOOKALIKES: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
/** "h3lpl1ne" as it is read: "helpline". */
export const withLetters = (text: string) =>
  [...text].map((letter) => LOOKALIKES[letter] ?? letter).join("");
const isLetter = (letter: string | undefined) =>
  letter !== undefined && letter >= "a" && letter <= "z";

/** Without the digits and signs around it: "123dragon2024!" → "dragon". */
function stem(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && !isLetter(text[from])) from += 1;
  while (to > from && !isLetter(text[to - 1])) to -= 1;
  return text.slice(from, to);
}

/** The shortest text that the whole is a repetition of: "abcabc" → "abc". */
function repeatedPart(text: string): string {
  const next = (text + text).indexOf(text, 1);
  return text.slice(0, next);
}

/**
 * "123456789012", "abcdefghijkl", "999999999999": each sign follows the one before by the same
 * step.
 */
function isRun(text: string): boolean {
  if (!/^(?:\d+|[a-z]+)$/.test(text)) return false;
  const size = isLetter(text[0]) ? 26 : 10;
  const steps = [...text]
    .slice(1)
    .map((letter, place) => (letter.charCodeAt(0) - text.charCodeAt(place) + size) % size);
  return steps.every((step) => step === steps[0] && (step <= 1 || step === size - 1));
}

/**
 * Whether people choose this password, or one that differs only by digits and signs around it,
 * look-alikes of letters or a repetition, so often that attackers try it first.
 */
export function isCommonPassword(password: string): boolean {
  const whole = password.normalize("NFKC").toLowerCase();
  const text = whole.replaceAll(/[\s_.-]/g, "");
  const words = [whole, text, stem(text), stem(withLetters(text)), withLetters(stem(text))];
  return words.some((word) => {
    const part = repeatedPart(word);
    return (
      FAMOUS.has(word) ||
      isListed(word) ||
      isListed(part) ||
      (word.length >= SHORTEST && (isRun(word) || part.length < SHORTEST))
    );
  });
}
