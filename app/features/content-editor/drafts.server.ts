import type pg from "pg";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { earlierKey } from "./draft-key.ts";

/** What somebody typed in an editor and has not saved. */
export type Draft = {
  key: string;
  data: Record<string, unknown>;
  baseVersion: number;
  savedAt: Date;
};

type Key = { userId: string /** The thing's id, or "new-quiz", "new-advertorial". */; key: string };
type NewDraft = Key & {
  data: object;
  baseVersion: number;
  now: Date /** When the draft was saved that this one must not replace, in ms. */;
  keepEarlier?: number;
};

/** An editor offers this many earlier drafts of a thing; older ones end when more come. */
const MAX_EARLIER = 10;

/**
 * Saves the draft of a thing. The draft that was saved at `keepEarlier` stays beside it, until it
 * is discarded.
 */
export function saveDraft(
  pool: pg.Pool,
  { userId, key, data, baseVersion, now, keepEarlier }: NewDraft,
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    if (keepEarlier !== undefined) {
      await tx.query(
        "update content_drafts set key = $3 where user_id = $1 and key = $2 and saved_at = $4",
        [userId, key, earlierKey(key, keepEarlier), new Date(keepEarlier)],
      );
      await tx.query(
        "delete from content_drafts where user_id = $1 and key in (select key from content_drafts where user_id = $1 and starts_with(key, $2) order by saved_at desc offset $3)",
        [userId, earlierKey(key), MAX_EARLIER],
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
export async function listDrafts(pool: pg.Pool, { userId, key }: Key): Promise<Draft[]> {
  const { rows } = await pool.query<Draft>(
    'select key, data, base_version as "baseVersion", saved_at as "savedAt" from content_drafts where user_id = $1 and (key = $2 or starts_with(key, $3)) order by saved_at desc',
    [userId, key, earlierKey(key)],
  );
  return rows;
}

export async function getDraft(pool: pg.Pool, { userId, key }: Key): Promise<Draft | null> {
  const { rows } = await pool.query<Draft>(
    'select key, data, base_version as "baseVersion", saved_at as "savedAt" from content_drafts where user_id = $1 and key = $2',
    [userId, key],
  );
  return rows[0] ?? null;
}

export async function dropDraft(
  pool: pg.Pool | pg.PoolClient,
  { userId, key }: Key,
): Promise<void> {
  await pool.query("delete from content_drafts where user_id = $1 and key = $2", [userId, key]);
}

/** Drops the draft of a thing that was saved then, whether a newer one stands beside it or not. */
export async function dropEarlierDraft(
  pool: pg.Pool,
  { userId, key, savedAt }: Key & { savedAt: Date },
): Promise<void> {
  await pool.query(
    "delete from content_drafts where user_id = $1 and (key = $2 or starts_with(key, $3)) and saved_at = $4",
    [userId, key, earlierKey(key), savedAt],
  );
}
