import { type PriceRange, parsePriceRange } from "../parse-price-range.ts";

type Price = { label: string; range: string; note?: string };

type PriceBarsProps = {
  prices: readonly Price[];
  /** Label of the range that stands out; without one, all are alike. */
  usual?: string | undefined;
};

/**
 * Ranges of prices as bars on one scale, with their words beside them. A single range is one large
 * figure: alone, a bar has nothing to be compared with.
 */
export function PriceBars({ prices, usual }: PriceBarsProps) {
  const [only, ...others] = prices;
  if (only && others.length === 0)
    return (
      <dl>
        <dt>{only.label}</dt>
        <dd className="h2 font-display font-extrabold text-action">{only.range}</dd>
      </dl>
    );
  const ranges = prices.map(({ range }) => parsePriceRange(range));
  const top = Math.max(1, ...ranges.map((range) => range?.max ?? 0));
  return (
    <dl className="grid gap-2">
      {prices.map(({ label, range }, index) => {
        const bar = ranges[index];
        const isPale = usual !== undefined && label !== usual;
        return (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 gap-y-1.5">
            <dt className={label === usual ? "font-bold" : undefined}>{label}</dt>
            <dd className={isPale ? undefined : "font-bold"}>{range}</dd>
            {bar ? <PriceBar bar={bar} top={top} isPale={isPale} /> : null}
          </div>
        );
      })}
    </dl>
  );
}

/** `top`: the price at the right end. */
function PriceBar({ bar, top, isPale }: { bar: PriceRange; top: number; isPale: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className={`h-3 w-full rounded-full bg-sand ${isPale ? "text-action/40" : "text-action"}`}
    >
      <rect
        x={Math.round((bar.min / top) * 1000) / 10}
        width={Math.max(2, Math.round(((bar.max - bar.min) / top) * 1000) / 10)}
        height="4"
        rx="1"
        fill="currentColor"
      />
    </svg>
  );
}
