/** Published content of one kind. */
export type Published<T> = {
  /** Newest first; the same list until something changes. */
  list: () => Promise<readonly T[]>;
  drop: () => void;
};

type Addressed = { slug: string; previousSlugs: string[] };

/** Of published content: what is at this address, or where it has moved to. */
export function findPublished<T extends Addressed>(
  list: readonly T[],
  slug: string,
): { found: T } | { movedTo: string } | null {
  const found = list.find((entry) => entry.slug === slug);
  if (found) return { found };
  const moved = list.find((entry) => entry.previousSlugs.includes(slug));
  return moved ? { movedTo: moved.slug } : null;
}
