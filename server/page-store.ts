import { type AffectedPages, listAffected } from "./affected-pages.ts";
import { type CachedPage, getPageSize } from "./cached-page.ts";

/** How long a page may still be served after something it shows has changed. */
const STALE_MS = 1_000;

/** `expiresAt`: something that the page shows has changed; it is not served from then on. */
type StoredPage = { page: CachedPage; expiresAt?: number };

/** Pages in memory, by path. An outdated page can still be served for a second. */
export function createPageStore() {
  const stored = new Map<string, StoredPage>();

  function markOutdated(paths: AffectedPages): void {
    const expiresAt = performance.now() + STALE_MS;
    const marked = new Map<string, StoredPage>();
    for (const path of listAffected(paths, stored.keys())) {
      const found = stored.get(path);
      // A second change does not extend the time of a page that is already outdated.
      if (!found || isOutdated(found)) continue;
      found.expiresAt = expiresAt;
      marked.set(path, found);
    }
    setTimeout(() => {
      for (const [path, found] of marked) if (stored.get(path) === found) stored.delete(path);
    }, STALE_MS).unref();
  }

  return {
    set(path: string, page: CachedPage): void {
      stored.set(path, { page });
    },
    /** Deletes a page in a second. */
    expire(path: string, page: CachedPage): void {
      setTimeout(() => {
        if (stored.get(path)?.page === page) stored.delete(path);
      }, STALE_MS).unref();
    },
    /** A page that may be served now, and whether it should be rendered again. */
    find(path: string): { page: CachedPage; isOutdated: boolean } | undefined {
      const found = stored.get(path);
      if (!found || isExpired(found)) return undefined;
      return { page: found.page, isOutdated: isOutdated(found) };
    },
    /** Whether the path has a page, or this page, and nothing that it shows has changed. */
    isCurrent(path: string, page?: CachedPage): boolean {
      const found = stored.get(path);
      return found !== undefined && !isOutdated(found) && (!page || found.page === page);
    },
    isOutdated(path: string): boolean {
      const found = stored.get(path);
      return found !== undefined && isOutdated(found);
    },
    markOutdated,
    delete(path: string): void {
      stored.delete(path);
    },
    /** Memory of all pages, in bytes. */
    bytes: () => [...stored.values()].reduce((sum, { page }) => sum + getPageSize(page), 0),
  };
}

const isOutdated = ({ expiresAt }: StoredPage) => expiresAt !== undefined;
const isExpired = ({ expiresAt }: StoredPage) =>
  expiresAt !== undefined && performance.now() >= expiresAt;
