const SHOWN_LETTERS = 4;
/** Of a shorter key the end would be too much of it. */
const LONG_KEY = 12;

/** The end of a secret, by which people tell keys apart. */
export const maskSecret = (key: string): string =>
  key.length >= LONG_KEY ? key.slice(-SHOWN_LETTERS) : "…";
