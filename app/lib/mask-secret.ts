const SHOWN_LETTERS = 4;
/** The end of a shorter key would reveal too much of it. */
const LONG_KEY = 12;

/** The end of a secret, enough to tell keys apart. */
export const maskSecret = (key: string): string =>
  key.length >= LONG_KEY ? key.slice(-SHOWN_LETTERS) : "…";
