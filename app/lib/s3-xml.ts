// The few elements of S3's XML that we need. Keys that we write have no characters that XML escapes;
// continuation tokens may.

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&amp;": "&",
};

const unescapeXml = (text: string) =>
  text.replaceAll(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** The text of the first element of this name, or null. */
export function readElement(xml: string, name: string): string | null {
  const start = xml.indexOf(`<${name}>`);
  const end = start === -1 ? -1 : xml.indexOf(`</${name}>`, start);
  return end === -1 ? null : unescapeXml(xml.slice(start + name.length + 2, end));
}

const readElements = (xml: string, parent: string, name: string): string[] =>
  xml
    .split(`<${parent}>`)
    .slice(1)
    .flatMap((part) => readElement(part, name) ?? []);

export type S3Page = { keys: string[]; folders: string[]; next: string | null };

/**
 * One page of ListObjectsV2: keys, common prefixes, and the token of the next page.
 * @returns null for anything else
 */
export function readListPage(xml: string): S3Page | null {
  const isTruncated = readElement(xml, "IsTruncated");
  if (isTruncated === null) return null;
  const next = readElement(xml, "NextContinuationToken");
  // Without a token the rest could not be read, and would look as if it were not there.
  if (isTruncated === "true" && !next) return null;
  return {
    keys: readElements(xml, "Contents", "Key"),
    folders: readElements(xml, "CommonPrefixes", "Prefix"),
    next: isTruncated === "true" ? next : null,
  };
}
