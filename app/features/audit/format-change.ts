const isFieldChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === "object" && value !== null && "from" in value && "to" in value;
type ListChange = { added: unknown[]; removed: unknown[] };
const isListChange = (value: unknown): value is ListChange =>
  typeof value === "object" &&
  value !== null &&
  "added" in value &&
  Array.isArray(value.added) &&
  "removed" in value &&
  Array.isArray(value.removed);

/** The log has contact data as keyed hashes; the first digits are enough to distinguish two. */
const HASH = /^[0-9a-f]{64}$/;
const SHOWN_HASH_DIGITS = 10;
/** The CSV export has the others. */
const SHOWN_ENTRIES = 20;

const ACRONYMS = new Map(
  ["AI", "API", "CRM", "CSV", "ID", "SEO", "SMS", "URL", "ZIP", "ZIPs"].map((word) => [
    word.toLowerCase(),
    word,
  ]),
);

/**
 * A stored key in words: "serviceCategories", "service-categories" and "service_categories" become
 * "Service categories".
 */
export function formatKey(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_-]+/)
    .map((word) => ACRONYMS.get(word) ?? word)
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value))
    return value.length === 0 ? "nothing" : value.map(formatValue).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([key, entry]) => `${formatKey(key)} ${formatValue(entry)}`)
      .join(", ");
  const text = String(value);
  return HASH.test(text) ? `hash ${text.slice(0, SHOWN_HASH_DIGITS)}…` : text;
}

function formatList(verb: string, list: unknown[]): string[] {
  if (list.length === 0) return [];
  const more = list.length - SHOWN_ENTRIES;
  return [
    `${verb} ${list.slice(0, SHOWN_ENTRIES).map(formatValue).join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
  ];
}

/** A field's change in an audit row, such as "new to contacted" or "added 30305; removed 30302". */
export function formatChange(value: unknown): string {
  if (isListChange(value))
    return (
      [...formatList("added", value.added), ...formatList("removed", value.removed)].join("; ") ||
      "reordered"
    );
  return isFieldChange(value)
    ? `${formatValue(value.from)} to ${formatValue(value.to)}`
    : formatValue(value);
}
