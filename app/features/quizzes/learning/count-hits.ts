/** A request of which the true cause is known. */
export type JudgedResult = {
  /** The cause that the quiz named; null where it named none. */
  named: string | null;
  /** The next likely causes that it named. */
  candidates: readonly string[];
  /** The true cause; null for one that the quiz does not have. */
  cause: string | null;
};

export type HitRate = {
  cases: number;
  right: number;
  /** Bounds of the share of right ones, 0 to 1, that hold in 95 of 100 such counts. */
  low: number;
  high: number;
};
export type HitRates = {
  /** Of the results that named a cause. */
  all: HitRate;
  /** The true cause was named first, or as one of the next likely. */
  amongNamed: number;
  /** Results that named no cause, though the true one is known. */
  unnamed: number;
  /** By the cause that the quiz named, the most frequent first. */
  byCause: (HitRate & { named: string })[];
};

/** The normal quantile of 95 %, both sides. */
const QUANTILE = 1.96;

/** Wilson's score interval, which also holds for few cases and shares near 0 or 1. */
export function buildHitRate(right: number, cases: number): HitRate {
  if (cases === 0) return { cases, right, low: 0, high: 1 };
  const share = right / cases;
  const square = QUANTILE ** 2;
  const middle = share + square / (2 * cases);
  const spread = QUANTILE * Math.sqrt((share * (1 - share)) / cases + square / (4 * cases ** 2));
  const scale = 1 + square / cases;
  return {
    cases,
    right,
    low: Math.max(0, (middle - spread) / scale),
    high: Math.min(1, (middle + spread) / scale),
  };
}

/** Counts how often a quiz named the true cause. */
export function countHits(results: readonly JudgedResult[]): HitRates {
  const named = results.filter((result) => result.named !== null);
  const isRight = ({ named: first, cause }: JudgedResult) => first === cause;
  const causes = [...new Set(named.map((result) => result.named ?? ""))];
  const byCause = causes.map((cause) => {
    const own = named.filter((result) => result.named === cause);
    return { named: cause, ...buildHitRate(own.filter(isRight).length, own.length) };
  });
  return {
    all: buildHitRate(named.filter(isRight).length, named.length),
    amongNamed: named.filter(
      (result) =>
        isRight(result) || (result.cause !== null && result.candidates.includes(result.cause)),
    ).length,
    unnamed: results.length - named.length,
    byCause: byCause.toSorted((a, b) => b.cases - a.cases),
  };
}
