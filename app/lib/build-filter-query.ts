/**
 * The query string of a list: filters that are empty or at their default are left out.
 * @param defaults of filters whose default is not "all"
 */
export function buildFilterQuery(
  filters: Record<string, string | undefined>,
  defaults: Record<string, string> = {},
): string {
  const chosen = Object.entries(filters).filter(
    (entry): entry is [string, string] =>
      Boolean(entry[1]) && entry[1] !== (defaults[entry[0]] ?? "all"),
  );
  return chosen.length > 0 ? `?${new URLSearchParams(chosen)}` : "";
}
