import type pg from "pg";

export type ContentVersion = { version: number; savedAt: Date; savedBy: string };

/** Stores a saved version, in the transaction of the save. */
export async function saveVersion(
  tx: pg.PoolClient,
  {
    contentId,
    version,
    snapshot,
    savedBy,
    now,
  }: { contentId: string; version: number; snapshot: object; savedBy: string; now: Date },
): Promise<void> {
  await tx.query(
    "insert into content_versions (content_id, version, snapshot, saved_by, saved_at) values ($1, $2, $3, $4, $5)",
    [contentId, version, JSON.stringify(snapshot), savedBy, now],
  );
}

/** Lists versions, newest first; `savedBy` is a name. */
export async function listVersions(
  pool: pg.Pool,
  { contentId, limit = 50 }: { contentId: string; limit?: number },
): Promise<ContentVersion[]> {
  const { rows } = await pool.query<ContentVersion>(
    `select v.version, v.saved_at as "savedAt", coalesce(a.display_name, u.email, v.saved_by) as "savedBy"
     from content_versions v left join staff_users u on u.id::text = v.saved_by left join admin_users a on a.user_id = u.id
     where v.content_id = $1 order by v.version desc limit $2`,
    [contentId, limit],
  );
  return rows;
}

/** The values of a version, or null. */
export async function getVersion(
  pool: pg.Pool | pg.PoolClient,
  { contentId, version }: { contentId: string; version: number },
): Promise<Record<string, unknown> | null> {
  const { rows } = await pool.query<{ snapshot: Record<string, unknown> }>(
    "select snapshot from content_versions where content_id = $1 and version = $2",
    [contentId, version],
  );
  return rows[0]?.snapshot ?? null;
}
