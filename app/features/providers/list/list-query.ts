import type { ListFilters } from "./read-filters.ts";

/** The query string of a list: filters that say nothing are left out, and so is the page. */
export function listQuery({ q, status }: Partial<Pick<ListFilters, "q" | "status">>): string {
  const query = new URLSearchParams();
  if (q) query.set("q", q);
  if (status && status !== "all") query.set("status", status);
  return query.size > 0 ? `?${query}` : "";
}

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
