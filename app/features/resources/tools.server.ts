import { toBusinessDay } from "#app/lib/business-days.ts";
import { readOnce, readYaml } from "#app/lib/content.server.ts";
import { findFirstSaturday, listStartMonths } from "./plan-maintenance.ts";
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
 * The planner's content with the months in which a plan can start. The default is this month until its
 * first Saturday is over, then the next one. `timeZone` determines today.
 */
export function getMaintenancePlanner({
  now,
  timeZone,
}: {
  now: Date;
  timeZone: string;
}): MaintenancePlannerData {
  const today = toBusinessDay(now, timeZone);
  const months = listStartMonths(today.slice(0, 7));
  const start = today <= findFirstSaturday(today.slice(0, 7)) ? months[0] : months[1];
  return { ...getPlannerContent(), months, start: start?.value ?? today.slice(0, 7) };
}

/** Date of the last change of a tool's data. */
export const findToolDate = (slug: string): string | undefined =>
  ({
    "project-cost-estimator": getCostEstimator().updated,
    "maintenance-schedule-planner": getPlannerContent().updated,
    "energy-savings-calculator": getEnergyCalculator().updated,
  })[slug];
