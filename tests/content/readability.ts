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

/** Share of the smaller text's shingles that stand in the other text too, 0 to 1. */
export function overlap(a: Set<string>, b: Set<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size === 0) return 0;
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared++;
  return shared / small.size;
}
