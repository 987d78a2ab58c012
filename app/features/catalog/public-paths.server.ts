import { listCatalogPages } from "./queries.server.ts";

/** Every public page that search engines should know and the page cache keeps warm. */
export function listPublicPaths(): string[] {
  return listCatalogPages().map((page) => page.path);
}
