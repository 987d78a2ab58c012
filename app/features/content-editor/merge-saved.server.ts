import type pg from "pg";
import { sqlState } from "#app/lib/errors.server.ts";
import type { ContentKind } from "./editor-schema.ts";
import type { Merge } from "./merge-changes.ts";
import { getVersion } from "./versions.server.ts";

type MergeOptions<V> = {
  kind: Pick<ContentKind<V>, "parse" | "merge">;
  contentId: string;
  /** What the person began with, and what they made of it. */
  baseVersion: number;
  mine: V;
  /** What is stored now; its row is locked. */
  current: { version: number; values: V };
};

/** What somebody saves, with what others have saved since they began. */
export async function mergeSaved<V>(
  tx: pg.PoolClient,
  { kind, contentId, baseVersion, mine, current }: MergeOptions<V>,
): Promise<Merge<V>> {
  if (current.version === baseVersion) return { merged: mine, conflicts: [] };
  const base = kind.parse(await getVersion(tx, { contentId, version: baseVersion }));
  return kind.merge({ base, theirs: current.values, mine });
}

/** Two things of a kind cannot have one address: then `message` is what becomes of the save. */
export async function catchSlugConflict<T>(
  save: () => Promise<T>,
  message: string,
): Promise<T | { ok: false; reason: "slug"; message: string }> {
  try {
    return await save();
  } catch (error) {
    if (
      sqlState(error) === "23505" &&
      /slug/.test(String((error as { constraint?: unknown }).constraint))
    )
      return { ok: false, reason: "slug", message };
    throw error;
  }
}
