import { buildFilterQuery } from "#app/lib/build-filter-query.ts";
import type { ListFilters } from "./read-filters.ts";

/** The query string of a list: filters that say nothing are left out, and so is the page. */
export const listQuery = ({ q, status }: Partial<Pick<ListFilters, "q" | "status">>): string =>
  buildFilterQuery({ q, status });

/** The list's part of an address in which a provider is open: everything but the tab. */
export function withoutTab(search: string): string {
  const query = new URLSearchParams(search);
  query.delete("tab");
  return query.size > 0 ? `?${query}` : "";
}

/** The same address with another tab. */
export function withTab(search: string, tab: string): string {
  const query = new URLSearchParams(search);
  query.set("tab", tab);
  return `?${query}`;
}
