const isStep = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === "object" && value !== null && "from" in value && "to" in value;
type ListStep = { added: unknown[]; removed: unknown[] };
const isListStep = (value: unknown): value is ListStep =>
  typeof value === "object" &&
  value !== null &&
  "added" in value &&
  Array.isArray(value.added) &&
  "removed" in value &&
  Array.isArray(value.removed);

/** Contact data is in the log as a keyed hash: enough of it to tell two apart. */
const HASH = /^[0-9a-f]{64}$/;
const SHOWN_LETTERS = 10;
/** The file that the log is exported to has the others. */
const SHOWN_ENTRIES = 20;

const SPELLED = new Map(
  ["AI", "API", "CRM", "CSV", "ID", "SEO", "SMS", "URL", "ZIP", "ZIPs"].map((word) => [
    word.toLowerCase(),
    word,
  ]),
);

/**
 * A stored key as people read it: "serviceCategories", "service-categories" and
 * "service_categories" are "Service categories".
 */
export function keyToWords(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_-]+/)
    .map((word) => SPELLED.get(word) ?? word)
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
      .map(([key, entry]) => `${keyToWords(key)} ${formatValue(entry)}`)
      .join(", ");
  const text = String(value);
  return HASH.test(text) ? `hash ${text.slice(0, SHOWN_LETTERS)}…` : text;
}

function formatList(verb: string, list: unknown[]): string[] {
  if (list.length === 0) return [];
  const more = list.length - SHOWN_ENTRIES;
  return [
    `${verb} ${list.slice(0, SHOWN_ENTRIES).map(formatValue).join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
  ];
}

/**
 * What an audit row says of one field, in words: "new to contacted", "added 30305; removed 30302".
 */
export function formatChange(value: unknown): string {
  if (isListStep(value))
    return (
      [...formatList("added", value.added), ...formatList("removed", value.removed)].join("; ") ||
      "another order"
    );
  return isStep(value)
    ? `${formatValue(value.from)} to ${formatValue(value.to)}`
    : formatValue(value);
}
