import { EXAMPLE_SIZE } from "../constants.ts";
import { formatDollars, formatProjectSlug, scaleRange } from "../estimate-cost.ts";
import type { CostEstimatorData } from "../tool-schemas.ts";

type RangePreviewProps = {
  data: CostEstimatorData;
  /** Slug of the chosen project, or "". */
  project: string;
  /** The ZIP code as typed, or "". */
  zip: string;
};

/**
 * In the place of a result that is still to come: the range of each project at medium size, as
 * links to that result. Small screens show that of the chosen project alone.
 */
export function RangePreview({
  data: { projects, sizes },
  project: chosen,
  zip,
}: RangePreviewProps) {
  const multiplier = sizes.find(({ value }) => value === EXAMPLE_SIZE)?.multiplier ?? 1;
  const ranges = projects.map((project) => ({
    name: project.name,
    ...scaleRange(project, multiplier),
  }));
  return (
    <section
      aria-labelledby="examples-title"
      className="md:rounded-2xl md:border md:border-line md:p-5"
    >
      <h2 id="examples-title" className="h3">
        Examples: medium size
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {ranges.map(({ name, min, max }) => (
          <li
            key={name}
            className={chosen && formatProjectSlug(name) !== chosen ? "hidden md:block" : undefined}
          >
            <a
              href={`?${formatQuery(name, zip)}#result`}
              rel="nofollow"
              className="group flex flex-wrap justify-between gap-x-2 py-1.5 leading-6"
            >
              <span className="underline decoration-line underline-offset-4 group-hover:decoration-action">
                {name}
              </span>
              {/* Where large text leaves no room beside the name, it stays at the right. */}
              <span className="ml-auto text-right font-bold">
                {formatDollars(min)} to {formatDollars(max)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function formatQuery(project: string, zip: string): string {
  const query = new URLSearchParams({ project: formatProjectSlug(project), size: EXAMPLE_SIZE });
  if (zip) query.set("zip", zip);
  return String(query);
}
