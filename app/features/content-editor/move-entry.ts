/** Moves an entry by one position, up (-1) or down (1). */
export function moveEntry<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const to = from + by;
  const moved = [...list];
  const [entry] = moved.splice(from, 1);
  if (entry === undefined || to < 0 || to > moved.length) return [...list];
  moved.splice(to, 0, entry);
  return moved;
}
