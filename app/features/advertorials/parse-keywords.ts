import { truncateText } from "#app/lib/text.ts";
import { MAX_KEYWORD, MAX_KEYWORDS } from "./article-schema.ts";

/** Parses comma-separated keywords, within the limits of an article. */
export const parseKeywords = (text: string): string[] =>
  text
    .split(",")
    .map((word) => truncateText(word.trim(), MAX_KEYWORD))
    .filter(Boolean)
    .slice(0, MAX_KEYWORDS);
