/** The query string of a list: filters that are empty or "all" are left out. */
export function buildFilterQuery(filters: Record<string, string | undefined>): string {
  const chosen = Object.entries(filters).filter(
    (entry): entry is [string, string] => Boolean(entry[1]) && entry[1] !== "all",
  );
  return chosen.length > 0 ? `?${new URLSearchParams(chosen)}` : "";
}
