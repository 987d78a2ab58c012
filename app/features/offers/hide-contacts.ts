const HIDDEN = "[hidden]";
const EMAIL = /[^\s@<>()]+\s*(?:@|\(at\)|\[at\])\s*[^\s@<>()]+\.[a-z]{2,}/gi;
const LINK = /\b(?:https?:\/\/|www\.)\S+/gi;
/** Seven digits or more, however they are spaced. */
const PHONE = /\+?\(?\d(?:[\s().\-–/]*\d){6,}/g;
const SHORTEST_WORD = 3;

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What a customer wrote, for somebody who may not know them yet: without phone numbers, addresses, links and their own name. */
export function hideContacts(text: string, known: { name?: string | null; address?: string | null }): string {
  const names = (known.name ?? "").split(/\s+/).filter((word) => word.length >= SHORTEST_WORD);
  const street = (known.address ?? "").trim();
  const own = [...(street.length >= SHORTEST_WORD ? [street] : []), ...names].map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${literal(word)}(?![\\p{L}\\p{N}])`, "giu"));
  return [LINK, EMAIL, PHONE, ...own].reduce((hidden, pattern) => hidden.replace(pattern, HIDDEN), text);
}
