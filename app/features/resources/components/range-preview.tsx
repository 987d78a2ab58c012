import { formatDollars, formatProjectSlug, scaleRange } from "../estimate-cost.ts";
import type { CostEstimatorData } from "../tool-schemas.ts";

/** The size of the examples: its ranges are the base ranges. */
const EXAMPLE_SIZE = "medium";

/**
 * In the place of a result that is still to come: the range of each project at medium size, as links
 * to that result.
 */
export function RangePreview({ data: { projects, sizes } }: { data: CostEstimatorData }) {
  const multiplier = sizes.find(({ value }) => value === EXAMPLE_SIZE)?.multiplier ?? 1;
  const ranges = projects.map((project) => ({
    name: project.name,
    ...scaleRange(project, multiplier),
  }));
  const top = Math.max(...ranges.map(({ max }) => max));
  const toPercent = (amount: number) => Math.round((amount / top) * 1000) / 10;
  return (
    <section aria-labelledby="examples-title" className="rounded-2xl border border-line p-5">
      <h2 id="examples-title" className="h3">
        Examples: medium size
      </h2>
      <p className="mt-1 text-[0.9375rem] leading-5 text-muted">
        Pick one, or choose your own project and size.
      </p>
      <ul className="mt-2">
        {ranges.map(({ name, min, max }) => (
          <li key={name}>
            <a
              href={`?project=${formatProjectSlug(name)}&size=${EXAMPLE_SIZE}#result`}
              rel="nofollow"
              className="group block py-2 leading-5"
            >
              <span className="flex flex-wrap justify-between gap-x-3">
                <span className="underline decoration-line underline-offset-4 group-hover:decoration-action">
                  {name}
                </span>
                <span className="font-bold">
                  {formatDollars(min)}-{formatDollars(max)}
                </span>
              </span>
              <svg
                aria-hidden="true"
                viewBox="0 0 100 4"
                preserveAspectRatio="none"
                className="mt-1.5 h-2 w-full rounded-full bg-sand text-action"
              >
                <rect
                  x={toPercent(min)}
                  width={Math.max(2, toPercent(max - min))}
                  height="4"
                  fill="currentColor"
                />
              </svg>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
