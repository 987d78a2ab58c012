/**
 * The form of a key: `hh_live_`, 12 characters that name it, `_`, and 40 random ones (200 bits), of
 * digits and lowercase letters without i, l, o and u. Secret scanners can look for exactly this; the first
 * part is stored and shown, of the last only a hash.
 */
export const KEY_PATTERN = /^(hh_live_[0-9a-hjkmnp-tv-z]{12})_([0-9a-hjkmnp-tv-z]{40})$/;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const ID_LENGTH = 12;
const SECRET_LENGTH = 40;

/** How many random bytes a key is made of. */
export const KEY_BYTES = ID_LENGTH + SECRET_LENGTH;

export type SplitKey = { prefix: string; secret: string };

/** A key of so many random bytes; each gives five bits. */
export function formatKey(random: Uint8Array): SplitKey & { key: string } {
  const letters = [...random].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
  const prefix = `hh_live_${letters.slice(0, ID_LENGTH)}`;
  const secret = letters.slice(ID_LENGTH, KEY_BYTES);
  return { key: `${prefix}_${secret}`, prefix, secret };
}

/** The parts of a key, or null for anything else. */
export function splitKey(key: string): SplitKey | null {
  const [, prefix, secret] = KEY_PATTERN.exec(key) ?? [];
  return prefix && secret ? { prefix, secret } : null;
}
