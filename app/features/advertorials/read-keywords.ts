import { truncateText } from "#app/lib/text.ts";
import { MAX_KEYWORD, MAX_KEYWORDS } from "./article-schema.ts";

/** The keywords of a line that is typed, as far as an article has room for them. */
export const parseKeywords = (text: string): string[] =>
  text
    .split(",")
    .map((word) => truncateText(word.trim(), MAX_KEYWORD))
    .filter(Boolean)
    .slice(0, MAX_KEYWORDS);
