import type { ArticleSection } from "../article-schema.ts";
import { hasClaim } from "../check-article.ts";

export type Part = Omit<ArticleSection, "id">;

export const heading = (content: string): Part => ({ type: "heading", content });
export const paragraph = (content: string): Part => ({ type: "paragraph", content });
export const list = (content: string[]): Part => ({ type: "list", content });

/** A heading with what belongs under it; nothing where there is nothing to say. */
export const section = (title: string, parts: readonly Part[]): Part[] => {
  const filled = parts.filter(({ content }) => content.length > 0);
  return filled.length > 0 ? [heading(title), ...filled] : [];
};

/** Lines of the content files that make no claim, in words or as a token. */
export const hasNoClaim = (text: string) => !hasClaim(text) && !text.includes("{claim");

/** "Leak repair" becomes "leak repair" within a sentence; "AC repair" stays. */
export const lowerFirst = (text: string) =>
  /^[A-Z](?:[a-z]|\s|-)/.test(text) && !/^I\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;

/** A diagnosis inside a line that has a colon already: "No spark: coil" becomes "No spark (coil)". */
export function nameCause(diagnosis: string): string {
  const [name = "", ...more] = diagnosis.split(": ");
  return more.length > 0 ? `${name} (${more.join(": ")})` : name;
}

/** Lines as sentences of one text. */
export const toSentences = (lines: readonly string[]) =>
  lines
    .map((line) => (/[.!?]["”]?$/.test(line.trim()) ? line.trim() : `${line.trim()}.`))
    .join(" ");

/** The first lines that together have at most this many characters, and at least one. */
export function takeLines(lines: readonly string[], maxLength: number): string[] {
  const taken: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 2;
    if (taken.length > 0 && length > maxLength) break;
    taken.push(line);
  }
  return taken;
}

/** "An electrician", "a plumber": the professional of a service inside a sentence. */
export const nameTrade = (trade: string) => `${/^[aeiou]/i.test(trade) ? "an" : "a"} ${trade}`;
