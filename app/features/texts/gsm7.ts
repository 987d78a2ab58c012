/** The basic characters of GSM 03.38, each one septet. */
const BASIC = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Usual characters without a place there; those of the extension table would cost two septets. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "`": "'",
  "´": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "‑": "-",
  "…": "...",
  "•": "*",
  "€": "EUR",
  "[": "(",
  "]": ")",
  "{": "(",
  "}": ")",
  "|": "/",
  "\\": "/",
  "~": "-",
  "^": "",
};
const SEPTETS_OF_ONE = 160;
/** Each part of a longer text has a header. */
const SEPTETS_OF_MANY = 153;

/**
 * A text of basic GSM-7 characters alone: accents that do not exist there are dropped, and so are
 * letters of other scripts.
 */
export const toGsm7 = (text: string): string =>
  Array.from(text.normalize("NFC"), toBasic).join("").replaceAll(/ {2,}/g, " ").trim();

function toBasic(character: string): string {
  if (BASIC.has(character)) return character;
  const replaced = REPLACEMENTS[character];
  if (replaced !== undefined) return replaced;
  if (/\s/u.test(character)) return " ";
  return Array.from(character.normalize("NFKD"))
    .filter((part) => BASIC.has(part))
    .join("");
}

/** How many parts a text of basic GSM-7 characters is sent in. */
export const countSegments = (text: string): number =>
  text.length <= SEPTETS_OF_ONE ? 1 : Math.ceil(text.length / SEPTETS_OF_MANY);
