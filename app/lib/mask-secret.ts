const SHOWN_CHARACTERS = 4;
/** The end of a shorter key would reveal too much of it. */
const MIN_LENGTH = 12;

/** The end of a secret, enough to tell keys apart. */
export const maskSecret = (key: string): string =>
  key.length >= MIN_LENGTH ? key.slice(-SHOWN_CHARACTERS) : "…";
