import { formatDollars } from "../estimate-cost.ts";
import { formatPayback, type Saving, type SavingsEstimate } from "../estimate-savings.ts";
import type { EnergyCalculatorData } from "../tool-schemas.ts";
import { ChangedNote } from "./tool-fields.tsx";

type SavingsResultProps = {
  estimate: SavingsEstimate;
  data: EnergyCalculatorData;
  changed: boolean;
  button: string;
};

const formatCost = (cost: number) => (cost === 0 ? "Nothing" : formatDollars(cost));

/** "About $88", "$49 to $98". */
export const formatSaving = ({ low, high }: Saving) =>
  Math.round(low) === Math.round(high)
    ? `About ${formatDollars(high)}`
    : `${formatDollars(low)} to ${formatDollars(high)}`;

/**
 * The savings of each upgrade and of all together, and how long they take to pay for themselves.
 */
export function SavingsResult({ estimate, data, changed, button }: SavingsResultProps) {
  const { yearlyBill, perSquareFoot, lines, total } = estimate;
  return (
    <section className="mt-10" aria-labelledby="savings-title">
      <h2 id="savings-title" className="h2">
        What you may save
      </h2>
      <div className="mt-4 rounded-2xl bg-deep p-6 text-cream">
        <p>All together, in a year</p>
        <p className="font-display text-4xl leading-tight font-extrabold text-sun">
          {formatSaving(total)}
        </p>
        <p className="mt-2">
          Cost: {formatCost(total.cost).toLowerCase()}. Time to pay for itself:{" "}
          {formatPayback(total.payback).toLowerCase()}.
        </p>
      </div>
      {changed ? <ChangedNote button={button} /> : null}
      <p className="mt-4">
        Your bill is {formatDollars(yearlyBill)} a year, or ${perSquareFoot.toFixed(2)} for each
        square foot.
        {lines.length > 1
          ? " The total can be less than the sum of the parts, because no dollar can be saved twice."
          : ""}
      </p>
      <ul className="mt-4 grid gap-3">
        {lines.map(({ upgrade, ...saving }) => (
          <li key={upgrade.id} className="rounded-xl border border-line bg-paper p-4">
            <h3 className="font-display text-lg">{upgrade.name}</h3>
            <dl className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-3">
              <LabeledValue name="Saving a year" value={formatSaving(saving)} />
              <LabeledValue name="Cost" value={formatCost(saving.cost)} />
              <LabeledValue name="Payback" value={formatPayback(saving.payback)} />
            </dl>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-[0.9375rem] text-muted">{data.disclaimer}</p>
    </section>
  );
}

function LabeledValue({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-[0.9375rem] text-muted">{name}</dt>
      <dd className="font-bold">{value}</dd>
    </div>
  );
}

/** The formula and the sources, shown even before anything is calculated. */
export function SavingsMethod({ data }: { data: EnergyCalculatorData }) {
  return (
    <section
      className="mt-10 grid gap-8 md:grid-cols-2"
      aria-label="How the numbers are worked out"
    >
      <div>
        <h2 className="h3">The formula</h2>
        <ul className="mt-3 grid gap-2">
          {data.formula.map((line) => (
            <li key={line} className="border-l-4 border-sun pl-4">
              {line}
            </li>
          ))}
        </ul>
        <h3 className="mt-6 font-display text-lg">Shares of the bill</h3>
        <dl className="mt-2 max-w-xs border-t border-line">
          {data.shares.map(({ use, label, share }) => (
            <div key={use} className="flex justify-between gap-4 border-b border-line py-1.5">
              <dt>{label}</dt>
              <dd className="font-bold">{Math.round(share * 100)}%</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 max-w-sm text-[0.9375rem] text-muted">{data.sharesNote}</p>
      </div>
      <div>
        <h2 className="h3">Where the figures come from</h2>
        <ul className="mt-3 grid gap-3">
          {data.sources.map(({ what, who }) => (
            <li key={what}>
              <p className="font-semibold">{what}</p>
              <p className="text-[0.9375rem] text-muted">{who}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
