/** Published content of one kind. */
export type Published<T> = {
  /** Newest first; the same array until something changes. */
  list: () => Promise<readonly T[]>;
  drop: () => void;
};

type WithSlugs = { slug: string; previousSlugs: string[] };

/** Finds published content by its slug, or the new slug of content that has moved. */
export function findPublished<T extends WithSlugs>(
  list: readonly T[],
  slug: string,
): { found: T } | { movedTo: string } | null {
  const found = list.find((entry) => entry.slug === slug);
  if (found) return { found };
  const moved = list.find((entry) => entry.previousSlugs.includes(slug));
  return moved ? { movedTo: moved.slug } : null;
}
