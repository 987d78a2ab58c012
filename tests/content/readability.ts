/** Every run of `size` consecutive words of a text, lower-cased, without punctuation. */
export function shingles(text: string, size = 5): Set<string> {
  const words =
    text
      .toLowerCase()
      .replace(/\{[^}]*\}/g, " ")
      .match(/[a-z0-9$']+/g) ?? [];
  const runs = new Set<string>();
  for (let i = 0; i + size <= words.length; i++) runs.add(words.slice(i, i + size).join(" "));
  return runs;
}

/** Share of the smaller text's shingles that the other text has too, 0 to 1. */
export function overlap(a: Set<string>, b: Set<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size === 0) return 0;
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared++;
  return shared / small.size;
}

/**
 * Lists pairs of texts that have more in common than they may.
 * @param getLimit the share of shingles, 0 to 1, that two texts may share
 */
export function findSimilarTexts<T extends { name: string; text: string }>(
  texts: readonly T[],
  getLimit: (a: T, b: T) => number,
): string[] {
  const shingled = texts.map((entry) => ({ entry, runs: shingles(entry.text) }));
  return shingled.flatMap((a, index) =>
    shingled.slice(index + 1).flatMap((b) => {
      const share = overlap(a.runs, b.runs);
      return share > getLimit(a.entry, b.entry)
        ? [`${a.entry.name} ~ ${b.entry.name}: ${Math.round(share * 100)} %`]
        : [];
    }),
  );
}
