import { useSite } from "#app/features/settings/use-site.ts";
import { chooseInsuranceMarks, type InsuranceKind } from "../job-types.ts";

type InsuranceMarksProps = {
  insurance: { title: string; text: string };
  kinds: readonly InsuranceKind[];
  className?: string;
  /** How the labels stand: in rows that wrap, or in columns. */
  listClass?: string;
};

/** Neutral labels instead of insurers' logos: no company is named without its consent. */
export function InsuranceMarks({
  insurance,
  kinds,
  className,
  listClass = "flex flex-wrap",
}: InsuranceMarksProps) {
  const marks = chooseInsuranceMarks(useSite().insurancePartners, kinds);
  if (marks.length === 0) return null;
  return (
    <section className={className}>
      <h2 className="h3">{insurance.title}</h2>
      <p className="mt-1 max-w-3xl">{insurance.text}</p>
      <ul className={`mt-2 ${listClass} gap-x-6 gap-y-1 font-display font-bold text-petrol`}>
        {marks.map((mark) => (
          <li key={mark} className="flex items-center gap-2">
            <svg
              viewBox="0 0 20 20"
              width="20"
              height="20"
              aria-hidden="true"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
            >
              <path d="M10 1.5 17 4v6c0 4-3 7-7 8.5-4-1.5-7-4.5-7-8.5V4z" />
            </svg>
            {mark}
          </li>
        ))}
      </ul>
    </section>
  );
}
