const VERSION_4 = "10000000-1000-4000-8000-100000000000";

/**
 * A random UUID, even where browsers disable `crypto.randomUUID`: on pages that a phone in the same
 * network opens without TLS.
 */
export const newUuid = (): string =>
  crypto.randomUUID?.() ??
  VERSION_4.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });
