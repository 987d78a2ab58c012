/**
 * Merges the changes of two people: both are kept, and fields that both changed are reported as
 * conflicts.
 */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };
export type Conflict = {
  /** Keys and ids from the root, such as ["questions", "3", "questionText"]. */
  path: string[];
  theirs: Json;
  mine: Json;
};
export type Merge<T> = { merged: T; conflicts: Conflict[] };

type Item = { id: string } & { [key: string]: Json | undefined };
type Plain = { [key: string]: Json | undefined };

const isPlain = (value: Json | undefined): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** An empty list counts as a list of objects with ids, too. */
const isKeyed = (value: Json | undefined): value is Item[] =>
  Array.isArray(value) && value.every((entry) => isPlain(entry) && typeof entry.id === "string");
/** Whether two values are equal; an undefined property equals a missing one. */
export const isSame = (a: Json | undefined, b: Json | undefined): boolean => {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, at) => isSame(entry, b[at]));
  if (isPlain(a) && isPlain(b))
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) =>
      isSame(a[key], b[key]),
    );
  return false;
};

/**
 * Three-way merge. Lists of objects with an `id` are merged object by object: in their order when
 * only they moved something, otherwise in mine. Other lists are single values. When both sides
 * changed a value differently, `merged` contains mine and `conflicts` reports it.
 */
export function mergeChanges<T>(versions: { base: T; theirs: T; mine: T }): Merge<T> {
  const conflicts: Conflict[] = [];
  const merged = merge(versions.base as Json, versions.theirs as Json, versions.mine as Json, []);
  return { merged: merged as T, conflicts };

  function merge(
    base: Json | undefined,
    theirs: Json | undefined,
    mine: Json | undefined,
    path: string[],
  ): Json | undefined {
    if (isSame(theirs, mine) || isSame(theirs, base)) return mine;
    if (isSame(mine, base)) return theirs;
    if (isPlain(theirs) && isPlain(mine)) {
      const from = isPlain(base) ? base : {};
      const keys = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
      return Object.fromEntries(
        keys.map((key) => [key, merge(from[key], theirs[key], mine[key], [...path, key])]),
      );
    }
    if (isKeyed(theirs) && isKeyed(mine))
      return mergeLists(isKeyed(base) ? base : [], theirs, mine, path);
    conflicts.push({ path, theirs: theirs ?? null, mine: mine ?? null });
    return mine;
  }

  function mergeLists(base: Item[], theirs: Item[], mine: Item[], path: string[]): Json[] {
    const find = (list: Item[], id: string) => list.find((entry) => entry.id === id);
    // One side removed it, and the other side did not change it.
    const isGone = (id: string) => {
      const old = find(base, id);
      return (
        old !== undefined &&
        ((!find(theirs, id) && isSame(old, find(mine, id))) ||
          (!find(mine, id) && isSame(old, find(theirs, id))))
      );
    };
    const mergeEntry = (id: string) => {
      const [old, other, own] = [find(base, id), find(theirs, id), find(mine, id)];
      return (other && own ? merge(old, other, own, [...path, id]) : (own ?? other)) ?? null;
    };
    return orderIds({ base: listIds(base), theirs: listIds(theirs), mine: listIds(mine) })
      .filter((id) => !isGone(id))
      .map(mergeEntry);
  }
}

/**
 * Sets a value at a path, in place; ids select the entries of lists. Null removes the value,
 * because a conflict reports a missing value as null.
 */
export function setAtPath(
  target: Json | undefined,
  [key, ...rest]: readonly string[],
  value: Json,
): void {
  if (key === undefined || typeof target !== "object" || target === null) return;
  if (Array.isArray(target)) {
    const at = target.findIndex((entry) => isPlain(entry) && entry.id === key);
    if (rest.length > 0) setAtPath(target[at], rest, value);
    else if (at >= 0) target.splice(at, 1, ...(value === null ? [] : [value]));
  } else if (rest.length > 0) setAtPath(target[key], rest, value);
  else if (value === null) delete target[key];
  else target[key] = value;
}

const listIds = (list: readonly Item[]) => list.map(({ id }) => id);

/**
 * All ids of both sides: in the order of the side that moved something, with each addition of the
 * other side after the entry it followed there.
 */
function orderIds({
  base,
  theirs,
  mine,
}: {
  base: string[];
  theirs: string[];
  mine: string[];
}): string[] {
  const shared = base.filter((id) => theirs.includes(id) && mine.includes(id));
  const iMoved = !isSame(
    mine.filter((id) => shared.includes(id)),
    shared,
  );
  const [leading, other] = iMoved ? [mine, theirs] : [theirs, mine];
  const order = [...leading];
  for (const [at, id] of other.entries()) {
    if (order.includes(id)) continue;
    const before = other.slice(0, at).findLast((entry) => order.includes(entry));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  }
  return order;
}
