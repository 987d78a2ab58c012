import { useId } from "react";
import { FieldError } from "#app/components/form/field.tsx";
import { Fold } from "#app/components/ui/fold.tsx";
import {
  type EnergyErrors,
  type EnergyQuery,
  estimateUpgradeCost,
  formatCostField,
} from "../estimate-savings.ts";
import type { EnergyCalculatorData, EnergyUpgrade } from "../tool-schemas.ts";

type EnergyUpgradesProps = {
  data: EnergyCalculatorData;
  /** The choices that the server rendered. */
  chosen: EnergyQuery;
  /** The choices as they are now. */
  query: EnergyQuery;
  /** Square feet that the assumed costs are for. */
  size: number;
  errors: EnergyErrors;
};

/** The upgrades in rows; a chosen one asks for its cost. */
export function EnergyUpgrades({ data, chosen, query, size, errors }: EnergyUpgradesProps) {
  const id = useId();
  return (
    <fieldset
      aria-describedby={errors.upgrades ? `${id}-error` : undefined}
      data-field="upgrade"
      className="min-w-0"
    >
      <legend className="font-semibold">Upgrades to compare</legend>
      {errors.upgrades ? <FieldError id={`${id}-error`} message={errors.upgrades} /> : null}
      <div className="mt-1 divide-y divide-line border-y border-line">
        {data.upgrades.map((upgrade) => (
          <UpgradeRow
            key={upgrade.id}
            upgrade={upgrade}
            checked={chosen.upgrades.includes(upgrade.id)}
            invalid={errors.upgrades !== undefined}
            cost={query.costs[upgrade.id]}
            assumed={estimateUpgradeCost(upgrade, size)}
            error={errors.costs[upgrade.id]}
          />
        ))}
      </div>
      <p className="mt-2 text-[0.9375rem] leading-5 text-muted">{data.costNote}</p>
    </fieldset>
  );
}

/** `cost` is the visitor's own, `assumed` our assumption in whole dollars. */
type UpgradeRowProps = {
  upgrade: EnergyUpgrade;
  checked: boolean;
  invalid: boolean;
  cost: string | undefined;
  assumed: number;
  error: string | undefined;
};

function UpgradeRow({ upgrade, checked, invalid, cost, assumed, error }: UpgradeRowProps) {
  const id = useId();
  return (
    <div className="upgrade py-2">
      <label className="flex items-start gap-3 py-0.5 leading-6">
        <input
          type="checkbox"
          name="upgrade"
          value={upgrade.id}
          defaultChecked={checked}
          aria-invalid={invalid ? true : undefined}
          aria-describedby={`${id}-basis`}
          className="mt-0.5 size-5 shrink-0 accent-action"
        />
        <span className="font-semibold">{upgrade.name}</span>
      </label>
      <div className="pl-8">
        <div className="upgrade-cost flex flex-wrap items-center gap-x-3 py-1">
          <label htmlFor={`${id}-cost`} className="text-[0.9375rem]">
            Cost in dollars{" "}
            <span className="text-muted">({cost === undefined ? "our guess" : "yours"})</span>
            <span className="sr-only"> of: {upgrade.name}</span>
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
            aria-describedby={error ? `${id}-error` : undefined}
            className="input min-h-0 w-28 py-1.5"
          />
          {error ? <FieldError id={`${id}-error`} message={error} /> : null}
        </div>
        <Fold
          summary={
            <span id={`${id}-basis`} className="text-[0.9375rem] leading-5 text-muted">
              {upgrade.basis}
            </span>
          }
          className="py-0.5"
        >
          <p className="pt-1 text-[0.9375rem] leading-5">
            {upgrade.text} {upgrade.costNote}
          </p>
        </Fold>
      </div>
    </div>
  );
}
