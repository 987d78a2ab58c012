import type { Database } from "#app/db/client.server.ts";

/** A redirect: the page's new path, or null for a page that is gone for good. */
export type Redirect = { toPath: string | null };

/** The redirect of a path that no page has; null where there is none. */
export async function findRedirect(db: Database, path: string): Promise<Redirect | null> {
  const { rows } = await db.$client.query<Redirect>({
    name: "find-redirect",
    text: 'select to_path as "toPath" from redirects where from_path = $1',
    values: [path],
  });
  return rows[0] ?? null;
}
