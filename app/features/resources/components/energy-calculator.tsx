import { useId } from "react";
import { FieldError, TextField } from "#app/components/form/field.tsx";
import {
  type EnergyErrors,
  type EnergyQuery,
  estimateSavings,
  estimateUpgradeCost,
  formatCostField,
  getSizeOrDefault,
  parseEnergyQuery,
  validateEnergyQuery,
} from "../estimate-savings.ts";
import type { EnergyCalculatorData, EnergyUpgrade } from "../tool-schemas.ts";
import { formatSaving, SavingsMethod, SavingsResult } from "./energy-result.tsx";
import { useToolForm } from "./use-tool-form.ts";

const BUTTON = "Calculate";

/** Bill, size and upgrades, and the savings of the upgrades; visitors can change the costs. */
export function EnergyCalculator({
  data,
  chosen,
}: {
  data: EnergyCalculatorData;
  chosen: EnergyQuery;
}) {
  const { current, changed, result, formProps } = useToolForm(chosen, (params) =>
    parseEnergyQuery(params, data),
  );
  const errors: EnergyErrors = current.submitted ? validateEnergyQuery(current) : { costs: {} };
  const estimate = estimateSavings(current, data);
  const size = getSizeOrDefault(current.size, data);
  return (
    <>
      <form
        {...formProps}
        className="grid gap-6 rounded-2xl border border-line bg-paper p-5 shadow-card sm:p-7"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="bill"
            label="Energy bill a month, in dollars"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={chosen.bill}
            error={errors.bill}
            hint="Electricity, gas and other fuel together, as an average month."
          />
          <TextField
            name="sqft"
            label="Size of your home, in square feet"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={chosen.size}
            error={errors.size}
            hint="Some of the costs below follow it."
          />
        </div>
        <Upgrades data={data} chosen={chosen} current={current} size={size} errors={errors} />
        {/* The size of the assumed costs on the page: other costs are the visitor's own. */}
        <input type="hidden" name="shown" value={size} />
        <button type="submit" className="btn btn-action justify-self-start">
          {BUTTON}
        </button>
      </form>
      <div id="result" ref={result} className="scroll-mt-24">
        <p role="status" className="sr-only">
          {estimate ? `You may save ${formatSaving(estimate.total)} a year.` : null}
        </p>
        {estimate ? (
          <SavingsResult estimate={estimate} data={data} changed={changed} button={BUTTON} />
        ) : null}
      </div>
      <SavingsMethod data={data} />
    </>
  );
}

type UpgradesProps = {
  data: EnergyCalculatorData;
  chosen: EnergyQuery;
  current: EnergyQuery;
  size: number;
  errors: EnergyErrors;
};

function Upgrades({ data, chosen, current, size, errors }: UpgradesProps) {
  const id = useId();
  return (
    <fieldset
      aria-describedby={errors.upgrades ? `${id}-hint ${id}-error` : `${id}-hint`}
      data-field="upgrade"
    >
      <legend className="font-semibold">Upgrades you think about</legend>
      <p id={`${id}-hint`} className="text-[0.9375rem] text-muted">
        {data.costNote}
      </p>
      {errors.upgrades ? <FieldError id={`${id}-error`} message={errors.upgrades} /> : null}
      <div className="mt-2 grid gap-3 lg:grid-cols-2">
        {data.upgrades.map((upgrade) => (
          <UpgradeCard
            key={upgrade.id}
            upgrade={upgrade}
            checked={chosen.upgrades.includes(upgrade.id)}
            invalid={errors.upgrades !== undefined}
            cost={current.costs[upgrade.id]}
            assumed={estimateUpgradeCost(upgrade, size)}
            error={errors.costs[upgrade.id]}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** `cost` is the visitor's own, `assumed` our assumption in whole dollars. */
type UpgradeCardProps = {
  upgrade: EnergyUpgrade;
  checked: boolean;
  invalid: boolean;
  cost: string | undefined;
  assumed: number;
  error: string | undefined;
};

function UpgradeCard({ upgrade, checked, invalid, cost, assumed, error }: UpgradeCardProps) {
  const id = useId();
  return (
    <div className="flex flex-col rounded-xl border-2 border-line p-4 has-checked:border-action has-checked:bg-cream">
      <label className="flex min-h-8 items-start gap-3">
        <input
          type="checkbox"
          name="upgrade"
          value={upgrade.id}
          defaultChecked={checked}
          aria-invalid={invalid ? true : undefined}
          aria-describedby={`${id}-text`}
          className="mt-1 size-5 shrink-0 accent-action"
        />
        <span className="font-semibold">{upgrade.name}</span>
      </label>
      <div id={`${id}-text`} className="mb-3 text-[0.9375rem]">
        <p className="mt-1">{upgrade.text}</p>
        <p className="mt-1 text-muted">{upgrade.basis}</p>
      </div>
      <div className="mt-auto">
        <label htmlFor={`${id}-cost`} className="block font-semibold">
          Cost in dollars<span className="sr-only"> of: {upgrade.name}</span>
        </label>
        {/* The key replaces our assumption when the size changes; what the visitor typed stays. */}
        <input
          key={assumed}
          id={`${id}-cost`}
          name={formatCostField(upgrade.id)}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={cost ?? String(assumed)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-note` : `${id}-note`}
          className="input mt-1 max-w-44"
        />
        {error ? <FieldError id={`${id}-error`} message={error} /> : null}
        <p id={`${id}-note`} className="mt-1 text-[0.9375rem] text-muted">
          {cost === undefined ? "Our assumption." : "Your figure."} {upgrade.costNote}
        </p>
      </div>
    </div>
  );
}
