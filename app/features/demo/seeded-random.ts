export type Random = {
  /** From 0 to just below 1. */
  next: () => number;
  /** A whole number from `low` to `high`, both included. */
  between: (low: number, high: number) => number;
  chance: (share: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  /** A UUIDv7 of this time. */
  uuidAt: (ms: number) => string;
};

const UINT32 = 2 ** 32;
/** The first outputs of the generator still depend visibly on the seed. */
const WARM_UP = 16;
const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

function hashText(text: string, start: number): number {
  let hash = start;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  return hash >>> 0;
}

/**
 * Random numbers that are the same for the same seed (the sfc32 generator). Each part of the demo
 * has its own stream, so that more requests do not change the providers.
 */
export function createSeededRandom(seed: number, stream: string): Random {
  const text = `${seed}/${stream}`;
  let a = hashText(text, FNV_START);
  let b = hashText(text, a);
  let c = hashText(text, b);
  let counter = 1;
  const next32 = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let round = 0; round < WARM_UP; round++) next32();
  const next = () => next32() / UINT32;
  const hex = () => next32().toString(16).padStart(8, "0");
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
    uuidAt(ms) {
      const time = Math.floor(ms).toString(16).padStart(12, "0");
      const [first, second, third] = [hex(), hex(), hex()];
      const variant = "89ab"[Number.parseInt(first.charAt(3), 16) & 3];
      return `${time.slice(0, 8)}-${time.slice(8)}-7${first.slice(0, 3)}-${variant}${first.slice(5)}-${second}${third.slice(0, 4)}`;
    },
  };
}

/** Picks a value with a probability in proportion to its share. */
export function createSharePicker<T>(
  shares: readonly (readonly [value: T, share: number])[],
): (random: Random) => T {
  const pick = createWeightedPicker(shares, ([, share]) => share);
  return (random) => pick(random)[0];
}

/** Picks from a list with a probability in proportion to each entry's weight. */
export function createWeightedPicker<T>(
  list: readonly T[],
  getWeight: (entry: T) => number,
): (random: Random) => T {
  let sum = 0;
  const ends = list.map((entry) => {
    sum += getWeight(entry);
    return sum;
  });
  return (random) => {
    const target = random.next() * sum;
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    return list[low] as T;
  };
}
