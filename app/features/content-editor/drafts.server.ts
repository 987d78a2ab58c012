import type pg from "pg";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { buildEarlierDraftKey } from "./draft-key.ts";

/** What somebody typed in an editor and has not saved. */
export type Draft = {
  key: string;
  data: Record<string, unknown>;
  baseVersion: number;
  savedAt: Date;
};

type DraftKey = {
  userId: string /** The thing's id, or "new-quiz", "new-advertorial". */;
  key: string;
};
type NewDraft = DraftKey & {
  data: object;
  baseVersion: number;
  now: Date /** When the draft was saved that this one must not replace, in ms. */;
  earlierSavedAt?: number;
};

/** An editor offers this many earlier drafts of a thing; older ones end when more come. */
const MAX_EARLIER = 10;

/**
 * Saves the draft of a thing. The draft that was saved at `earlierSavedAt` stays beside it, until it
 * is discarded.
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

/**
 * The drafts that a person has of a thing, the newest first: the one being written, and earlier
 * ones nobody has decided on.
 */
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

/** Drops the draft of a thing that was saved then, whether a newer one stands beside it or not. */
export async function deleteEarlierDraft(
  pool: pg.Pool,
  { userId, key, savedAt }: DraftKey & { savedAt: Date },
): Promise<void> {
  await pool.query(
    "delete from content_drafts where user_id = $1 and (key = $2 or starts_with(key, $3)) and saved_at = $4",
    [userId, key, buildEarlierDraftKey(key), savedAt],
  );
}
