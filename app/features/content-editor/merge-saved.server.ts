import type { Transaction } from "#app/db/transaction.server.ts";
import { getConstraintName, getSqlState } from "#app/lib/errors.server.ts";
import type { ContentKind } from "./editor-schema.ts";
import type { Merge } from "./merge-changes.ts";
import { getVersion } from "./versions.server.ts";

type MergeOptions<V> = {
  kind: Pick<ContentKind<V>, "parse" | "merge">;
  contentId: string;
  /** The version the person started from, and their values. */
  baseVersion: number;
  mine: V;
  /** The stored version; its row is locked. */
  current: { version: number; values: V };
};

/** Merges a save with what others have saved since the person started. */
export async function mergeSaved<V>(
  tx: Transaction,
  { kind, contentId, baseVersion, mine, current }: MergeOptions<V>,
): Promise<Merge<V>> {
  if (current.version === baseVersion) return { merged: mine, conflicts: [] };
  const base = kind.parse(await getVersion(tx, { contentId, version: baseVersion }));
  return kind.merge({ base, theirs: current.values, mine });
}

/**
 * Content of one kind cannot share a slug: a violation of the unique index becomes this result with
 * `message`.
 */
export async function catchSlugConflict<T>(
  save: () => Promise<T>,
  message: string,
): Promise<T | { ok: false; reason: "slug"; message: string }> {
  try {
    return await save();
  } catch (error) {
    if (getSqlState(error) === "23505" && getConstraintName(error)?.includes("slug"))
      return { ok: false, reason: "slug", message };
    throw error;
  }
}
