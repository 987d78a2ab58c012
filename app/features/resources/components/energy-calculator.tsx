import { TextField } from "#app/components/form/field.tsx";
import {
  type EnergyErrors,
  type EnergyQuery,
  estimateSavings,
  formatSaving,
  getSizeOrDefault,
  isExample,
  parseEnergyQuery,
  validateEnergyQuery,
} from "../estimate-savings.ts";
import type { EnergyCalculatorData } from "../tool-schemas.ts";
import { SavingsMethod, SavingsResult } from "./energy-result.tsx";
import { EnergyUpgrades } from "./energy-upgrades.tsx";
import { useToolForm } from "./use-tool-form.ts";

type EnergyCalculatorProps = { data: EnergyCalculatorData; chosen: EnergyQuery };

/**
 * Bill, size and upgrades with the savings, which follow every change. On small screens the savings
 * stand right below the bill, so that they are on the first screen.
 */
export function EnergyCalculator({ data, chosen }: EnergyCalculatorProps) {
  const { query, hasSubmitted, result, formProps } = useToolForm(chosen, (params) =>
    parseEnergyQuery(params, data),
  );
  const errors: EnergyErrors = hasSubmitted ? validateEnergyQuery(query) : { costs: {} };
  const estimate = estimateSavings(query, data);
  const size = getSizeOrDefault(query.size, data);
  const isExampleShown = isExample(query, data);
  // What is typed replaces a number of the example.
  const onFocus = (event: React.FocusEvent<HTMLInputElement>) => {
    if (isExampleShown) event.currentTarget.select();
  };
  return (
    <>
      <form
        {...formProps}
        className="grid gap-x-10 gap-y-4 md:grid-cols-[1.2fr_1fr] md:grid-rows-[auto_1fr]"
      >
        <div className="@container">
          <div className="grid items-end gap-3 @min-[20.5rem]:grid-cols-2">
            <TextField
              name="bill"
              label="Monthly bill ($)"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={chosen.bill}
              onFocus={onFocus}
              error={errors.bill}
            />
            <TextField
              name="sqft"
              label="Home size (sq ft)"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={chosen.size}
              onFocus={onFocus}
              error={errors.size}
            />
          </div>
        </div>
        <div
          id="result"
          ref={result}
          className="scroll-mt-24 self-start md:sticky md:top-24 md:col-start-2 md:row-span-2 md:row-start-1"
        >
          <p role="status" className="sr-only">
            {estimate ? `You may save ${formatSaving(estimate.total)} a year.` : null}
          </p>
          {estimate ? (
            <SavingsResult estimate={estimate} data={data} isExample={isExampleShown} />
          ) : (
            <p className="rounded-2xl border-2 border-dashed border-line p-5 text-muted">
              Enter your bill and the size of your home, and choose an upgrade. What you may save
              appears here.
            </p>
          )}
        </div>
        <div className="grid gap-4">
          <EnergyUpgrades data={data} chosen={chosen} query={query} size={size} errors={errors} />
          {/* The size of the assumed costs on the page: other costs are the visitor's own. */}
          <input type="hidden" name="shown" value={size} />
          {/* On phones the result is far above, out of sight. */}
          {estimate ? (
            <p className="font-semibold md:hidden" aria-hidden="true">
              Now {formatSaving(estimate.total).toLowerCase()} a year
            </p>
          ) : null}
          <button type="submit" className="btn btn-action">
            Calculate
          </button>
        </div>
      </form>
      <SavingsMethod data={data} estimate={estimate} />
    </>
  );
}
