import type pg from "pg";

/** What somebody typed in an editor and has not saved. */
export type Draft = { data: Record<string, unknown>; baseVersion: number; savedAt: Date };

type Key = { userId: string /** The thing's id, or "new-quiz", "new-advertorial". */; key: string };

export async function saveDraft(pool: pg.Pool, { userId, key, data, baseVersion, now }: Key & { data: object; baseVersion: number; now: Date }): Promise<void> {
  await pool.query(
    `insert into content_drafts (user_id, key, data, base_version, saved_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id, key) do update set data = excluded.data, base_version = excluded.base_version, saved_at = excluded.saved_at`,
    [userId, key, JSON.stringify(data), baseVersion, now],
  );
}

export async function getDraft(pool: pg.Pool, { userId, key }: Key): Promise<Draft | null> {
  const { rows } = await pool.query<Draft>('select data, base_version as "baseVersion", saved_at as "savedAt" from content_drafts where user_id = $1 and key = $2', [userId, key]);
  return rows[0] ?? null;
}

export async function dropDraft(pool: pg.Pool | pg.PoolClient, { userId, key }: Key): Promise<void> {
  await pool.query("delete from content_drafts where user_id = $1 and key = $2", [userId, key]);
}
