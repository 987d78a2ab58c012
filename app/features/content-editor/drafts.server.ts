import type pg from "pg";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { buildEarlierDraftKey } from "./draft-key.ts";

/** Unsaved values of an editor. */
export type Draft = {
  key: string;
  data: Record<string, unknown>;
  baseVersion: number;
  savedAt: Date;
};

type DraftKey = {
  userId: string;
  /** The content's id, or "new-quiz" or "new-advertorial". */
  key: string;
};
type NewDraft = DraftKey & {
  data: object;
  baseVersion: number;
  now: Date;
  /** When the earlier draft was saved that this one must not replace, in milliseconds. */
  earlierSavedAt?: number;
};

/** Maximum number of earlier drafts per content; the oldest are deleted. */
const MAX_EARLIER = 10;

/**
 * Saves a draft. The draft that was saved at `earlierSavedAt` is kept as an earlier one until it is
 * discarded.
 */
export function saveDraft(
  pool: pg.Pool,
  { userId, key, data, baseVersion, now, earlierSavedAt }: NewDraft,
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    if (earlierSavedAt !== undefined) {
      await tx.query(
        "update content_drafts set key = $3 where user_id = $1 and key = $2 and saved_at = $4",
        [userId, key, buildEarlierDraftKey(key, earlierSavedAt), new Date(earlierSavedAt)],
      );
      await tx.query(
        "delete from content_drafts where user_id = $1 and key in (select key from content_drafts where user_id = $1 and starts_with(key, $2) order by saved_at desc offset $3)",
        [userId, buildEarlierDraftKey(key), MAX_EARLIER],
      );
    }
    await tx.query(
      `insert into content_drafts (user_id, key, data, base_version, saved_at) values ($1, $2, $3, $4, $5)
       on conflict (user_id, key) do update set data = excluded.data, base_version = excluded.base_version, saved_at = excluded.saved_at`,
      [userId, key, JSON.stringify(data), baseVersion, now],
    );
  });
}

/** Lists a person's drafts of some content, newest first: the current one and earlier ones. */
export async function listDrafts(pool: pg.Pool, { userId, key }: DraftKey): Promise<Draft[]> {
  const { rows } = await pool.query<Draft>(
    'select key, data, base_version as "baseVersion", saved_at as "savedAt" from content_drafts where user_id = $1 and (key = $2 or starts_with(key, $3)) order by saved_at desc',
    [userId, key, buildEarlierDraftKey(key)],
  );
  return rows;
}

export async function getDraft(pool: pg.Pool, { userId, key }: DraftKey): Promise<Draft | null> {
  const { rows } = await pool.query<Draft>(
    'select key, data, base_version as "baseVersion", saved_at as "savedAt" from content_drafts where user_id = $1 and key = $2',
    [userId, key],
  );
  return rows[0] ?? null;
}

export async function deleteDraft(
  pool: pg.Pool | pg.PoolClient,
  { userId, key }: DraftKey,
): Promise<void> {
  await pool.query("delete from content_drafts where user_id = $1 and key = $2", [userId, key]);
}

/** Deletes the draft that was saved at this time, whether or not there is a newer one. */
export async function deleteEarlierDraft(
  pool: pg.Pool,
  { userId, key, savedAt }: DraftKey & { savedAt: Date },
): Promise<void> {
  await pool.query(
    "delete from content_drafts where user_id = $1 and (key = $2 or starts_with(key, $3)) and saved_at = $4",
    [userId, key, buildEarlierDraftKey(key), savedAt],
  );
}
