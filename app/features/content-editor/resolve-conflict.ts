import type { ContentKind, SaveReply } from "./editor-schema.ts";
import { isSame, type Json } from "./merge-changes.ts";

/** Somebody else saved meanwhile, and both changed the same fields. `sent`: this person's values. */
export type SaveConflict<V> = Extract<SaveReply<V>, { reason: "conflict" }> & { sent: V };

export const isEqual = <V>(a: V, b: V) => isSame(a as Json, b as Json);

/** Applies the changes that were typed while a request was pending to the values of its reply. */
export const mergeTyped = <V>(
  kind: Pick<ContentKind<V>, "merge">,
  { sent, replied, typed }: { sent: V; replied: V; typed: V },
): V =>
  isEqual(typed, sent) ? replied : kind.merge({ base: sent, theirs: replied, mine: typed }).merged;

/**
 * The values to save on top of the newer version.
 * @param theirKeys keys of the fields for which the other person's values were chosen
 */
export function resolveConflict<V>(
  kind: Pick<ContentKind<V>, "applyChanges" | "merge">,
  { conflicts, merged, sent }: SaveConflict<V>,
  { theirKeys, typed }: { theirKeys: readonly string[]; typed: V },
): V {
  const theirs = conflicts.filter(({ path }) => theirKeys.includes(path.join("/")));
  const replied = kind.applyChanges(
    merged,
    theirs.map(({ path, theirs: value }) => ({ path, value })),
  );
  return mergeTyped(kind, { sent, replied, typed });
}
