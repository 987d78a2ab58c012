import { toBusinessDay } from "#app/lib/business-days.ts";
import { readOnce, readYaml } from "#app/lib/content.server.ts";
import { listSaturdays, listStartMonths } from "./plan-maintenance.ts";
import {
  type CostEstimatorData,
  costEstimatorSchema,
  type EnergyCalculatorData,
  energyCalculatorSchema,
  type MaintenancePlannerData,
  maintenancePlannerSchema,
} from "./tool-schemas.ts";

export const getCostEstimator = readOnce(
  (): CostEstimatorData => readYaml("tools/project-cost-estimator.yaml", costEstimatorSchema),
);
export const getEnergyCalculator = readOnce(
  (): EnergyCalculatorData =>
    readYaml("tools/energy-savings-calculator.yaml", energyCalculatorSchema),
);
const getPlannerContent = readOnce(() =>
  readYaml("tools/maintenance-schedule-planner.yaml", maintenancePlannerSchema),
);

/**
 * The planner's content with the months in which a plan can start. The default is this month until
 * its last Saturday is over, then the next one. `timeZone` determines today.
 */
export function getMaintenancePlanner({
  now,
  timeZone,
}: {
  now: Date;
  timeZone: string;
}): MaintenancePlannerData {
  const today = toBusinessDay(now, timeZone);
  const month = today.slice(0, 7);
  const months = listStartMonths(month);
  const isOver = today > (listSaturdays(month).at(-1) ?? "");
  return {
    ...getPlannerContent(),
    months,
    start: (isOver ? months[1] : months[0])?.value ?? month,
    today,
  };
}

/** Date of the last change of a tool's data. */
export const findToolDate = (slug: string): string | undefined =>
  ({
    "project-cost-estimator": getCostEstimator().updated,
    "maintenance-schedule-planner": getPlannerContent().updated,
    "energy-savings-calculator": getEnergyCalculator().updated,
  })[slug];
