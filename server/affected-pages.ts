/** Which pages of the page cache are outdated: these paths, those that match, or all. */
export type AffectedPages = readonly string[] | "all" | ((path: string) => boolean);

/** The affected ones of these keys; what is no path is affected by a change of everything alone. */
export function listAffected<K>(pages: AffectedPages, keys: Iterable<K>): readonly (K | string)[] {
  if (pages === "all") return [...keys];
  return typeof pages === "function"
    ? [...keys].filter((key) => typeof key === "string" && pages(key))
    : pages;
}
