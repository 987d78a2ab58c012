import type { Database } from "#app/db/client.server.ts";
import { getRedirect } from "./queries.sql.ts";

/** A redirect: the page's new path, or null for a page that is gone for good. */
export type Redirect = { toPath: string | null };

/** The redirect of a path that no page has; null where there is none. */
export const findRedirect = async (db: Database, path: string): Promise<Redirect | null> =>
  (await getRedirect.first(db, { path })) ?? null;
