const HIDDEN = "[hidden]";
const LINK = /\b(?:https?:\/\/|www\.)\S+/gi;
const AT_SIGN = /@|\(at\)|\[at\]/gi;
const NOT_IN_EMAIL = /[\s@<>()]/;
const TOP_LEVEL_DOMAIN = /\.[a-z]{2,}/gi;
/** Seven digits or more, with any separators. */
const PHONE = /\+?\(?\d(?:[\s().\-–/]*\d){6,}/g;
const MIN_NAME_LENGTH = 2;
/** A shorter name is hidden only in the same letter case: "An" may be a name, "an" is a word. */
const MIN_WORD_LENGTH = 3;

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

type KnownContacts = {
  name?: string | null;
  address?: string | null;
  /** What the customer corrected: a street or a contact that may still be in the text. */
  former?: readonly string[];
};

/** Replaces phone numbers, email addresses, links, and the customer's name and street by [hidden]. */
export function hideContacts(text: string, known: KnownContacts): string {
  const names = (known.name ?? "").split(/\s+/).filter((word) => word.length >= MIN_NAME_LENGTH);
  const whole = [known.address ?? "", ...(known.former ?? [])]
    .map((contact) => contact.trim())
    .filter((contact) => contact.length >= MIN_WORD_LENGTH);
  const personal = [...whole, ...names].map(
    (word) =>
      new RegExp(
        `(?<![\\p{L}\\p{N}])${escapeRegExp(word)}(?![\\p{L}\\p{N}])`,
        word.length < MIN_WORD_LENGTH ? "gu" : "giu",
      ),
  );
  return [PHONE, ...personal].reduce(
    (hidden, pattern) => hidden.replace(pattern, HIDDEN),
    hideEmails(text.replace(LINK, HIDDEN)),
  );
}

/** Scans in linear time; one pattern for a whole address would need cubic time. */
function hideEmails(text: string): string {
  const signs = [...text.matchAll(AT_SIGN)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  let shown = "";
  let done = 0;
  for (const [index, sign] of signs.entries()) {
    const from = signs[index - 1]?.end ?? 0;
    const nameEnd = from + text.slice(from, sign.start).trimEnd().length;
    const nameStart = findWordStart(text, { from, end: nameEnd });
    const after = text.slice(sign.end, signs[index + 1]?.start);
    const domain = after.trimStart();
    const domainLength = findDomainLength(domain);
    if (nameStart === nameEnd || domainLength === 0) continue;
    if (nameStart >= done) shown += text.slice(done, nameStart) + HIDDEN;
    done = sign.end + after.length - domain.length + domainLength;
  }
  return shown + text.slice(done);
}

/** Where the word that ends at `end` begins. */
function findWordStart(text: string, { from, end }: { from: number; end: number }): number {
  let start = end;
  while (start > from && !NOT_IN_EMAIL.test(text.charAt(start - 1))) start -= 1;
  return start;
}

/**
 * Length of the domain that a text begins with, such as "example.com"; 0 where it begins with none.
 */
function findDomainLength(text: string): number {
  const word = text.split(NOT_IN_EMAIL, 1)[0] ?? "";
  const last = [...word.matchAll(TOP_LEVEL_DOMAIN)].filter((match) => match.index > 0).at(-1);
  return last ? last.index + last[0].length : 0;
}
