/** Control characters, and characters that are invisible or change the text direction. */
export const CONTROL_CHARACTERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
  /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+/g;

/** The topic as one line of plain text. */
export const cleanTopic = (topic: string) =>
  topic
    .toWellFormed()
    .replace(/<[^>]*>|[<>{}]/g, " ")
    .replace(CONTROL_CHARACTERS, " ")
    .replace(/\s+/g, " ")
    .trim();
