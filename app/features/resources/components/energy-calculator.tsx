import { TextField } from "#app/components/form/field.tsx";
import {
  type EnergyErrors,
  type EnergyQuery,
  estimateSavings,
  getSizeOrDefault,
  parseEnergyQuery,
  validateEnergyQuery,
} from "../estimate-savings.ts";
import type { EnergyCalculatorData } from "../tool-schemas.ts";
import { formatSaving, SavingsMethod, SavingsResult } from "./energy-result.tsx";
import { EnergyUpgrades } from "./energy-upgrades.tsx";
import { ResultPlace } from "./tool-fields.tsx";
import { useToolForm } from "./use-tool-form.ts";

type EnergyCalculatorProps = { data: EnergyCalculatorData; chosen: EnergyQuery };

/** Bill, size and upgrades beside the savings, which follow every change. */
export function EnergyCalculator({ data, chosen }: EnergyCalculatorProps) {
  const { query, hasSubmitted, result, formProps } = useToolForm(chosen, (params) =>
    parseEnergyQuery(params, data),
  );
  const errors: EnergyErrors = hasSubmitted ? validateEnergyQuery(query) : { costs: {} };
  const estimate = estimateSavings(query, data);
  const size = getSizeOrDefault(query.size, data);
  return (
    <>
      <div className="grid items-start gap-x-10 gap-y-5 md:grid-cols-[1.2fr_1fr]">
        <form {...formProps} className="@container grid gap-4">
          <div className="grid items-end gap-3 @min-[20.5rem]:grid-cols-2">
            <TextField
              name="bill"
              label="Monthly energy bill, in dollars"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={chosen.bill}
              error={errors.bill}
            />
            <TextField
              name="sqft"
              label="Size of your home, in square feet"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={chosen.size}
              error={errors.size}
            />
          </div>
          <EnergyUpgrades data={data} chosen={chosen} query={query} size={size} errors={errors} />
          {/* The size of the assumed costs on the page: other costs are the visitor's own. */}
          <input type="hidden" name="shown" value={size} />
          <button type="submit" className="btn btn-action">
            Calculate
          </button>
        </form>
        <div id="result" ref={result} className="scroll-mt-24 md:sticky md:top-24">
          <p role="status" className="sr-only">
            {estimate ? `You may save ${formatSaving(estimate.total)} a year.` : null}
          </p>
          {estimate ? (
            <SavingsResult estimate={estimate} data={data} />
          ) : (
            <ResultPlace>
              Enter your bill and the size of your home, and choose an upgrade. What you may save
              appears here.
            </ResultPlace>
          )}
        </div>
      </div>
      <SavingsMethod data={data} />
    </>
  );
}
