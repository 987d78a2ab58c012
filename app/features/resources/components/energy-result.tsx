import { Fold } from "#app/components/ui/fold.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { GENERAL_LABEL } from "../constants.ts";
import { formatDollars } from "../estimate-cost.ts";
import { formatPayback, formatSaving, type SavingsEstimate } from "../estimate-savings.ts";
import type { EnergyCalculatorData } from "../tool-schemas.ts";

type SavingsResultProps = {
  estimate: SavingsEstimate;
  data: EnergyCalculatorData;
  /** Whether it is for our example and not yet for the visitor's own numbers. */
  isExample: boolean;
};

/**
 * The savings of all upgrades together and of each, and how long they take to pay for themselves.
 */
export function SavingsResult({ estimate, data, isExample }: SavingsResultProps) {
  const { lines, overlap, total } = estimate;
  return (
    <section aria-labelledby="savings-title" className="rounded-2xl bg-deep p-5 text-cream sm:p-7">
      {isExample ? (
        <p className="text-[0.9375rem] font-semibold text-sun">
          Example: ${data.example.bill} a month, {data.assumedSize.toLocaleString("en-US")} square
          feet
        </p>
      ) : null}
      <h2 id="savings-title" className="h3">
        What you may save
      </h2>
      <p className="mt-1 font-display text-4xl leading-tight font-extrabold text-sun">
        {formatSaving(total)} <span className="text-xl">a year</span>
      </p>
      <p className="mt-1 leading-6">
        {total.cost === 0 ? "" : `Cost: ${formatDollars(total.cost)}. `}
        {formatPayback(total.payback)}.
      </p>
      <ul className="mt-3 border-t border-cream/30">
        {lines.map(({ upgrade, ...saving }) => (
          <li key={upgrade.id} className="border-b border-cream/30 py-1.5 leading-5">
            <h3 className="font-text text-[0.9375rem] font-semibold">{upgrade.name}</h3>
            <p className="text-[0.9375rem]">
              {formatSaving(saving)} a year
              {saving.cost === 0 ? "" : ` for ${formatDollars(saving.cost)}`}.{" "}
              {formatPayback(saving.payback)}.
            </p>
          </li>
        ))}
        {overlap.high > 0 ? (
          <li className="border-b border-cream/30 py-1.5 text-[0.9375rem] leading-5">
            Less {formatSaving(overlap).toLowerCase()} that more than one of these would save.
          </li>
        ) : null}
      </ul>
      <QuoteLink label={getQuoteLabel(lines)} className="btn btn-action mt-4">
        Get Free Quote
      </QuoteLink>
      <p className="mt-3 text-[0.9375rem] leading-5">{data.disclaimer}</p>
    </section>
  );
}

/** The upgrade that costs money, if it is the only one; the quote page takes no "%" in a label. */
function getQuoteLabel(lines: SavingsEstimate["lines"]): string {
  const [first, ...others] = lines.filter(({ cost }) => cost > 0);
  return first && others.length === 0
    ? (first.upgrade.name.split(" with ")[0] ?? GENERAL_LABEL)
    : GENERAL_LABEL;
}

type SavingsMethodProps = { data: EnergyCalculatorData; estimate: SavingsEstimate | null };

/** The formula and the sources, even before anything is calculated. */
export function SavingsMethod({ data, estimate }: SavingsMethodProps) {
  return (
    <section
      className="mt-6 grid items-start gap-x-10 border-t border-line md:mt-10 md:grid-cols-2"
      aria-label="How the numbers are worked out"
    >
      <div className="border-b border-line">
        <Fold summary={<h2 className="text-lg">The formula</h2>}>
          <ul className="grid gap-2 leading-6">
            {data.formula.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {estimate ? (
            <p className="mt-2 leading-6">
              Your bill is {formatDollars(estimate.yearlyBill)} a year, or $
              {estimate.perSquareFoot.toFixed(2)} for each square foot.
              {estimate.overlap.high > 0
                ? " The total is less than the sum of the parts, because no dollar can be saved twice."
                : ""}
            </p>
          ) : null}
          <h3 className="mt-4">Shares of the bill</h3>
          <dl className="mt-1 border-t border-line">
            {data.shares.map(({ use, label, share }) => (
              <div key={use} className="flex justify-between gap-4 border-b border-line py-1">
                <dt>{label}</dt>
                <dd className="font-bold">{Math.round(share * 100)}%</dd>
              </div>
            ))}
          </dl>
          <p className="mt-2 text-[0.9375rem] leading-5 text-muted">{data.sharesNote}</p>
        </Fold>
      </div>
      <div className="border-b border-line">
        <Fold summary={<h2 className="text-lg">Where the figures come from</h2>}>
          <ul className="grid gap-2.5 leading-6">
            {data.sources.map(({ what, who }) => (
              <li key={what}>
                {what}
                <span className="block text-[0.9375rem] leading-5 text-muted">{who}</span>
              </li>
            ))}
          </ul>
        </Fold>
      </div>
    </section>
  );
}
