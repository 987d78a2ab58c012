import { buildFilterQuery } from "#app/lib/build-filter-query.ts";
import type { ListFilters } from "./read-filters.ts";

/** The query string of a list, without empty filters and without the cursor. */
export const buildListQuery = ({ q, status }: Partial<Pick<ListFilters, "q" | "status">>): string =>
  buildFilterQuery({ q, status });

/** The query string without the tab, for the list behind an open provider. */
export function withoutTab(search: string): string {
  const query = new URLSearchParams(search);
  query.delete("tab");
  return query.size > 0 ? `?${query}` : "";
}

/** The same query string with another tab. */
export function withTab(search: string, tab: string): string {
  const query = new URLSearchParams(search);
  query.set("tab", tab);
  return `?${query}`;
}
