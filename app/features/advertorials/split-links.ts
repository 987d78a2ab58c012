/** A link to a page of this site: [words](/path). No other address is a link. */
const OWN_LINK = /\[([^[\]]{1,200})\]\((\/(?![/\\])[\w\-./#]{0,300})\)/;

export type TextPart = { text: string; href?: string };

/** A text in parts: plain ones, and links to pages of this site. */
export function splitLinks(text: string): TextPart[] {
  // Of the three parts of a match, the second is the words and the third the path.
  const parts = text.split(OWN_LINK);
  return parts.flatMap((part, at) => {
    if (at % 3 === 2 || part === "") return [];
    return at % 3 === 1 ? [{ text: part, href: parts[at + 1] }] : [{ text: part }];
  });
}

/** The text as people read it, without addresses. */
export const removeLinks = (text: string) =>
  splitLinks(text)
    .map((part) => part.text)
    .join("");
