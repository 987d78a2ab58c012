import type { Database } from "#app/db/client.server.ts";

/** Where a page went: its new path, or null for a page that is gone for good. */
export type Redirect = { toPath: string | null };

/** What became of a path that no page has; null where nothing is known of it. */
export async function findRedirect(db: Database, path: string): Promise<Redirect | null> {
  const { rows } = await db.$client.query<Redirect>({
    name: "find-redirect",
    text: 'select to_path as "toPath" from redirects where from_path = $1',
    values: [path],
  });
  return rows[0] ?? null;
}
