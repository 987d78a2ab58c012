/** A deterministic hash of a text that differs widely for similar texts. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export type Picker = {
  /** Picks one item of a list; `place` distinguishes the choices within an article. */
  one: <T>(place: string, list: readonly T[]) => T;
  /** Picks `count` items of a list, in the order of the list. */
  some: <T>(place: string, list: readonly T[], count: number) => T[];
};

/** Creates pseudo-random choices that are the same for the same seed. */
export function createPicker(seed: string): Picker {
  return {
    one(place, list) {
      const chosen = list[hashText(`${seed}\n${place}`) % list.length];
      if (chosen === undefined) throw new Error(`nothing to choose from: ${place}`);
      return chosen;
    },
    some(place, list, count) {
      const ranked = list
        .map((item, at) => ({ item, at, rank: hashText(`${seed}\n${place}\n${at}`) }))
        .sort((a, b) => a.rank - b.rank);
      return ranked
        .slice(0, count)
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item);
    },
  };
}
