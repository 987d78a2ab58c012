/** Shorter sentences share a part. */
const SHORT_PART = 80;

/**
 * The parts of a consent text that are shown below each other: one sentence each, or several short
 * ones. Nothing is added or left out: joined with spaces they are the text.
 */
export function splitConsent(text: string): string[] {
  const parts: string[] = [];
  for (const sentence of text.split(/(?<=[.!?]) (?=[A-Z])/)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + 1 + sentence.length <= SHORT_PART)
      parts[parts.length - 1] = `${last} ${sentence}`;
    else parts.push(sentence);
  }
  return parts;
}
